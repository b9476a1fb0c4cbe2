import { decode } from '../../../src/events/nostr/nip19.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { Store } from '../../store/store.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { liveEvents } from '../results/enrich-page.ts';
import { pageResults } from '../feeds/feed-page.ts';
import { countOf, hexOf, isHex64, type Payload, pageOf, Refusal, textOf } from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import { type Result, synthetic } from '../results.ts';
import { searchFeed, searchForm } from '../feeds/search-feed.ts';

const RULES = { limit: 20, max: 100, capped: true };
const LONGEST = 10_000;
const HAS_WORD = /[\p{L}\p{M}\p{N}]/u;

/** Search people by prefixes of the words of their names, best followed first, or by key. */
export async function userSearch(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const query = (textOf(payload, 'query') ?? '').trim();
  const { limit } = pageOf(payload, { limit: 10, max: 100, capped: true });
  const circle = hexOf(payload, 'pubkey');
  const key = keyIn(query);
  if (key === undefined && !HAS_WORD.test(query)) return [];
  const found = key === undefined ? await accountsNamed(store, query, circle, limit) : [key];
  const followers = synthetic(
    RESULT.UserFollowerCounts,
    Object.fromEntries(await store.followerCounts(found)),
  );
  return [...(await peopleResults(context, found)), followers, ...(await liveEvents(store, found))];
}

/** Search posts by their text, with the grammar of the advanced search. */
export async function search(context: CacheContext, payload: Payload): Promise<Result[]> {
  const query = (textOf(payload, 'query') ?? '').slice(0, LONGEST).trim();
  if (query === '') throw new Refusal('query is empty');
  const kind = countOf(payload, 'kind', -1);
  const asked = { context, view: await viewOf(context, payload), page: pageOf(payload, RULES) };
  return pageResults(asked, await searchFeed(asked, kind < 0 ? query : `${query} kind:${kind}`));
}

export async function advancedSearch(context: CacheContext, payload: Payload): Promise<Result[]> {
  const asked = { context, view: await viewOf(context, payload), page: pageOf(payload, RULES) };
  return pageResults(asked, await searchFeed(asked, textOf(payload, 'query') ?? ''));
}

/** Return the form that produces a search. */
export async function parseSearchQuery(
  _context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  return [
    synthetic(
      RESULT.ParsedSearchQuery,
      searchForm((textOf(payload, 'query') ?? '').slice(0, LONGEST)),
    ),
  ];
}

async function accountsNamed(
  store: Store,
  words: string,
  circle: string | undefined,
  most: number,
): Promise<string[]> {
  return circle === undefined
    ? await store.accountsByName(words, most)
    : await store.followsByName(circle, words, most);
}

function keyIn(query: string): string | undefined {
  if (isHex64(query)) return query;
  const entity = decode(query);
  return entity?.type === 'npub' || entity?.type === 'nprofile' ? entity.pubkey : undefined;
}
