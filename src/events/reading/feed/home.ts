import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';

/**
 * FEED-08: the account whose view visitors get. A service that does not know this documented key
 * uses its own instead.
 */
export const DEFAULT_VIEWER = '532d830dffe09c13e75e8b145c825718fc12b0003f61d61e9077721c7fff93cb';

/**
 * The home feed that is requested before the service's list is known. It is ordered by time, so
 * that new notes can be detected.
 */
export const DEFAULT_HOME_SPEC = '{"id":"all-notes","kind":"notes"}';

/**
 * The home feed of visitors: notes with reactions, best first. It is requested before the service's
 * list is known, where it has this spec, too.
 */
export const VISITOR_SPEC = '{"id":"global-trending","kind":"notes","hours":24}';

/** The notes of the account's follows: the default feed of an account. */
export const FOLLOWS_SPEC = '{"id":"latest","kind":"notes"}';

/**
 * Return the spec of the home feed: the chosen one, else the default of an account or a visitor
 * (FEED-08). `isQuiet`: the service has too few notes with reactions, so visitors see everyone's.
 */
export function homeSpec(chosen: string | undefined, isSomebody: boolean, isQuiet = false): string {
  return chosen ?? (isSomebody ? FOLLOWS_SPEC : isQuiet ? DEFAULT_HOME_SPEC : VISITOR_SPEC);
}

/** LIMIT-02. */
export const PAGE_SIZE = 20;

/** The article feed that is requested before the service's list is known (FEED-10). */
export const DEFAULT_READS_SPEC = '{"id":"nostr-reads-feed","kind":"reads"}';

export function firstPage(spec: string, viewer: string, limit = PAGE_SIZE): CacheQuery {
  return query('mega_feed_directive', { spec, user_pubkey: viewer, limit, offset: 0 });
}

/**
 * Return the queries of the first screen: the list of feeds, and the first page of one as `viewer`
 * sees it.
 */
export function firstQuestions(spec: string, viewer: string): readonly CacheQuery[] {
  return [query('get_home_feeds', {}), firstPage(spec, viewer)];
}

/** Return the same for the page of articles. */
export function firstReads(spec: string, viewer: string): readonly CacheQuery[] {
  return [query('get_reads_feeds', {}), firstPage(spec, viewer)];
}

/** Return which page with a choice of feeds is at that path. `undefined` for other pages. */
export function feedPage(path: string): 'home' | 'reads' | undefined {
  if (path === '/reads') return 'reads';
  return path === '/' || path === '/home' ? 'home' : undefined;
}

/**
 * Return a query for visitors as another viewer would send it. Replaces the default viewer
 * everywhere, including queries about that account.
 */
export function asSeenBy(viewer: string, question: CacheQuery): CacheQuery {
  const asked: CacheQuery = JSON.parse(JSON.stringify(question).replaceAll(DEFAULT_VIEWER, viewer));
  return asked;
}

/** Return the query for a home feed, without paging. */
export function homeQuery(spec: string): CacheQuery {
  return query('mega_feed_directive', { spec });
}
