import type { Address } from '../../nostr/address.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { safeUrl } from '../../core/url.ts';
import { query } from '../../connection/verbs.ts';
import { type Draft, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip } from '../../core/text.ts';
import { type Reference, referencesOf } from '../../facts/references.ts';

/** A passage that a reader marked (kind 9802, NIP-84). */
export interface Highlight {
  readonly id: string;
  readonly pubkey: string;
  readonly text: string;
  /** The paragraph around it. Empty if it is not given. */
  readonly context: string;
  readonly comment: string;
  /** The article or note that contains it. An article is named by its address. */
  readonly target: Reference | undefined;
  /** The web page that contains it, through the url policy. */
  readonly url: string | undefined;
  readonly author: string | undefined;
  /** `undefined` until it is signed. */
  readonly source: VerifiedEvent | undefined;
}

const MAX_TEXT = 16_384;

/** Return the query for an article's highlights (THREAD-04). `viewer`: the current account. */
export function highlightsQuery({ kind, pubkey, identifier }: Address, viewer: string): CacheQuery {
  return query('get_highlights', { kind, pubkey, identifier, user_pubkey: viewer });
}

/** Return their ids in the answer, in the order of the service. Comments to them do not count. */
export function highlightsIn(events: readonly VerifiedEvent[]): readonly string[] {
  return events.flatMap(({ kind, id }) => (kind === KIND.Highlight ? [id] : []));
}

/** Read a highlight. Malformed tags count as missing. */
export function readHighlight(event: VerifiedEvent): Highlight {
  return { ...contentOf(event), id: event.id, pubkey: event.pubkey, source: event };
}

/** Read an own highlight that is not signed yet. `id`: its name until then. */
export function readUnsigned(draft: Draft, id: string, pubkey: string): Highlight {
  return { ...contentOf(draft), id, pubkey, source: undefined };
}

function contentOf(event: Draft): Omit<Highlight, 'id' | 'pubkey' | 'source'> {
  const authors = event.tags.filter(([name, pubkey = '']) => name === 'p' && isHex(pubkey, 64));
  return {
    text: clip(event.content, MAX_TEXT).trim(),
    context: clip(tagValue(event, 'context') ?? '', MAX_TEXT).trim(),
    comment: clip(tagValue(event, 'comment') ?? '', MAX_TEXT).trim(),
    target: referencesOf(event, 'a')[0] ?? referencesOf(event, 'e')[0],
    url: safeUrl(tagValue(event, 'r') ?? ''),
    author: (authors.find((tag) => tag[3] === 'author') ?? authors[0])?.[1],
  };
}
