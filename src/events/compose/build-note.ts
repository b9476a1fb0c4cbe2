import { addressOf, parseAddress } from '../nostr/address.ts';
import type { Draft, SignedEvent, Tag } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { KIND } from '../nostr/kinds.ts';
import { naddrOf, neventOf } from '../nostr/nip19.ts';
import { isComment, type Reference, rootOf, selectHints } from '../facts/references.ts';
import { EVENT_LIMITS } from '../nostr/event-shape.ts';
import { postable, tagsOf, trimTag, uniquePeople, type Written } from './text-tags.ts';
import { composed, type Ours } from '../nostr/ours.ts';

/** An event to answer or quote, with relays that have it, best first. */
export interface EventWithHints {
  readonly event: SignedEvent;
  readonly relays?: readonly string[] | undefined;
}

/** Return the relay that a tag names; it has room for only one. */
export function relayHintOf({ relays = [] }: EventWithHints): string | undefined {
  return selectHints(relays, 1)[0];
}

const MAX_HINTS = 3;

/**
 * Build a note that begins a thread (kind 1, NIP-10, NIP-27). `author` is the writer, who is not
 * notified.
 */
export function buildNote(written: Written, author?: string): Ours<Draft> {
  const content = postable(written.text);
  return composed({
    kind: KIND.Text,
    content,
    tags: uniquePeople(tagsOf({ ...written, text: content }), author),
  });
}

/**
 * Build an answer: a reply to a note (NIP-10), or a comment on anything else (NIP-22). `author` is
 * the writer. `audience` are the accounts that a reply notifies; by default, everyone that the
 * answered note notified.
 */
export function buildAnswer(
  written: Written,
  answered: EventWithHints,
  author: string,
  audience = audienceOf(answered.event),
): Ours<Draft> {
  const { content, tags } = buildNote(written, author);
  // NIP-22 requires a tag for the answered author, even if that is the writer
  if (answered.event.kind !== KIND.Text)
    return composed({
      kind: KIND.Comment,
      content,
      tags: uniquePeople([...commentTags(answered), ...tags]),
    });
  const told = audience.map((pubkey): Tag => ['p', pubkey]);
  return composed({
    kind: KIND.Text,
    content,
    tags: uniquePeople([...replyTags(answered), ...told, ...tags], author),
  });
}

/**
 * Return the accounts that an answer notifies: the author first, then those that the event
 * notified. There may be hundreds, so ask the user before notifying all (E-28).
 */
export function audienceOf(event: SignedEvent): readonly string[] {
  const told = event.tags.flatMap(([name, pubkey = '']) =>
    name === 'p' && isHex(pubkey, 64) ? [pubkey] : [],
  );
  return [...new Set([event.pubkey, ...told])];
}

/**
 * Return the `nostr:` uri that quotes an event, with at most 3 relays (NOTE-18). It uses the
 * address if there is one.
 */
export function quoteUri({ event, relays: urls = [] }: EventWithHints): string {
  const relays = selectHints(urls, MAX_HINTS);
  const address = parseAddress(addressOf(event) ?? '');
  const code =
    (address && naddrOf({ ...address, relays })) ??
    neventOf({ id: event.id, relays, author: event.pubkey, kind: event.kind });
  return code === undefined ? '' : `nostr:${code}`;
}

/**
 * Append a quote to the text, unless it already contains it. The q tag follows from the text
 * (NIP-18).
 */
export function withQuote(text: string, quoted: EventWithHints): string {
  const uri = quoteUri(quoted);
  if (text.includes(uri)) return text;
  return text === '' ? uri : `${text}\n\n${uri}`;
}

/** Return why a draft cannot be published; `undefined` if it can. */
export function faultOf({ content, tags }: Draft): 'empty' | 'too-large' | undefined {
  if (content.trim() === '') return 'empty';
  const size = tags.reduce(
    (sum, tag) => tag.reduce((length, value) => length + value.length, sum),
    0,
  );
  const isLarge =
    content.length > EVENT_LIMITS.content ||
    tags.length > EVENT_LIMITS.tags ||
    size > EVENT_LIMITS.tagCharacters;
  return isLarge ? 'too-large' : undefined;
}

/**
 * Return marked e tags, the root first (NIP-10). The root of an answer to an article may be an
 * address.
 */
function replyTags(found: EventWithHints): readonly Tag[] {
  const { event } = found;
  const hint = relayHintOf(found);
  const root = rootOf(event);
  if (!root) return [trimTag('e', event.id, hint, 'root', event.pubkey)];
  return [rootTag(root), trimTag('e', event.id, hint, 'reply', event.pubkey)];
}

function rootTag({ type, key, relays, author }: Reference): Tag {
  return type === 'address'
    ? ['a', key, relays[0] ?? '', 'root']
    : trimTag('e', key, relays[0], 'root', author);
}

const ROOT_NAMES: ReadonlySet<string | undefined> = new Set(['A', 'E', 'I', 'K', 'P']);
const MAX_ROOT_TAGS = 10;

/**
 * Return the tags of a comment (NIP-22): upper case for the root of the thread, lower case for the
 * answered event.
 */
function commentTags(answered: EventWithHints): readonly Tag[] {
  const { event } = answered;
  const root = isComment(event.kind)
    ? event.tags.filter(([name]) => ROOT_NAMES.has(name)).slice(0, MAX_ROOT_TAGS)
    : [];
  const isComplete = rootOf(event) !== undefined && root.length > 0;
  return [
    ...(isComplete ? root : scope(answered, ['A', 'E', 'K', 'P'])),
    ...scope(answered, ['a', 'e', 'k', 'p']),
  ];
}

function scope(
  found: EventWithHints,
  [a, e, k, p]: readonly [a: string, e: string, k: string, p: string],
): readonly Tag[] {
  const { event } = found;
  const hint = relayHintOf(found);
  const address = addressOf(event);
  return [
    ...(address === undefined ? [] : [trimTag(a, address, hint)]),
    // a root with an address is named only by that
    ...(address !== undefined && e === 'E' ? [] : [trimTag(e, event.id, hint, event.pubkey)]),
    [k, String(event.kind)],
    trimTag(p, event.pubkey, hint),
  ];
}
