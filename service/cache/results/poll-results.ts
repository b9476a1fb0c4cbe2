import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import {
  choicesBy,
  newestVotes,
  type Poll,
  type PollCounts,
  readPoll,
  tallyOf,
  zappedOption,
} from '../../../src/events/reading/cards/poll.ts';
import type { Store } from '../../store/store.ts';
import { parseStored } from '../../store/stored-event.ts';
import { ENDLESS } from '../payload.ts';
import type { Parsed } from './referenced-events.ts';
import { type Result, synthetic } from '../results.ts';

/**
 * A poll with its current result. By account: `cast` has the valid votes, newest first, and `votes`
 * the choices. Empty for a poll by zaps.
 */
export interface PollState {
  readonly poll: Poll;
  readonly cast: ReadonlyMap<string, SignedEvent>;
  readonly votes: ReadonlyMap<string, readonly string[]>;
  readonly counts: PollCounts;
}

const MOST_VOTES = 10_000;

export async function pollsAmong(store: Store, events: readonly Parsed[]): Promise<PollState[]> {
  const polls = events.flatMap(({ event }) => readPoll(event) ?? []);
  return Promise.all(polls.map((poll) => stateOf(store, poll)));
}

export async function stateOf(store: Store, poll: Poll): Promise<PollState> {
  if (poll.byZaps)
    return { poll, cast: new Map(), votes: new Map(), counts: await zapCounts(store, poll) };
  const cast = newestVotes(poll, await votesOf(store, poll));
  const votes = choicesBy(poll, cast);
  return { poll, cast, votes, counts: tallyOf(poll, votes) };
}

/** Return all votes, newest first. */
async function votesOf(store: Store, poll: Poll): Promise<SignedEvent[]> {
  return (await store.query([{ kinds: [KIND.PollVote], '#e': [poll.id] }], MOST_VOTES)).map(
    parseStored,
  );
}

/** Return the counts of polls by option (10000179), or no result without a poll. */
export function pollResults(polls: readonly PollState[]): Result[] {
  if (polls.length === 0) return [];
  const stats = polls.map(({ poll, counts }) => [poll.id, Object.fromEntries(counts)] as const);
  return [synthetic(RESULT.PollStats, Object.fromEntries(stats))];
}

/** Return the first option that an account chose in each poll, by poll. */
export function votesBy(
  pubkey: string | undefined,
  polls: readonly PollState[],
): ReadonlyMap<string, string> {
  return new Map(
    polls.flatMap(({ poll, votes }) => {
      const [choice] = (pubkey !== undefined && votes.get(pubkey)) || [];
      return choice === undefined ? [] : [[poll.id, choice] as const];
    }),
  );
}

async function zapCounts(store: Store, poll: Poll): Promise<PollCounts> {
  const counts = new Map(poll.options.map(({ id }) => [id, { votes: 0, satszapped: 0 }]));
  const slice = { since: 0, until: ENDLESS, before: ENDLESS, limit: MOST_VOTES, offset: 0 };
  for (const zap of await store.zapsOf(
    { by: 'target', of: [poll.id], order: 'amount_sats' },
    slice,
  )) {
    const count = counts.get(zappedOption(parseStored(zap)) ?? '');
    if (!count) continue;
    count.votes++;
    count.satszapped += zap.sats;
  }
  return counts;
}
