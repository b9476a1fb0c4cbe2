import type { DoneActorEvent } from 'xstate';
import type { ListName } from '../../events/account/list-form.ts';
import type { ListIntent } from '../../events/account/list-intents.ts';
import { SERVERS_FAILED } from '../../events/account/list-words.ts';
import type { Privileged } from '../../events/account/privileged.ts';
import { readRelayList } from '../../events/account/relay-list.ts';
import type { Draft, VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { ComposeAim } from '../../events/publish/compose.ts';
import { failureReason, type FailureReason } from '../../events/publish/failure.ts';
import { failureOf, type OutboxRecord, type OutboxRecords, stateOf } from '../../events/publish/outbox.ts';
import { targetsOf } from '../../events/publish/targets.ts';
import type { Crash } from '../app/failure.ts';
import type { Restarts } from '../app/supervision.ts';
import type { Hub } from '../connection/hub.ts';
import type { RelayUse } from '../connection/pool-members.ts';
import type { PoolAsk, RelayNews } from '../connection/relay-wire.ts';
import type { RequestPart } from '../connection/request.machine.ts';
import type { ComposeDone } from '../publish/compose.machine.ts';
import type { InboxesNews } from '../publish/inboxes.machine.ts';
import type { OutboxNews, PublishOrder } from '../publish/outbox-wire.ts';
import type { BroadcastNews } from '../publish/broadcast.machine.ts';
import type { RetractNews } from '../publish/retract.machine.ts';
import type { MediaServersNews } from '../settings/media-servers.machine.ts';
import type { NetworkNews } from '../settings/network.machine.ts';
import type { ListsNews } from './lists.machine.ts';
import type { SignerRef } from './signer-ref.ts';

/** What whoever is here wants done. Times in seconds. */
export type CitizenOrder =
  /**
   * To be signed and sent. What is said: `done` once a relay took it, `failed` if none did, `doing` as long as it can be undone. `origin`,
   * `hold` and `about`: see PublishOrder. `also`: further relays. `tell`: what the caching service is told once a relay took it. `retracts`:
   * the act that it takes back.
   */
  | {
      type: 'citizen.publish';
      draft: Draft;
      now: number;
      done?: string;
      failed?: string;
      doing?: string;
      origin?: string;
      hold?: number;
      also?: readonly string[];
      tell?: Privileged;
      about?: readonly string[];
      retracts?: string;
    }
  /** Takes back a like or a repost after it was published (NIP-09). `target`: what was liked; `missing`: said where no such act is found. */
  | { type: 'citizen.retract'; target: string; kind: number; now: number; failed: string; missing: string }
  /** Opens the composer, if none is open. */
  | { type: 'citizen.compose'; aim: ComposeAim }
  | { type: 'citizen.edit'; list: ListName; intents: readonly ListIntent[]; now: number }
  /** Takes back what is held (BEYOND-09). */
  | { type: 'citizen.undo'; job: string }
  | BroadcastOrder;

/** Sends what somebody signed to the own relays (NOTE-13). `done` and `failed`: what is said of it afterwards. */
interface BroadcastOrder {
  readonly type: 'citizen.broadcast';
  readonly event: VerifiedEvent;
  readonly done: string;
  readonly failed: string;
}

/** Orders that wait here until it is known which relays are the account's own; edits wait with the lists. */
export const NEED_RELAYS = ['citizen.publish', 'citizen.retract', 'citizen.broadcast'] as const;
type RelayOrder = Extract<CitizenOrder, { type: (typeof NEED_RELAYS)[number] }>;

export function needsRelays(event: CitizenEvent): event is RelayOrder {
  return NEED_RELAYS.some((type) => type === event.type);
}

type PublishAct = Extract<CitizenOrder, { type: 'citizen.publish' }>;
type RetractOrder = Extract<CitizenOrder, { type: 'citizen.retract' }>;

export type CitizenEvent =
  | CitizenOrder
  | RequestPart
  | OutboxNews
  | PoolAsk
  | RelayNews
  | ListsNews
  | InboxesNews
  | NetworkNews
  | MediaServersNews
  | RetractNews
  | DoneActorEvent<ComposeDone, 'compose'>
  | DoneActorEvent<number, 'clock'>
  | BroadcastNews
  /** What failed is started again; what failed too often has been quiet for a minute. */
  | { type: 'citizen.restart'; child: CitizenChild }
  | { type: 'citizen.forgive' }
  | { type: 'citizen.slept' }
  | { type: 'citizen.woke' };

/**
 * Told to the parent: what was wanted came to nothing, in words (PUBLISH-02), and why; or it is done, and by whom is in the outbox. `note`: id of
 * what was published, where it can be looked at.
 */
export type CitizenNews =
  /** Something of the account failed. */
  | { type: 'citizen.crashed'; crash: Crash }
  | { type: 'citizen.failed'; text: string; kind?: 'warning'; why?: FailureReason }
  | { type: 'citizen.done'; text: string; note?: string };

export interface CitizenInput {
  readonly hub: Hub;
  readonly account: string;
  /** Its key is kept here; others sign elsewhere, and may ask a person. */
  readonly isLocal: boolean;
  readonly signer: SignerRef;
  /** Origin of the page, whose own relay may have a private address, and that relay: used by who has named none. */
  readonly home: string;
  readonly homeRelay: string;
  /** Start of the jitter's sequence. */
  readonly seed: number;
}

/** `act` as `actOf` names it. */
interface Held {
  readonly act: string;
  readonly text: string;
}

/** What lives as long as the account; the composer and what is done once come and go. */
export const CITIZEN_CHILDREN = ['relays', 'network', 'media', 'inboxes', 'mutuals', 'settings', 'outbox', 'lists'] as const;
export type CitizenChild = (typeof CITIZEN_CHILDREN)[number];

/** Who holds the address of whom, and ends with him; what was written is kept, and is there when the composer is opened again. */
export const DEPENDENTS: Readonly<Record<string, readonly string[]>> = {
  outbox: ['lists', 'compose', 'mention'],
  compose: ['mention'],
  mention: ['compose'],
};

export interface CitizenContext extends CitizenInput {
  readonly restarts: Restarts;
  readonly relays: readonly RelayUse[];
  /** What was wanted before it was known where to send it. */
  readonly waiting: readonly RelayOrder[];
  readonly failed: ReadonlySet<string>;
  /** Requests to the outbox so far. */
  readonly requests: number;
  /** What is to be said when orders are done: of those without a job yet by their request, and of those with one by it. */
  readonly ordered: ReadonlyMap<string, PublishAct>;
  readonly promised: ReadonlyMap<string, Pick<PublishAct, 'done' | 'failed' | 'tell' | 'retracts'>>;
  /** By id of the event: what is being sent once more. */
  readonly broadcasts: ReadonlyMap<string, BroadcastOrder>;
  /** Jobs that can still be undone, nothing of them signed. */
  readonly held: ReadonlyMap<string, Held>;
  /** Acts that are being taken back, and those that were, as far as this page knows. */
  readonly retracting: ReadonlyMap<string, RetractOrder>;
  readonly retracted: ReadonlySet<string>;
  /** Failures that are told once it is known how far the clock is off. */
  readonly unclear: ReadonlyArray<Extract<CitizenNews, { type: 'citizen.failed' }>>;
}

export function writeUrls(relays: readonly RelayUse[]): readonly string[] {
  return relays.flatMap(({ url, write }) => (write ? [url] : []));
}

/** The newest list of the account (NIP-65); who has none publishes on the page's own relay. */
export function relaysIn(events: readonly VerifiedEvent[], { account, home, homeRelay }: CitizenContext): readonly RelayUse[] {
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.RelayList && pubkey === account);
  const [newest] = lists.toSorted((one, other) => other.created_at - one.created_at);
  const relays = newest ? readRelayList(newest, home).relays : [];
  return relays.some(({ write }) => write) ? relays : [...relays, { url: homeRelay, read: true, write: true }];
}

/** What is known to be taken back after news of a job. `acts`: those that stand, as the log tells. What is done anew is not taken back any more. */
export function retractionsAfter(
  { retracting, retracted, promised }: CitizenContext,
  record: OutboxRecord,
  acts: ReadonlySet<string>,
): Pick<CitizenContext, 'retracting' | 'retracted'> {
  const retracts = promised.get(record.job)?.retracts;
  const state = stateOf(record);
  if (retracts !== undefined) {
    const isOver = failureOf(record) !== undefined || state === 'discarded';
    if (state !== 'accepted') return { retracted, retracting: isOver ? withoutKey(retracting, retracts) : retracting };
    return { retracting: withoutKey(retracting, retracts), retracted: new Set([...retracted, retracts]) };
  }
  const still = [...retracted].filter((act) => !acts.has(act));
  return { retracting, retracted: still.length === retracted.size ? retracted : new Set(still) };
}

export function withoutKey<V>(all: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...all].filter(([other]) => other !== key));
}

/** Once it is signed, refused or taken back there is nothing to undo. */
export function stillHeld(held: CitizenContext['held'], record: OutboxRecord): CitizenContext['held'] {
  if (!held.has(record.job) || stateOf(record) === 'drafted') return held;
  return new Map([...held].filter(([job]) => job !== record.job));
}

/** What is to be said of a job, once. */
export function failed({ failed: said }: CitizenContext, event: CitizenEvent): string | undefined {
  return event.type === 'outbox.news' && !said.has(event.record.job) ? failureOf(event.record) : undefined;
}

/** What is to be said now that somebody took it, once. */
export function done({ promised }: CitizenContext, event: CitizenEvent): string | undefined {
  return event.type === 'outbox.news' && stateOf(event.record) === 'accepted' ? promised.get(event.record.job)?.done : undefined;
}

/** What a person is told: that it failed, in the words of its order, and why. Something that was not signed is said as such, whatever it was. */
export function failureNews(context: CitizenContext, event: CitizenEvent): Extract<CitizenNews, { type: 'citizen.failed' }> {
  const text = failed(context, event) ?? '';
  const record = event.type === 'outbox.news' ? event.record : undefined;
  const own = record?.event ? context.promised.get(record.job)?.failed : undefined;
  const why = record && failureReason(record);
  return { type: 'citizen.failed', text: own ?? text, ...(why ? { why } : {}) };
}

/** What is done once and failed: its words, and what is left without it. `id`: of the child that failed. */
export function withoutCrashed(
  { broadcasts, retracting }: CitizenContext,
  id: string,
): Pick<CitizenContext, 'broadcasts' | 'retracting'> & { readonly failed: string | undefined } {
  const [, act = ''] = id.split('retract ');
  const [, eventId = ''] = id.split('broadcast ');
  const failed = retracting.get(act)?.failed ?? broadcasts.get(eventId)?.failed;
  return { failed, retracting: withoutKey(retracting, act), broadcasts: withoutKey(broadcasts, eventId) };
}

/** What the outbox is to publish for an order, once it is known where those it tells read. */
export function publishOrder(
  { relays }: CitizenContext,
  { inboxes, order }: Extract<InboxesNews, { type: 'inboxes.found' }>,
): Pick<PublishOrder, 'draft' | 'relays' | 'now' | 'origin' | 'hold' | 'about'> {
  const { draft, now, origin, hold, about, also = [] } = order;
  return {
    draft,
    relays: targetsOf(draft, { relays, inboxOf: (pubkey) => inboxes.get(pubkey) ?? [], also }),
    now,
    ...(origin === undefined ? {} : { origin }),
    ...(hold === undefined ? {} : { hold }),
    ...(about === undefined ? {} : { about }),
  };
}

/** What is told of an edit of a list that came to nothing. */
export function listFailureNews(event: CitizenEvent): CitizenNews {
  if (event.type !== 'list.failed') return { type: 'citizen.failed', text: '' };
  return { type: 'citizen.failed', text: event.text, ...(event.text === SERVERS_FAILED ? { kind: 'warning' } : {}) };
}

/** What waited for how far the clock is off, now that this is known, or cannot be. */
export function unclearNews({ unclear }: CitizenContext, event: CitizenEvent): CitizenContext['unclear'] {
  const ahead = event.type === 'xstate.done.actor.clock' ? { ahead: event.output } : {};
  return unclear.map((news) => ({ ...news, ...(news.why?.code === 'clock' ? { why: { ...news.why, ...ahead } } : {}) }));
}

/** Own events that somebody took. */
export function acceptedIn(records: OutboxRecords): readonly VerifiedEvent[] {
  return [...records.values()].flatMap((record) => (record.event && stateOf(record) === 'accepted' ? [record.event] : []));
}

/** What is told when the composer has published. */
export function postedNews(event: CitizenEvent): CitizenNews {
  const note = event.type === 'xstate.done.actor.compose' ? event.output.note : undefined;
  return { type: 'citizen.done', text: 'Note posted successfully', ...(note === undefined ? {} : { note }) };
}

/** Whether somebody took the first relay list of somebody new; later ones are saved by the lists. */
export function isOwnRelays(event: CitizenEvent): boolean {
  return event.type === 'outbox.news' && event.record.event?.kind === KIND.RelayList && stateOf(event.record) === 'accepted';
}
