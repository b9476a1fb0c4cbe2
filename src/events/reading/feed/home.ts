import type { Question } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';

/** FEED-08: whose eyes visitors borrow; the documented key, which a service that knows it not replaces by its own. */
export const DEFAULT_VIEWER = '532d830dffe09c13e75e8b145c825718fc12b0003f61d61e9077721c7fff93cb';

/** The home feed that is asked for before the service's list is known: by time, so that what is new can be seen. */
export const DEFAULT_HOME_SPEC = '{"id":"all-notes","kind":"notes"}';

/** The notes of whom an account follows: what it reads first, as long as it has chosen nothing else. */
export const FOLLOWS_SPEC = '{"id":"latest","kind":"notes"}';

/** LIMIT-02. */
export const PAGE_SIZE = 20;

/** The feed of articles that is asked for before the service's list is known (FEED-10). */
export const DEFAULT_READS_SPEC = '{"id":"nostr-reads-feed","kind":"reads"}';

/** The first page of a feed, as lists ask for it. */
export function firstPage(spec: string, viewer: string, limit = PAGE_SIZE): Question {
  return query('mega_feed_directive', { spec, user_pubkey: viewer, limit, offset: 0 });
}

/** What the first screen asks for: the list of feeds, and the first page of one as `viewer` sees it. */
export function firstQuestions(spec: string, viewer: string): readonly Question[] {
  return [query('get_home_feeds', {}), firstPage(spec, viewer)];
}

/** The same for the page of articles. */
export function firstReads(spec: string, viewer: string): readonly Question[] {
  return [query('get_reads_feeds', {}), firstPage(spec, viewer)];
}

/** Whether the page at that path begins with a feed that people choose, and with which of the two. */
export function feedPage(path: string): 'home' | 'reads' | undefined {
  if (path === '/reads') return 'reads';
  return path === '/' || path === '/home' ? 'home' : undefined;
}

/** A question that was written down for visitors, asked as another: also about him, where it was about whoever asks. */
export function asSeenBy(viewer: string, question: Question): Question {
  const asked: Question = JSON.parse(JSON.stringify(question).replaceAll(DEFAULT_VIEWER, viewer));
  return asked;
}

/** The question for a home feed, without paging. */
export function homeQuery(spec: string): Question {
  return query('mega_feed_directive', { spec });
}
