import { readMessageRelays, relaysForCopies } from '../../events/account/lists/relay-list.ts';
import type { Secret } from '../../events/account/keys/secret.ts';
import { newestVersion, type VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { type Contacts, MOST_OF_ONE, type PrivateMessages, withOpened } from '../../events/messages/contacts.ts';
import type { Seen } from '../../events/messages/seen-messages.ts';
import { isWrapFor, messageIn, type OpenedMessage } from '../../events/messages/unwrap.ts';
import { isDue, type OutboxRecords } from '../../events/publish/outbox/outbox.ts';
import { inSeconds, type Seconds, seconds } from '../../events/core/time.ts';
import { withoutKey } from '../../events/core/without-key.ts';
import type { ScopeRef } from '../core/feature.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { Bus } from '../core/bus.ts';
import type { RelayUse } from '../connection/relay-pool-members.ts';
import { each, type Ours, signedBy } from '../../events/nostr/ours.ts';

export interface WrapsInput {
  readonly account: string;
  readonly isLocal: boolean;
  readonly bus: Bus;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
  /** Origin of the page, whose own relay may have a private address, and that relay. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

export interface WrapsContext extends WrapsInput {
  readonly quiet: boolean;
  readonly relays: readonly RelayUse[];
  /** The newest list of relays for private messages (kind 10050) that was seen. */
  readonly list: VerifiedEvent | undefined;
  /** The newest follow list that they brought, and whom it names. */
  readonly followed: VerifiedEvent | undefined;
  readonly follows: ReadonlySet<string>;
  /** Relays that were asked, and are told to us as long as they are. */
  readonly asked: ReadonlyArray<Ours<string>>;
  /** Those of them that give nothing without a proof of identity, which nobody has signed yet. */
  readonly unproved: ReadonlySet<string>;
  /** Of each relay that has more: where its next older page ends, and how many pages it gave. */
  readonly older: ReadonlyMap<Ours<string>, Page>;
  /** What relays brought in this look. */
  readonly brought: ReadonlyMap<Ours<string>, { readonly count: number; readonly oldest: number; readonly fresh: number }>;
  /** Relays whose wraps were read to the oldest: what else they bring has arrived since. */
  readonly whole: ReadonlySet<string>;
  /** Relays of which that is not known, and where to read on; undefined: at their newest page. */
  readonly short: ReadonlyMap<Ours<string>, Page | undefined>;
  /** Wraps that arrived so and are not opened yet, and messages that were in such wraps, by id. */
  readonly arriving: ReadonlySet<string>;
  readonly arrived: ReadonlySet<string>;
  /** Wraps that came, by id. */
  readonly seen: ReadonlySet<string>;
  /** Newest first. What is in work stands in front. */
  readonly waiting: readonly VerifiedEvent[];
  /** What was decrypted of those in work, and what of that is a seal. */
  readonly texts: ReadonlyMap<string, Secret<string>>;
  readonly seals: ReadonlyMap<string, VerifiedEvent>;
  /** What nobody with this key can open: the last of them, and how many there are. */
  readonly lost: readonly VerifiedEvent[];
  readonly lostCount: number;
  /** In memory only. */
  readonly opened: PrivateMessages;
  readonly contacts: Contacts;
  /** Strangers for whom there was no room. */
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
/** Together 18,000 wraps of each relay: fewer than are known as seen. */
const MOST_PAGES = 180;
const MOST_SEEN = 20_000;
const MOST_WAITING = 1_000;
const MOST_LOST = 100;
/**
 * Where private messages to the account are: on the relays it names for them; and from before it named those, where it reads, where its own copies
 * went, and on the page's own.
 */
export function urlsOf({ account, list, relays, home, homeRelay }: WrapsContext): ReadonlyArray<Ours<string>> {
  const named = list ? each(signedBy(account, list, (own) => readMessageRelays(own, home))) : [];
  const reads = relays.flatMap(({ url, read }) => (read ? [url] : []));
  return [...new Set([...named, ...reads, ...relaysForCopies(relays), homeRelay])];
}

export function filterOf(account: string) {
  return { kinds: [KIND.GiftWrap], '#p': [account], limit: PAGE };
}

export function newestList({ list, account }: WrapsContext, events: readonly VerifiedEvent[]): VerifiedEvent | undefined {
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.DirectMessageRelays && pubkey === account);
  return newestVersion(list ? [list, ...lists] : lists);
}

/** The follow list as relays have it, on which nobody's conversation depends that the account has written in. */
function withFollows({ followed, account }: WrapsContext, events: readonly VerifiedEvent[]): Partial<WrapsContext> {
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.Contacts && pubkey === account);
  const newest = newestVersion(followed ? [followed, ...lists] : lists);
  if (newest === followed) return {};
  return { followed: newest, follows: new Set(newest?.tags.flatMap(([name, peer = '']) => (name === 'p' ? [peer] : []))) };
}

/** With what a relay brought: each wrap once, newest first; of too many the oldest are let go and come again on an older page. */
export function withWraps(context: WrapsContext, url: Ours<string>, events: readonly VerifiedEvent[]): Partial<WrapsContext> {
  const { account, seen, waiting, brought } = context;
  const wraps = events.filter((event) => isWrapFor(event, account));
  const fresh = [...new Map(wraps.map((wrap) => [wrap.id, wrap])).values()].filter(({ id }) => !seen.has(id));
  const before = brought.get(url) ?? { count: 0, oldest: Number.MAX_SAFE_INTEGER, fresh: 0 };
  const times = events.flatMap(({ kind, created_at }) => (kind === KIND.GiftWrap ? [inSeconds(created_at)] : []));
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
    ...(context.whole.has(url) && fresh.length > 0
      ? { arriving: new Set([...context.arriving, ...fresh.map(({ id }) => id)].slice(-MOST_WAITING)) }
      : {}),
    waiting: [...kept],
    ...(left
      ? {
          whole: new Set([...context.whole].filter((one) => one !== url)),
          older: new Map(context.older).set(url, { until: left.created_at, pages: context.older.get(url)?.pages ?? 0 }),
        }
      : {}),
  };
}

/** With own copies of what was sent, as the outbox holds them: it may be that no relay took one yet, or none ever does. */
export function withHeld(context: WrapsContext, records: OutboxRecords): Partial<WrapsContext> {
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

/** With the end of a page of that relay. `isComplete`: it said so itself. */
export function withEnd(context: WrapsContext, url: Ours<string>, isComplete: boolean): Pick<WrapsContext, 'older' | 'short' | 'whole'> {
  const { older, short, whole } = context;
  const next = pageAfter(context, url);
  if (next && next.pages < MOST_PAGES) return { older: new Map(older).set(url, next), short, whole };
  const ended = withoutKey(older, url);
  if (isComplete && !next) return { older: ended, short: withoutKey(short, url), whole: new Set([...whole, url]) };
  return { older: ended, short: withShort(short, url, next ?? older.get(url)), whole };
}

/** Of two places where that relay can be read on the older one counts: it is read again from its newest page from time to time. */
function withShort(short: WrapsContext['short'], url: Ours<string>, page: Page | undefined): WrapsContext['short'] {
  const before = short.get(url);
  const at = page && before && before.until < page.until ? before : page;
  return new Map(short).set(url, at && { ...at, pages: 0 });
}

/** Where that relay goes on, now that its page has ended. A page that brought nothing new is passed over by a second: its wraps tie. */
function pageAfter({ brought, older }: WrapsContext, url: Ours<string>): Page | undefined {
  const page = brought.get(url);
  if (!page || page.count < PAGE || page.oldest <= 0) return undefined;
  return { until: seconds(page.fresh > 0 ? page.oldest : page.oldest - 1), pages: (older.get(url)?.pages ?? 0) + 1 };
}

/** With the first relay that has more left out: its page never ended. */
export function withoutPage({ older, short }: WrapsContext): Pick<WrapsContext, 'older' | 'short'> {
  const [first] = older;
  return first ? { older: withoutKey(older, first[0]), short: withShort(short, ...first) } : { older, short };
}

/** With all relays that were not read to the end read on; `again`: those that are asked for their newest page. */
export function resumed({ older, short, brought }: WrapsContext): Pick<WrapsContext, 'older' | 'short' | 'brought'> & {
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

/** How far private messages were read: all of them; not yet; or no further by itself, `missing` relays not to their oldest. */
export interface Reading {
  readonly code: 'whole' | 'reading' | 'short';
  readonly missing: number;
}

/** Tell how far private messages were read, of all conversations or of one peer. `isSealed`: what waits is not opened by itself. */
export function readingOf(context: WrapsContext, isSealed: boolean, peer?: string): Reading {
  const { short, older, whole, opened, arriving } = context;
  // what arrives now is no earlier message of a conversation
  const waiting = context.waiting.filter(({ id }) => peer === undefined || !arriving.has(id));
  const left = urlsOf(context).filter((url) => !whole.has(url));
  const isCut = (opened.get(peer ?? '')?.length ?? 0) >= MOST_OF_ONE;
  if (left.length === 0 && waiting.length === 0 && !isCut) return { code: 'whole', missing: 0 };
  const isGoingOn = (waiting.length > 0 && !isSealed) || left.some((url) => older.has(url) || !short.has(url));
  return { code: isGoingOn ? 'reading' : 'short', missing: left.length };
}

export function withLost({ waiting, lost, lostCount }: WrapsContext, id: string): Pick<WrapsContext, 'waiting' | 'lost' | 'lostCount'> {
  if (!waiting.some((wrap) => wrap.id === id)) return { waiting, lost, lostCount };
  return {
    waiting: waiting.filter((wrap) => wrap.id !== id),
    lost: [...lost, ...waiting.filter((wrap) => wrap.id === id)].slice(-MOST_LOST),
    lostCount: lostCount + 1,
  };
}

export function withMessage(context: WrapsContext, id: string, text: Secret<string>): Partial<WrapsContext> {
  const { account, now, opened, seals } = context;
  const [seal, wrap] = [seals.get(id), context.waiting.find((one) => one.id === id)];
  const message = seal && wrap && messageIn(text.reveal() ?? '', { seal, wrap, account, now });
  const isKept = (one: OpenedMessage): boolean => one.message.pubkey === account || context.follows.has(one.peer);
  const all = message ? withOpened(opened, [message], isKept) : opened;
  text.forget();
  return {
    seals: withoutKey(seals, id),
    waiting: context.waiting.filter((one) => one.id !== id),
    opened: all,
    rest: context.rest + (message && !opened.has(message.peer) ? opened.size + 1 - all.size : 0),
    ...(message && context.arriving.has(id) ? { arrived: new Set([...context.arrived, message.message.id]) } : {}),
  };
}
