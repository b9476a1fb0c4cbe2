import { readNoteParam } from '../nostr/route-param.ts';
import type { CacheQuery } from '../connection/cache-query.ts';
import { threadQuery } from '../reading/thread/thread-query.ts';

/**
 * Return the first query of a note or article page: the note that the path names, with its replies.
 */
export function threadQueries(id: string, viewer: string): readonly CacheQuery[] {
  const target = readNoteParam(id);
  return target ? [threadQuery(target, viewer)] : [];
}
