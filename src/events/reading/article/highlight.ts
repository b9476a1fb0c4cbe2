import type { Address } from '../../nostr/address.ts';
import type { Question } from '../../connection/cache-query.ts';
import { safeUrl } from '../../core/url.ts';
import { query } from '../../connection/verbs.ts';
import { tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip } from '../../core/text.ts';
import { type Reference, referencesOf } from '../../facts/references.ts';

/** A passage somebody marked (kind 9802, NIP-84). */
export interface Highlight {
  readonly id: string;
  readonly pubkey: string;
  readonly text: string;
  /** The paragraph around it, empty where it is not given. */
  readonly context: string;
  /** What the one who marked it says to it. */
  readonly comment: string;
  /** The article or note it stands in; an article is named by its address. */
  readonly target: Reference | undefined;
  /** The web page it stands in, through the url policy. */
  readonly url: string | undefined;
  readonly author: string | undefined;
  readonly source: VerifiedEvent;
}

const MAX_TEXT = 16_384;

/** The question for what readers marked in an article (THREAD-04). `viewer`: whose eyes. */
export function highlightsQuery({ kind, pubkey, identifier }: Address, viewer: string): Question {
  return query('get_highlights', { kind, pubkey, identifier, user_pubkey: viewer });
}

/** Their ids in its answer, in the order of the service; comments to them are none themselves. */
export function highlightsIn(events: readonly VerifiedEvent[]): readonly string[] {
  return events.flatMap(({ kind, id }) => (kind === KIND.Highlight ? [id] : []));
}

/** Reads a highlight; malformed tags count as missing. */
export function readHighlight(event: VerifiedEvent): Highlight {
  const authors = event.tags.filter(([name, pubkey = '']) => name === 'p' && isHex(pubkey, 64));
  return {
    id: event.id,
    pubkey: event.pubkey,
    text: clip(event.content, MAX_TEXT).trim(),
    context: clip(tagValue(event, 'context') ?? '', MAX_TEXT).trim(),
    comment: clip(tagValue(event, 'comment') ?? '', MAX_TEXT).trim(),
    target: referencesOf(event, 'a')[0] ?? referencesOf(event, 'e')[0],
    url: safeUrl(tagValue(event, 'r') ?? ''),
    author: (authors.find((tag) => tag[3] === 'author') ?? authors[0])?.[1],
    source: event,
  };
}
