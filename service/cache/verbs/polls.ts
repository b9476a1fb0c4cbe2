import { readPoll } from '../../../src/events/reading/cards/poll.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { parseStored } from '../../store/stored-event.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { type Payload, pageOf, requiredHex, textOf } from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import { pollResults, stateOf } from '../results/poll-results.ts';
import { rangeResult } from '../feeds/page-range.ts';
import type { Result } from '../results.ts';

const RULES = { limit: 20, max: 1_000 };

/**
 * Return the valid votes of a poll, newest first, with their authors and totals. The viewer's own
 * vote comes with any page.
 */
export async function pollVotes(context: CacheContext, payload: Payload): Promise<Result[]> {
  const id = requiredHex(payload, 'event_id');
  const { store } = context;
  const { actor } = await viewOf(context, payload);
  const page = pageOf(payload, RULES);
  const option = textOf(payload, 'option');
  const [stored] = await store.events([id]);
  const poll = stored && readPoll(parseStored(stored));
  if (!poll) return [rangeResult([], [], 'created_at')];
  const state = await stateOf(store, poll);
  const counted = [...state.cast.values()].filter(
    ({ pubkey }) => option === undefined || state.votes.get(pubkey)?.includes(option),
  );
  const within = counted.filter(
    ({ created_at }) => inSeconds(created_at) >= page.since && inSeconds(created_at) <= page.until,
  );
  const shown = within.slice(page.offset, page.offset + page.limit);
  const own = counted.filter(
    ({ pubkey }) => pubkey === actor && !shown.some((vote) => vote.pubkey === pubkey),
  );
  return [
    ...[...shown, ...own].map((vote) => JSON.stringify(vote)),
    ...(await peopleResults(context, [...new Set(shown.map(({ pubkey }) => pubkey))])),
    ...pollResults([state]),
    rangeResult(
      shown.map(({ created_at }) => inSeconds(created_at)),
      shown.map((vote) => vote.id),
      'created_at',
    ),
  ];
}
