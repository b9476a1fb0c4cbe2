import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { type Rng, rngOf } from '../../town/prng.ts';
import { providerSecret } from '../../town/zap-provider.ts';
import { openPeople } from './people.ts';
import { act, type EventTools, standing, update } from './sample-events.ts';
import { openShelf } from './recent-posts.ts';
import { openPen } from './fast-signer.ts';
import { openWords } from './vocabulary.ts';

/** The network to generate: number of events, seed, and the time of the last event (seconds). */
export interface NetworkPlan {
  readonly count: number;
  readonly seed: number;
  readonly until: number;
}

/** Events per account in the end. */
const EVENTS_EACH = 40;
/** Seconds that a million events take. Larger networks are denser, but less than proportionally. */
const MILLION = 60 * 86_400;

/** Return the number of accounts in a network of that many events. */
export function accountsOf(count: number): number {
  return Math.max(20, Math.floor(count / EVENTS_EACH));
}

/**
 * Generate the events of a network, oldest first and deterministic. Accounts join one after another
 * and follow known accounts. They reply to, like, repost and zap recent posts of those. Every
 * signature is valid. Memory holds the keys and recent posts.
 */
export function* network({ count, seed, until }: NetworkPlan): Generator<SignedEvent> {
  const rng = rngOf(`${seed}/network`);
  const pen = openPen(seed);
  const accounts = accountsOf(count);
  const people = openPeople(seed, accounts, pen);
  const desk: EventTools = {
    people,
    pen,
    words: openWords(seed),
    shelf: openShelf(),
    provider: pen.key('provider'),
    nodeKey: providerSecret(seed),
  };
  const span = MILLION * Math.sqrt(count / 1_000_000);
  const timeOf = (i: number) => Math.floor(until - span + ((i + 1) * span) / count);
  let said = 0;
  for (let joined = 0; said < count; ) {
    const expected = Math.ceil(accounts * Math.min(1, (said + 1) / count) ** 0.8);
    const events =
      joined < Math.min(accounts, expected)
        ? standing(desk, joined++, timeOf(said), rng)
        : next(desk, joined, timeOf(said), rng);
    for (const event of events) if (said++ < count) yield event;
  }
}

function next(desk: EventTools, joined: number, at: number, rng: Rng): readonly SignedEvent[] {
  const author = desk.people.active(rng, joined);
  return [rng.chance(0.02) ? update(desk, author, joined, at, rng) : act(desk, author, at, rng)];
}

/** The event kinds of a network. */
export const NETWORK_KINDS: readonly number[] = [
  KIND.Metadata,
  KIND.Text,
  KIND.Contacts,
  KIND.EncryptedDirectMessage,
  KIND.EventDeletion,
  KIND.Repost,
  KIND.Reaction,
  KIND.Zap,
  KIND.MuteList,
  KIND.RelayList,
  KIND.Bookmarks,
  KIND.LongForm,
];
