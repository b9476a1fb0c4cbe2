import type { CacheQuery } from '../connection/cache-query.ts';
import { FIRST_NOTIFICATIONS, notificationsQuery } from '../notifications/notifications-query.ts';
import {
  DEFAULT_READS_SPEC,
  feedPage,
  firstQuestions,
  firstReads,
  homeSpec,
} from '../reading/feed/home.ts';
import { profileQueries } from './profile-queries.ts';
import { searchQueries } from './search-queries.ts';
import { threadQueries } from './thread-queries.ts';

type Asks = (param: string, viewer: string) => readonly CacheQuery[];

/** First queries by the first word of a path. The second word is the parameter. */
const ASKS = new Map<string, Asks>([
  ['a', threadQueries],
  ['e', threadQueries],
  ['p', profileQueries],
  ['profile', profileQueries],
  ['search', searchQueries],
  ['thread', threadQueries],
]);

/**
 * Return the first queries of a page for a viewer who has chosen no feed. `path`: below the root,
 * as in the address. Empty for every other path.
 */
export function pageQueries(path: string, viewer: string): readonly CacheQuery[] {
  if (path === '/notifications')
    return [notificationsQuery(viewer, { group: 'all', limit: FIRST_NOTIFICATIONS })];
  const feed = feedPage(path);
  if (feed)
    return feed === 'home'
      ? firstQuestions(homeSpec(undefined, false), viewer)
      : firstReads(DEFAULT_READS_SPEC, viewer);
  const [, word = '', param = '', ...more] = path.split('/');
  const asks = more.length === 0 ? ASKS.get(word) : undefined;
  const of = asks && decoded(param);
  return asks && of ? asks(of, viewer) : [];
}

function decoded(param: string): string | undefined {
  try {
    return decodeURIComponent(param);
  } catch {
    return undefined;
  }
}
