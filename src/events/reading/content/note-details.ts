import type { Claim } from '../../connection/claims.ts';
import { query } from '../../connection/verbs.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { idOf } from '../../connection/claim-fields.ts';
import { isRecord } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { clipLine } from '../../core/text.ts';
import { countWords } from '../article/article.ts';
import { tokenize } from './content.ts';
import { lineOf } from './line-of.ts';

const MAX_CLIENT = 40;
/** Tokens whose text counts as words. */
const SPOKEN: ReadonlySet<string> = new Set(['text', 'linebreak', 'hashtag', 'profile']);

/**
 * Count the words of an article's source, or of another event without links, media, quotes and
 * invoices.
 */
export function wordsOf(event: Pick<SignedEvent, 'kind' | 'content' | 'tags'>): number {
  if (event.kind === KIND.LongForm) return countWords(event.content);
  return countWords(
    tokenize(lineOf(event))
      .map(({ type, text }) => (SPOKEN.has(type) ? text : ' '))
      .join(''),
  );
}

/**
 * Return the app that an event names as its origin (NIP-89), on one line of at most 40 UTF-16
 * units. Empty if there is none.
 */
export function clientOf(event: Pick<SignedEvent, 'tags'>): string {
  return clipLine(tagValue(event, 'client') ?? '', MAX_CLIENT);
}

/**
 * Return the query for the number of quotes of an event. The event's other counts do not include
 * it.
 */
export function quoteCountQuery(id: string) {
  return query('note_mentions_count', { event_id: id });
}

/** Return the number in the answer (10000143). `undefined` if the service does not give one. */
export function quoteCountIn(claims: readonly Claim[], id: string): number | undefined {
  for (const claim of claims) {
    if (
      claim.claim !== 'other' ||
      claim.kind !== RESULT.NoteMentionsCount ||
      !isRecord(claim.content)
    )
      continue;
    const { event_id, count } = claim.content;
    if (idOf(event_id) === id)
      return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
        ? count
        : undefined;
  }
  return undefined;
}
