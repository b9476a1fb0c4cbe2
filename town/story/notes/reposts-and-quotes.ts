import type { SignedEvent, Tag } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { neventOf } from '../../../src/events/nostr/nip19.ts';
import type { Person } from '../../people/people.ts';
import type { Rng } from '../../prng.ts';
import { laterThan } from './likes-and-zaps.ts';
import { pickListeners } from '../pick-listeners.ts';
import { type WrittenNotes, keepUnlessRepeated } from '../written-notes.ts';
import type { PlannedEvent } from '../event-list.ts';
import { type Note, writeNote } from './write-note.ts';
import { bankOf, type World } from '../world.ts';

/** Pick notes to repost: roots of threads, by appeal. */
function worthPassingOn(rng: Rng, notes: readonly Note[], count: number): Note[] {
  const roots = notes.filter((note) => note.depth === 0);
  const keyed = roots.map((note) => ({ note, key: rng.next() ** (1 / note.appeal ** 1.4) }));
  return keyed
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map((row) => row.note);
}

/** Write reposts (NIP-18), some notes by several people. */
export function addReposts(world: World, notes: readonly Note[], count: number): void {
  const rng = world.rng.fork('reposts');
  for (const note of worthPassingOn(rng, notes, Math.round(count * 0.6))) {
    const fans = pickListeners(
      world,
      rng,
      note,
      rng.weighted([1, 2, 3, 5], (n) => 1 / n ** 2),
    );
    for (const author of fans) {
      const at = laterThan(world, rng, note.at);
      world.ledger.wrap(note, at, (signed) => repostOf(world, author, at, note, signed));
    }
  }
}

function repostOf(
  world: World,
  author: Person,
  at: number,
  note: Note,
  signed: SignedEvent,
): PlannedEvent {
  const tags: Tag[] = [
    ['e', note.id, world.relay],
    ['p', note.author.pubkey],
  ];
  return { author, at, kind: KIND.Repost, content: JSON.stringify(signed), tags };
}

/** Write quotes of notes: a line of their own with the quoted note below (NIP-18, NIP-27). */
export function addQuotes(world: World, desk: WrittenNotes, count: number): void {
  const rng = world.rng.fork('quotes');
  const lines = bankOf(world, 'replies').entries.filter((entry) => entry.mood === 'quote');
  const bag = desk.entries('quotes', lines);
  for (const note of worthPassingOn(rng, desk.notes, count)) {
    const [author] = pickListeners(world, rng, note, 1);
    if (!author) continue;
    const nevent = neventOf({ id: note.id, author: note.author.pubkey, kind: KIND.Text });
    const text = `${bag.next().text}\\n\\nnostr:${nevent}`;
    const extraTags = [
      ['q', note.id, world.relay, note.author.pubkey],
      ['p', note.author.pubkey, world.relay],
    ];
    keepUnlessRepeated(world, desk, () =>
      writeNote(world, rng, {
        author,
        at: laterThan(world, rng, note.at),
        circle: note.circle,
        bank: 'replies',
        mood: 'quip',
        text,
        extraTags,
        hashtags: 0,
        appeal: 0.7 * note.appeal ** 0.5,
      }),
    );
  }
}
