import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { emptyFacts, foldFacts } from '../../src/events/facts/facts.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { trusted } from '../support/events/trusted.ts';

const EVENTS = 20_000;
const BATCH = 100;
const START = 1_700_000_000;

/**
 * Fold 20,000 events of common kinds in bursts of 100. Return the milliseconds for all of them
 * together.
 */
export function benchFold(): { ms: number; events: number } {
  const events = everyday(EVENTS);
  const from = performance.now();
  let facts = emptyFacts;
  for (let i = 0; i < events.length; i += BATCH) {
    facts = foldFacts(facts, {
      events: events.slice(i, i + BATCH),
      claims: [],
      now: seconds(START + EVENTS),
    });
  }
  const ms = performance.now() - from;
  if (facts.events.size < EVENTS / 2)
    throw new Error(`only ${facts.events.size} events were folded`);
  return { ms, events: events.length };
}

/**
 * Twenty events consist of eleven reactions, four notes, two replies, one repost, one profile and
 * one follow list. They are by 500 accounts.
 */
function everyday(count: number): readonly VerifiedEvent[] {
  const notes: string[] = ['0'.repeat(64)];
  return Array.from({ length: count }, (_, i) => {
    const about = notes[Math.floor((i * 7) % notes.length)] ?? '';
    const event = trusted({
      ...shape(i, about),
      pubkey: (i % 500).toString(16).padStart(64, '0'),
      created_at: START + i,
    });
    if (event.kind === KIND.Text && event.tags.length === 0) notes.push(event.id);
    return event;
  });
}

function shape(i: number, about: string): { kind: number; tags: string[][]; content: string } {
  const at = i % 20;
  if (at < 11) return { kind: KIND.Reaction, tags: [['e', about]], content: '+' };
  if (at < 15) return { kind: KIND.Text, tags: [], content: `Note ${i} with a few words in it.` };
  if (at < 17)
    return {
      kind: KIND.Text,
      tags: [['e', about, 'wss://relay.example.com', 'root']],
      content: `Reply ${i}.`,
    };
  if (at === 17) return { kind: KIND.Repost, tags: [['e', about]], content: '' };
  if (at === 18)
    return {
      kind: KIND.Metadata,
      tags: [],
      content: JSON.stringify({ name: `user${i}`, about: 'Says little.', nip05: 'a@b.c' }),
    };
  return {
    kind: KIND.Contacts,
    tags: Array.from({ length: 50 }, (_, n) => ['p', n.toString(16).padStart(64, '0')]),
    content: '',
  };
}
