import { parseAddress } from '../nostr/address.ts';
import { safeRelayUrl } from '../core/url.ts';
import type { SignedEvent, Tag } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { isRecord, parseJson } from '../core/json.ts';
import { isKind, KIND } from '../nostr/kinds.ts';

/** Maximum number of references to read from one event. More is a flood, not a conversation. */
export const MAX_REFERENCES = 100;

/**
 * A reference of an event. `key` is an event id, an address `kind:pubkey:d`, or the name of
 * something outside of Nostr (NIP-73).
 */
export interface Reference {
  readonly type: 'event' | 'address' | 'external';
  readonly key: string;
  /** At most 3, all of which passed the url policy. */
  readonly relays: readonly string[];
  readonly author: string | undefined;
  readonly kind: number | undefined;
}

export type Readable = Pick<SignedEvent, 'kind' | 'tags' | 'content'>;

const NIP10_KINDS: ReadonlySet<number> = new Set([
  KIND.Text,
  KIND.ChannelMessage,
  KIND.Poll,
  KIND.ZapPoll,
]);

/**
 * Return the event that this one answers; `undefined` if it is no answer. For notes (NIP-10,
 * NOTE-19) that is the e tag marked reply, else the one marked root. Otherwise it is the only or
 * last e tag that is neither marked mention nor quoted by its position, else an a tag with such a
 * mark. For comments (NIP-22) it is the lower-case a, e or i tag.
 */
export function replyTarget(event: Readable): Reference | undefined {
  if (isComment(event.kind)) return commentTarget(event, ['a', 'e', 'i'], 'k');
  if (!NIP10_KINDS.has(event.kind)) return undefined;
  const events = threadTags(event, 'e');
  const addresses = threadTags(event, 'a');
  const reply = marked(events, 'reply') ?? marked(addresses, 'reply');
  const root = marked(addresses, 'root') ?? marked(events, 'root');
  const tag = reply ?? root ?? answered(event, events).at(-1);
  return tag && fromTag(tag);
}

/** Return the root of the event's thread; `undefined` if the event is the root. */
export function rootOf(event: Readable): Reference | undefined {
  if (isComment(event.kind)) return commentTarget(event, COMMENT_ROOTS, 'K');
  if (!NIP10_KINDS.has(event.kind)) return undefined;
  const events = threadTags(event, 'e');
  const root = marked(threadTags(event, 'a'), 'root') ?? marked(events, 'root');
  const tag = root ?? answered(event, events).find((each) => each[3] !== 'reply');
  return tag ? fromTag(tag) : replyTarget(event);
}

/**
 * Return every name of the root of an event's thread. An article has both the id of a version and
 * the address.
 */
export function rootsOf(event: Readable): readonly Reference[] {
  const roots = event.tags
    .filter((tag) => isRootTag(event.kind, tag))
    .flatMap((tag) => fromTag(tag) ?? []);
  return roots.length > 0 ? roots : [rootOf(event) ?? []].flat();
}

function isRootTag(kind: number, [name = '', , , marker]: Tag): boolean {
  if (isComment(kind)) return COMMENT_ROOTS.includes(name);
  if (kind === KIND.LiveChatMessage) return name === 'a';
  return NIP10_KINDS.has(kind) && (name === 'e' || name === 'a') && marker === 'root';
}

const COMMENT_ROOTS: readonly string[] = ['A', 'E', 'I'];

/**
 * Return the target of a repost (kinds 6 and 16): its first e tag, else its first a tag (FEED-15,
 * NIP-18).
 */
export function repostTarget(event: Readable): Reference | undefined {
  if (!isRepost(event)) return undefined;
  const tag = threadTags(event, 'e')[0] ?? threadTags(event, 'a')[0];
  return tag && fromTag(tag, event.kind === KIND.Repost ? KIND.Text : kindTag(event, 'k'));
}

/**
 * Return the unchecked event in a repost's content; `undefined` if there is none. The caller must
 * verify it first (INV-VERIFIED).
 */
export function embeddedRepost(event: Readable): unknown {
  if (!isRepost(event) || event.content === '') return undefined;
  const value = parseJson(event.content);
  return isRecord(value) ? value : undefined;
}

/** Return every well-formed e or a tag of an event, in order. */
export function referencesOf(
  event: Pick<SignedEvent, 'tags'>,
  name: 'e' | 'a',
): readonly Reference[] {
  return threadTags(event, name).flatMap((tag) => fromTag(tag) ?? []);
}

/**
 * Return at most `max` relay hints that pass the url policy, without repetitions (LIMIT-03: 2, for
 * reposts 3; NOTE-18).
 */
export function selectHints(urls: Iterable<string>, max = 2): readonly string[] {
  const hints = new Set<string>();
  for (const url of urls) {
    if (hints.size === max) break;
    const safe = safeRelayUrl(url);
    if (safe) hints.add(safe);
  }
  return [...hints];
}

/** Return the hints in an event's own e, a, p and q tags. */
export function hintsOf(event: Pick<SignedEvent, 'tags'>, max = 2): readonly string[] {
  return selectHints(
    event.tags
      .filter(([name]) => name === 'e' || name === 'a' || name === 'p' || name === 'q')
      .map((tag) => tag[2] ?? ''),
    max,
  );
}

/** True for comments, written (NIP-22) or spoken (NIP-A0). */
export function isComment(kind: number): boolean {
  return kind === KIND.Comment || kind === KIND.VoiceReply;
}

/** True for kinds 6 and 16 (NIP-18). */
export function isRepost(event: Readable): boolean {
  return event.kind === KIND.Repost || event.kind === KIND.GenericRepost;
}

/**
 * Read an e, E, a, A, q, i or I tag. The author is the fourth value in NIP-22 and q tags, and the
 * fifth in NIP-10 tags.
 */
export function fromTag(tag: Tag, kind?: number): Reference | undefined {
  const [name, value = '', relay = '', fourth = '', fifth = ''] = tag;
  const relays = selectHints([relay], 3);
  if (name === 'i' || name === 'I')
    return value === ''
      ? undefined
      : { type: 'external', key: value, relays: [], author: undefined, kind: undefined };
  const address = parseAddress(value);
  if (address)
    return { type: 'address', key: value, relays, author: address.pubkey, kind: address.kind };
  const author = [fifth, fourth].find((text) => isHex(text, 64));
  return isHex(value, 64) ? { type: 'event', key: value, relays, author, kind } : undefined;
}

/** Return the e tags that may name an answered event: not marked mention, and not quoted. */
function answered(event: Readable, events: readonly Tag[]): readonly Tag[] {
  const quoted = positionalTags(event);
  return events.filter((tag) => tag[3] !== 'mention' && !quoted.includes(tag));
}

/** Return the tags that the text names by position: `#[1]` is the second one (NIP-08). */
export function positionalTags({ content, tags }: Readable): readonly Tag[] {
  return [...content.matchAll(/#\[(\d+)\]/g)]
    .slice(0, MAX_REFERENCES)
    .map(([, at]) => tags[Number(at)] ?? []);
}

function threadTags(event: Pick<SignedEvent, 'tags'>, name: 'e' | 'a'): readonly Tag[] {
  return event.tags.filter(
    (tag) =>
      tag[0] === name &&
      (name === 'e' ? isHex(tag[1] ?? '', 64) : parseAddress(tag[1] ?? '') !== undefined),
  );
}

function marked(tags: readonly Tag[], marker: string): Tag | undefined {
  return tags.find((tag) => tag[3] === marker);
}

function commentTarget(
  event: Readable,
  names: readonly string[],
  kindName: 'k' | 'K',
): Reference | undefined {
  const kind = kindTag(event, kindName);
  for (const name of names) {
    for (const tag of event.tags) {
      const reference = tag[0] === name ? fromTag(tag, kind) : undefined;
      if (reference) return reference;
    }
  }
  return undefined;
}

function kindTag(event: Readable, name: 'k' | 'K'): number | undefined {
  const text = event.tags.find((tag) => tag[0] === name)?.[1] ?? '';
  const kind = Number(text);
  return text !== '' && isKind(kind) ? kind : undefined;
}
