import { KIND } from '../../../src/events/nostr/kinds.ts';
import { minus, seconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Contest } from '../../store/reading/rankings.ts';
import { type FeedRequest, byRank, byTime, rankedSource } from './feed-page.ts';
import type { Page } from './page-range.ts';

const WEEK = seconds(7 * 86_400);

/** Return the best note of each author, best first. */
export async function rankedNotes(asked: FeedRequest, contest: Contest): Promise<Page> {
  const { store } = asked.context;
  return byRank(
    { ...asked, scope: 'trending' },
    rankedSource(store, await store.rankingOf(contest)),
    contest.rank,
  );
}

/**
 * Verb `explore`. Returns `undefined` for an unknown scope, or one that needs a missing account.
 */
export async function explore(
  asked: FeedRequest,
  query: { timeframe: string; scope: string; createdAfter: Seconds },
): Promise<Page | undefined> {
  const { store } = asked.context;
  const { viewer } = asked.view;
  const { timeframe, scope } = query;
  const personal = scope === 'follows' || scope === 'tribe';
  if (!personal && scope !== 'global' && scope !== 'network') return undefined;
  if (scope !== 'global' && viewer === undefined) return undefined;
  if (timeframe === 'latest') {
    const feed = { kinds: [KIND.Text], replies: false };
    return byTime(asked, (slice) =>
      personal && viewer !== undefined
        ? store.feedOfFollows(viewer, feed, slice)
        : store.feedOfEverybody(feed, slice),
    );
  }
  const circle =
    personal && viewer !== undefined ? { of: viewer, tribe: scope === 'tribe' } : undefined;
  const week = minus(store.now(), WEEK);
  const createdAfter =
    timeframe === 'popular' || query.createdAfter > week ? query.createdAfter : week;
  return rankedNotes(asked, {
    rank: timeframe === 'mostzapped' ? 'satszapped' : 'score',
    createdAfter,
    circle,
  });
}
