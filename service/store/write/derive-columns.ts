import { addressOf, parseAddress } from '../../../src/events/nostr/address.ts';
import { type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import { KIND, REPLY_KINDS } from '../../../src/events/nostr/kinds.ts';
import { quotesOf } from '../../../src/events/reading/content/mentions.ts';
import {
  type Reference,
  referencesOf,
  replyTarget,
  repostTarget,
  rootOf,
} from '../../../src/events/facts/references.ts';
import { isTimestamp, seconds, type Seconds } from '../../../src/events/core/time.ts';
import { isLikeContent } from './is-like.ts';
import { linksOf, type Link } from './event-links.ts';
import { MEDIA, REF } from '../schema.ts';

/** One row of `refs`, without time and author. */
interface Ref {
  readonly type: number;
  readonly target: string;
}

/**
 * The data of one event in other tables than `events`. It depends only on the event, so that it can
 * be removed again.
 */
export interface Derived {
  readonly address: string | undefined;
  readonly parent: string | undefined;
  readonly root: string | undefined;
  readonly expiresAt: Seconds | undefined;
  readonly tags: ReadonlyArray<readonly [name: string, value: string]>;
  readonly refs: readonly Ref[];
  readonly links: readonly Link[];
  /** Bits of MEDIA over all links. */
  readonly media: number;
  /** Text for full-text search. */
  readonly text: string | undefined;
}

const MOST_TAGS = 5_000;
const LONGEST_VALUE = 1_024;
/** Bytes of one text that fit into an index of PostgreSQL with other columns. */
const LONGEST_KEY = 2_048;
const SEARCHED: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.Image,
  KIND.Poll,
  KIND.Comment,
  KIND.ZapPoll,
  KIND.Highlight,
  KIND.LongForm,
  KIND.Video,
  KIND.ShortVideo,
]);
/** Kinds of tips: in Monero, or with ecash (NIP-61). */
export const TIPS: ReadonlySet<number> = new Set([
  KIND.MoneroZapRequest,
  KIND.MoneroZap,
  KIND.MoneroZapReceipt,
  KIND.Nutzap,
]);

/** True if it answers something. A comment always does, also on a web page (NIP-22, NIP-73). */
export function isReply(event: SignedEvent, { parent }: Pick<Derived, 'parent'>): boolean {
  return parent !== undefined || event.kind === KIND.Comment;
}

/** Return the indexed data of a verified event. */
export function derive(event: SignedEvent): Derived {
  const answers = REPLY_KINDS.includes(event.kind);
  const parent = answers ? keyOf(replyTarget(event)) : undefined;
  const root = answers ? keyOf(rootOf(event)) : undefined;
  const links = linksOf(event);
  return {
    address: addressOf(event),
    parent,
    root,
    expiresAt: expiryOf(event),
    tags: indexedTags(event),
    refs: refsOf(event, parent, root),
    links,
    media: links.reduce((bits, { media }) => bits | (media === MEDIA.decoration ? 0 : media), 0),
    text: SEARCHED.has(event.kind) ? searchText(event) : undefined,
  };
}

/** NIP-40. */
function expiryOf(event: SignedEvent): Seconds | undefined {
  const value = tagValue(event, 'expiration');
  return isTimestamp(value) ? seconds(Number(value)) : undefined;
}

/** NIP-01: only single-letter tags are searchable. Follows are stored in `follows` instead. */
function indexedTags(event: SignedEvent): Array<readonly [string, string]> {
  const seen = new Set<string>();
  const found: Array<readonly [string, string]> = [];
  for (const [name = '', value] of event.tags) {
    if (
      name.length !== 1 ||
      value === undefined ||
      value.length > LONGEST_VALUE ||
      !isKey(value) ||
      !isLetter(name)
    )
      continue;
    if (event.kind === KIND.Contacts && name === 'p') continue;
    const key = `${name}${value}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push([name, value]);
    if (found.length >= MOST_TAGS) break;
  }
  return found;
}

function isLetter(name: string): boolean {
  return (name >= 'a' && name <= 'z') || (name >= 'A' && name <= 'Z');
}

function refsOf(event: SignedEvent, parent: string | undefined, root: string | undefined): Ref[] {
  if (event.kind === KIND.Bookmarks) return bookmarkRefs(event);
  const found: Ref[] = [];
  const add = (type: number, target: string | undefined) => {
    if (
      target !== undefined &&
      isKey(target) &&
      target !== event.id &&
      !found.some((ref) => ref.type === type && ref.target === target)
    )
      found.push({ type, target });
  };
  if (event.kind === KIND.Reaction && isLikeContent(event.content))
    add(REF.like, lastTarget(event));
  add(REF.repost, keyOf(repostTarget(event)));
  if (event.kind === KIND.Highlight) add(REF.highlight, lastTarget(event));
  if (TIPS.has(event.kind)) add(REF.tip, lastTarget(event));
  add(REF.reply, parent);
  add(REF.root, root);
  if (SEARCHED.has(event.kind)) for (const quote of quotesOf(event)) add(REF.quote, keyOf(quote));
  return found;
}

/** NIP-51: return the events in the public part of a bookmark list. */
export function bookmarkRefs(event: SignedEvent): Ref[] {
  const targets = new Set(
    [...referencesOf(event, 'e'), ...referencesOf(event, 'a')].map(({ key }) => key),
  );
  return [...targets]
    .filter(isKey)
    .slice(0, MOST_TAGS)
    .map((target) => ({ type: REF.bookmark, target }));
}

/** Return the id or address of a reference. Comments on web pages (NIP-73) have no target here. */
function keyOf(reference: Reference | undefined): string | undefined {
  return reference && reference.type !== 'external' ? reference.key : undefined;
}

/** NIP-25: the address if there is one, else the last e tag. */
export function lastTarget(event: SignedEvent): string | undefined {
  const address = tagValue(event, 'a');
  return address !== undefined && parseAddress(address)
    ? address
    : event.tags.findLast((tag) => tag[0] === 'e')?.[1];
}

function searchText(event: SignedEvent): string {
  if (event.kind !== KIND.LongForm && event.kind !== KIND.Video && event.kind !== KIND.ShortVideo)
    return event.content;
  return [tagValue(event, 'title'), tagValue(event, 'summary'), event.content]
    .filter(Boolean)
    .join('\n');
}

/** True if a text is short enough to be indexed: an id, an address or a tag value. */
export function isKey(text: string): boolean {
  return text.length * 3 <= LONGEST_KEY || Buffer.byteLength(text) <= LONGEST_KEY;
}

/** True if it has a picture or a video for a grid. */
export function hasVisuals(media: number): boolean {
  return (media & (MEDIA.picture | MEDIA.video)) !== 0;
}
