import type { Claim } from '../../connection/claims.ts';
import { query } from '../../connection/verbs.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { idOf } from '../../connection/claim-fields.ts';
import { isRecord } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import { countWords } from '../article/article.ts';
import { tokenize } from './content.ts';

const MAX_CLIENT = 40;
/** What a note carries beside its words. */
const SPOKEN: ReadonlySet<string> = new Set(['text', 'linebreak', 'hashtag', 'profile']);

/** Words of an article as it is written; of anything else without what is drawn in the place of links, media, quotes and invoices. */
export function wordsOf(event: Pick<SignedEvent, 'kind' | 'content' | 'tags'>): number {
  if (event.kind === KIND.LongForm) return countWords(event.content);
  return countWords(
    tokenize(event)
      .map(({ type, text }) => (SPOKEN.has(type) ? text : ' '))
      .join(''),
  );
}

/** The app that something says it was written with (NIP-89), on one line of at most 40 UTF-16 units; '' where it says none. */
export function clientOf(event: Pick<SignedEvent, 'tags'>): string {
  return clipLine(tagValue(event, 'client') ?? '', MAX_CLIENT);
}

/** How many notes quote an event; the counts that come with it have no place for that (cache-protocol 4.13). */
export function quoteCountQuery(id: string) {
  return query('note_mentions_count', { event_id: id });
}

/** The answer to it (10000143); undefined where the service does not say. */
export function quoteCountIn(claims: readonly Claim[], id: string): number | undefined {
  for (const claim of claims) {
    if (claim.claim !== 'other' || claim.kind !== RESULT.NoteMentionsCount || !isRecord(claim.content)) continue;
    const { event_id, count } = claim.content;
    if (idOf(event_id) === id) return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
  }
  return undefined;
}
