import {
  type OwnRelay,
  ownRelayTags,
  relaysForCopies,
} from '../../events/account/lists/relay-list.ts';
import type { Secret } from '../../events/account/keys/secret.ts';
import { newestVersion, type VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import {
  type Contacts,
  MOST_OF_ONE,
  type PrivateMessages,
  withOpened,
} from '../../events/messages/contacts.ts';
import type { Seen } from '../../events/messages/seen-messages.ts';
import {
  isWrapFor,
  openedIn,
  type OpenedMessage,
  type OpenedReaction,
} from '../../events/messages/unwrap.ts';
import type { PrivateReaction } from '../../events/messages/rumor.ts';
import { isDue, type OutboxRecords } from '../../events/publish/outbox/outbox.ts';
import { inSeconds, type Seconds, seconds } from '../../events/core/time.ts';
import { withoutKey } from '../../events/core/without-key.ts';
import type { ScopeRef } from '../core/feature.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { Bus } from '../core/bus.ts';
import type { Ours } from '../../events/nostr/ours.ts';

export interface GiftWrapsInput {
  readonly account: string;
  readonly isLocal: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** `home`: origin of the page. `homeRelay`: its own relay, which may have a private address. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

export interface GiftWrapsContext extends GiftWrapsInput {
  readonly quiet: boolean;
  readonly relays: readonly OwnRelay[];
  /** Newest known list of relays for private messages (kind 10050). */
  readonly list: VerifiedEvent | undefined;
  /** Newest follow list that relays sent, and the people in it. */
  readonly followed: VerifiedEvent | undefined;
  readonly follows: ReadonlySet<string>;
  /** Relays with an open subscription. */
  readonly asked: ReadonlyArray<Ours<string>>;
  /** Relays that require authentication, which is not signed yet. */
  readonly unproved: ReadonlySet<string>;
  /** Relays with older pages: start of the next page, and number of pages read. */
  readonly older: ReadonlyMap<Ours<string>, Page>;
  /** Wraps received from each relay in the current request. */
  readonly brought: ReadonlyMap<
    Ours<string>,
    { readonly count: number; readonly oldest: number; readonly fresh: number }
  >;
  /** Relays read to their oldest wrap. Further wraps from them are new. */
  readonly whole: ReadonlySet<string>;
  /** Relays with an unknown rest, and the start of the next page. `undefined`: the newest page. */
  readonly short: ReadonlyMap<Ours<string>, Page | undefined>;
  /** `arriving`: new wraps that are not opened yet. `arrived`: messages from such wraps, by id. */
  readonly arriving: ReadonlySet<string>;
  readonly arrived: ReadonlySet<string>;
  /** Ids of received wraps. */
  readonly seen: ReadonlySet<string>;
  /** Newest first. The current batch is in front. */
  readonly waiting: readonly VerifiedEvent[];
  /** Decrypted texts of the current batch, and the seals among them. */
  readonly texts: ReadonlyMap<string, Secret<string>>;
  readonly seals: ReadonlyMap<string, VerifiedEvent>;
  /** Wraps that this key cannot open: the last ones, and their total number. */
  readonly lost: readonly VerifiedEvent[];
  readonly lostCount: number;
  /** In memory only. */
  readonly opened: PrivateMessages;
  readonly contacts: Contacts;
  /** Opened reactions by peer, in memory only. */
  readonly reactions: ReadonlyMap<string, readonly PrivateReaction[]>;
  /** Number of strangers that exceeded the limit. */
  readonly rest: number;
  readonly read: Seen | undefined;
  readonly isReadKnown: boolean;
  readonly now: Seconds;
}

interface Page {
  readonly until: Seconds;
  readonly pages: number;
}

const PAGE = 100;
/** Limit of pages per relay. It allows 18,000 wraps each, fewer than `MOST_SEEN`. */
const MOST_PAGES = 180;
const MOST_SEEN = 20_000;
const MOST_WAITING = 1_000;
const MOST_LOST = 100;
/** Reactions of one conversation, and conversations with reactions. */
const MOST_REACTIONS = 1_000;
const MOST_REACTED = 5_000;
/**
 * Return the relays with private messages to the account: its message relays, its read relays, the
 * relays of its own copies, and the page's own relay. The last three cover messages from before the
 * account had a list.
 */
export function urlsOf({
  account,
  list,
  relays,
  home,
  homeRelay,
}: GiftWrapsContext): ReadonlyArray<Ours<string>> {
  const named = ownRelayTags(account, list, home);
  const reads = relays.flatMap(({ url, read }) => (read ? [url] : []));
  return [...new Set([...named, ...reads, ...relaysForCopies(relays), homeRelay])];
}

export function filterOf(account: string) {
  return { kinds: [KIND.GiftWrap], '#p': [account], limit: PAGE };
}

export function newestList(
  { list, account }: GiftWrapsContext,
  events: readonly VerifiedEvent[],
): VerifiedEvent | undefined {
  const lists = events.filter(
    ({ kind, pubkey }) => kind === KIND.DirectMessageRelays && pubkey === account,
  );
  return newestVersion(list ? [list, ...lists] : lists);
}

/**
 * Adopt a newer follow list from relays. Contacts that the account has written to do not depend on
 * it.
 */
function withFollows(
  { followed, account }: GiftWrapsContext,
  events: readonly VerifiedEvent[],
): Partial<GiftWrapsContext> {
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.Contacts && pubkey === account);
  const newest = newestVersion(followed ? [followed, ...lists] : lists);
  if (newest === followed) return {};
  return {
    followed: newest,
    follows: new Set(newest?.tags.flatMap(([name, peer = '']) => (name === 'p' ? [peer] : []))),
  };
}

/**
 * Add received wraps once each, newest first. Above the limit the oldest are dropped, and load
 * again with an older page.
 */
export function withWraps(
  context: GiftWrapsContext,
  url: Ours<string>,
  events: readonly VerifiedEvent[],
): Partial<GiftWrapsContext> {
  const { account, seen, waiting, brought } = context;
  const wraps = events.filter((event) => isWrapFor(event, account));
  const fresh = [...new Map(wraps.map((wrap) => [wrap.id, wrap])).values()].filter(
    ({ id }) => !seen.has(id),
  );
  const before = brought.get(url) ?? { count: 0, oldest: Number.MAX_SAFE_INTEGER, fresh: 0 };
  const times = events.flatMap(({ kind, created_at }) =>
    kind === KIND.GiftWrap ? [inSeconds(created_at)] : [],
  );
  const all = [...waiting, ...fresh].toSorted(byTime);
  const [left] = all.slice(MOST_WAITING);
  const kept = new Set(all.slice(0, MOST_WAITING));
  const known = [...seen, ...fresh.flatMap((wrap) => (kept.has(wrap) ? [wrap.id] : []))];
  return {
    list: newestList(context, events),
    ...withFollows(context, events),
    brought: new Map(brought).set(url, {
      count: before.count + times.length,
      oldest: times.reduce((one, other) => Math.min(one, other), before.oldest),
      fresh: before.fresh + fresh.length,
    }),
    seen: new Set(known.slice(-MOST_SEEN)),
    ...(context.whole.has(url)
      ? {
          arriving: new Set(
            [...context.arriving, ...fresh.map(({ id }) => id)].slice(-MOST_WAITING),
          ),
        }
      : {}),
    waiting: [...kept],
    ...(left
      ? {
          whole: new Set([...context.whole].filter((one) => one !== url)),
          older: new Map(context.older).set(url, {
            until: left.created_at,
            pages: context.older.get(url)?.pages ?? 0,
          }),
        }
      : {}),
  };
}

/** Add own copies of sent messages from the outbox, because relays may not have accepted them. */
export function withHeld(
  context: GiftWrapsContext,
  records: OutboxRecords,
): Partial<GiftWrapsContext> {
  const { account, seen, waiting } = context;
  const fresh = [...records.values()].flatMap((record) => {
    const { wish, event } = record;
    const isOwnCopy = wish.type === 'wrap' && wish.after !== undefined && isDue(record, records);
    return isOwnCopy && event && isWrapFor(event, account) && !seen.has(event.id) ? [event] : [];
  });
  if (fresh.length === 0) return {};
  return {
    seen: new Set([...seen, ...fresh.map(({ id }) => id)].slice(-MOST_SEEN)),
    arriving: new Set([...context.arriving, ...fresh.map(({ id }) => id)].slice(-MOST_WAITING)),
    waiting: [...waiting, ...fresh].toSorted(byTime),
  };
}

function byTime(one: VerifiedEvent, other: VerifiedEvent): number {
  return inSeconds(other.created_at) - inSeconds(one.created_at) || (one.id < other.id ? -1 : 1);
}

/** Record the end of a page. `isComplete`: true if the relay sent EOSE itself. */
export function withEnd(
  context: GiftWrapsContext,
  url: Ours<string>,
  isComplete: boolean,
): Pick<GiftWrapsContext, 'older' | 'short' | 'whole'> {
  const { older, short, whole } = context;
  const next = pageAfter(context, url);
  if (next && next.pages < MOST_PAGES)
    return { older: new Map(older).set(url, next), short, whole };
  const ended = withoutKey(older, url);
  if (isComplete && !next)
    return { older: ended, short: withoutKey(short, url), whole: new Set([...whole, url]) };
  return { older: ended, short: withShort(short, url, next ?? older.get(url)), whole };
}

/**
 * Keep the older of two resume positions, because each relay is also read from its newest page from
 * time to time.
 */
function withShort(
  short: GiftWrapsContext['short'],
  url: Ours<string>,
  page: Page | undefined,
): GiftWrapsContext['short'] {
  const before = short.get(url);
  const at = page && before && before.until < page.until ? before : page;
  return new Map(short).set(url, at && { ...at, pages: 0 });
}

/**
 * Return the next page of the relay. A page without new wraps moves back by one second, because its
 * wraps share a second.
 */
function pageAfter({ brought, older }: GiftWrapsContext, url: Ours<string>): Page | undefined {
  const page = brought.get(url);
  if (!page || page.count < PAGE || page.oldest <= 0) return undefined;
  return {
    until: seconds(page.fresh > 0 ? page.oldest : page.oldest - 1),
    pages: (older.get(url)?.pages ?? 0) + 1,
  };
}

/** Drop the page of the first relay with older pages, because it never ended. */
export function withoutPage({
  older,
  short,
}: GiftWrapsContext): Pick<GiftWrapsContext, 'older' | 'short'> {
  const [first] = older;
  return first
    ? { older: withoutKey(older, first[0]), short: withShort(short, ...first) }
    : { older, short };
}

/**
 * Resume all relays that were not read to the end. `again`: relays to request from their newest
 * page.
 */
export function resumed({ older, short, brought }: GiftWrapsContext): Pick<
  GiftWrapsContext,
  'older' | 'short' | 'brought'
> & {
  readonly again: ReadonlyArray<Ours<string>>;
} {
  const pages = [...short].flatMap(([url, page]) => (page ? [[url, page] as const] : []));
  const again = [...short].flatMap(([url, page]) => (page ? [] : [url]));
  return {
    older: new Map([...older, ...pages]),
    short: new Map(),
    brought: new Map([...brought].filter(([url]) => !short.has(url))),
    again,
  };
}

/** Reading progress: complete, in progress, or stopped with `missing` relays unread. */
export interface Reading {
  readonly code: 'whole' | 'reading' | 'short';
  readonly missing: number;
}

/**
 * Return the reading progress of all conversations or of one peer. `isSealed`: waiting wraps are
 * not opened automatically.
 */
export function readingOf(context: GiftWrapsContext, isSealed: boolean, peer?: string): Reading {
  const { short, older, whole, opened, arriving } = context;
  // new messages are not earlier messages of a conversation
  const waiting = context.waiting.filter(({ id }) => peer === undefined || !arriving.has(id));
  const left = urlsOf(context).filter((url) => !whole.has(url));
  const isCut = (opened.get(peer ?? '')?.length ?? 0) >= MOST_OF_ONE;
  if (left.length === 0 && waiting.length === 0 && !isCut) return { code: 'whole', missing: 0 };
  const isGoingOn =
    (waiting.length > 0 && !isSealed) || left.some((url) => older.has(url) || !short.has(url));
  return { code: isGoingOn ? 'reading' : 'short', missing: left.length };
}

export function withLost(
  { waiting, lost, lostCount }: GiftWrapsContext,
  id: string,
): Pick<GiftWrapsContext, 'waiting' | 'lost' | 'lostCount'> {
  if (!waiting.some((wrap) => wrap.id === id)) return { waiting, lost, lostCount };
  return {
    waiting: waiting.filter((wrap) => wrap.id !== id),
    lost: [...lost, ...waiting.filter((wrap) => wrap.id === id)].slice(-MOST_LOST),
    lostCount: lostCount + 1,
  };
}

export function withMessage(
  context: GiftWrapsContext,
  id: string,
  text: Secret<string>,
): Partial<GiftWrapsContext> {
  const { account, now, opened, seals } = context;
  const [seal, wrap] = [seals.get(id), context.waiting.find((one) => one.id === id)];
  const read = seal && wrap && { seal, wrap, account, now };
  const found = read && openedIn(text.reveal() ?? '', read);
  const message = found && 'message' in found ? found : undefined;
  const isKept = (one: OpenedMessage): boolean =>
    one.message.pubkey === account || context.follows.has(one.peer);
  const all = message ? withOpened(opened, [message], isKept) : opened;
  text.forget();
  return {
    seals: withoutKey(seals, id),
    waiting: context.waiting.filter((one) => one.id !== id),
    opened: all,
    ...(found && 'reaction' in found ? { reactions: withReaction(context.reactions, found) } : {}),
    rest: context.rest + (message && !opened.has(message.peer) ? opened.size + 1 - all.size : 0),
    ...(message && context.arriving.has(id)
      ? { arrived: new Set([...context.arrived, message.message.id]) }
      : {}),
  };
}

/** Add a reaction once, because one can come in several wraps. Above the limits it is dropped. */
function withReaction(
  reactions: GiftWrapsContext['reactions'],
  { peer, reaction }: OpenedReaction,
): GiftWrapsContext['reactions'] {
  const known = reactions.get(peer) ?? [];
  const isFull =
    known.length === 0 ? reactions.size >= MOST_REACTED : known.length >= MOST_REACTIONS;
  if (isFull || known.some(({ id }) => id === reaction.id)) return reactions;
  return new Map(reactions).set(peer, [...known, reaction]);
}
