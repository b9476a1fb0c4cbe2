import { decode } from '../../src/events/nip19.ts';
import { RESULT } from '../../src/events/kinds.ts';
import { keysOf } from './accounts.ts';
import { type CacheContext, viewOf } from './context.ts';
import { liveEvents } from './enrich.ts';
import { pageResults } from './feeds.ts';
import { countOf, hexOf, isHex64, type Payload, pageOf, Refusal, textOf } from './payload.ts';
import { followersOf, peopleResults } from './people.ts';
import { type Result, synthetic } from './results.ts';
import { namesQuery } from './search-people.ts';
import { searchFeed } from './search.ts';

const RULES = { limit: 20, max: 100, capped: true };
const LONGEST = 10_000;

/** People by the beginnings of the words of their names, the best followed first; or the account that a key names (6.1). */
export function userSearch({ store }: CacheContext, payload: Payload): Result[] {
  const query = (textOf(payload, 'query') ?? '').trim();
  const { limit } = pageOf(payload, { limit: 10, max: 100, capped: true });
  const circle = hexOf(payload, 'pubkey');
  const key = keyIn(query);
  const names = key === undefined ? namesQuery(query) : undefined;
  if (key === undefined && names === undefined) return [];
  const within = circle === undefined ? '' : 'and exists (select 1 from follows f where f.follower = ? and f.followed = e.pubkey)';
  const sql = `select e.pubkey from name_text join events e on e.seq = name_text.rowid left join accounts a on a.pubkey = e.pubkey
    where name_text match ? ${within} order by coalesce(a.followers, 0) desc, e.pubkey limit ?`;
  const found = names === undefined ? [key ?? ''] : keysOf(store, sql, [names, ...(circle === undefined ? [] : [circle]), limit]);
  const followers = synthetic(RESULT.UserFollowerCounts, Object.fromEntries(followersOf(store, found)));
  return [...peopleResults(store, found), followers, ...liveEvents(store, found)];
}

/** Posts by their text; the same grammar as the advanced search (6.2). */
export function search(context: CacheContext, payload: Payload): Result[] {
  const query = (textOf(payload, 'query') ?? '').slice(0, LONGEST).trim();
  if (query === '') throw new Refusal('query is empty');
  const kind = countOf(payload, 'kind', -1);
  const asked = { context, view: viewOf(context, payload), page: pageOf(payload, RULES) };
  return pageResults(asked, searchFeed(asked, kind < 0 ? query : `${query} kind:${kind}`));
}

/** Section 13. */
export function advancedSearch(context: CacheContext, payload: Payload): Result[] {
  const asked = { context, view: viewOf(context, payload), page: pageOf(payload, RULES) };
  return pageResults(asked, searchFeed(asked, textOf(payload, 'query') ?? ''));
}

function keyIn(query: string): string | undefined {
  if (isHex64(query)) return query;
  const entity = decode(query);
  return entity?.type === 'npub' || entity?.type === 'nprofile' ? entity.pubkey : undefined;
}
