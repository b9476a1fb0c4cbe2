import { readNoteParam } from '../nostr/route-param.ts';
import type { Question } from '../connection/cache-query.ts';
import { threadQuery } from '../reading/thread/thread-query.ts';

/** What the page of a note or an article asks first: that note, as its path names it, with its replies. */
export function threadAsks(id: string, viewer: string): readonly Question[] {
  const target = readNoteParam(id);
  return target ? [threadQuery(target, viewer)] : [];
}
