import type { DoneActorEvent } from 'xstate';
import type { ListName } from '../../events/account/list-form.ts';
import type { ListIntent } from '../../events/account/list-intents.ts';
import type { Privileged } from '../../events/account/privileged.ts';
import { readRelayList } from '../../events/account/relay-list.ts';
import type { Draft, VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { ComposeAim } from '../../events/publish/compose.ts';
import { failureOf, type OutboxRecord, stateOf } from '../../events/publish/outbox.ts';
import type { Hub } from '../connection/hub.ts';
import type { RelayUse } from '../connection/pool-members.ts';
import type { PoolAsk } from '../connection/relay-wire.ts';
import type { RequestPart } from '../connection/request.machine.ts';
import type { InboxesNews } from '../publish/inboxes.machine.ts';
import type { OutboxNews } from '../publish/outbox-wire.ts';
import type { MediaServersNews } from '../settings/media-servers.machine.ts';
import type { NetworkNews } from '../settings/network.machine.ts';
import type { ListsNews } from './lists.machine.ts';
import type { SignerRef } from './signer-ref.ts';

/** What whoever is here wants done. Times in seconds. */
export type CitizenOrder =
  /**
   * To be signed and sent. `done`: what is said once somebody took it, `failed`: if nobody did, `doing`: as long as it can be undone; `origin` and `hold`: see
   * PublishOrder; `also`: further relays; `tell`: what the caching service is told beside it, once somebody took it.
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
    }
  /** Opens the composer, if none is open. */
  | { type: 'citizen.compose'; aim: ComposeAim }
  | { type: 'citizen.edit'; list: ListName; intents: readonly ListIntent[]; now: number }
  /** Takes back what is held (BEYOND-09). */
  | { type: 'citizen.undo'; job: string }
  /** Sends what somebody signed to the own relays (NOTE-13). */
  | { type: 'citizen.broadcast'; event: VerifiedEvent };

type PublishAct = Extract<CitizenOrder, { type: 'citizen.publish' }>;

export type CitizenEvent =
  | CitizenOrder
  | RequestPart
  | OutboxNews
  | PoolAsk
  | ListsNews
  | InboxesNews
  | NetworkNews
  | MediaServersNews
  | DoneActorEvent<{ readonly published: boolean }, 'compose'>
  | DoneActorEvent<{ readonly isTaken: boolean }, 'broadcast'>
  | { type: 'citizen.slept' }
  | { type: 'citizen.woke' };

/** Told to the parent: what was wanted came to nothing, in words (PUBLISH-02); or it is done, and by whom is in the outbox. */
export type CitizenNews = { type: 'citizen.failed'; text: string; kind?: 'warning' } | { type: 'citizen.done'; text: string };

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

/** `act` as in `acts`. */
interface Held {
  readonly act: string;
  readonly text: string;
}

export interface CitizenContext extends CitizenInput {
  readonly relays: readonly RelayUse[];
  /** What was wanted before it was known where to send it. */
  readonly waiting: ReadonlyArray<Extract<CitizenOrder, { type: 'citizen.publish' | 'citizen.edit' }>>;
  readonly failed: ReadonlySet<string>;
  /** What is to be said when orders are done: of those without a job yet, in their order, and of those with one. */
  readonly ordered: readonly PublishAct[];
  readonly promised: ReadonlyMap<string, Pick<PublishAct, 'done' | 'failed' | 'tell'>>;
  /** Jobs that can still be undone, nothing of them signed. */
  readonly held: ReadonlyMap<string, Held>;
  /** Acts of this page that are signed, and accepted or on their way: `<kind> <id of the event>`. */
  readonly acts: ReadonlySet<string>;
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

/** What is not signed, failed or was given up is no act. */
export function withAct(acts: ReadonlySet<string>, record: OutboxRecord): ReadonlySet<string> {
  const act = record.wish.type === 'event' ? actOf(record.wish.draft) : undefined;
  if (act === undefined) return acts;
  const isGone = !record.event || failureOf(record) !== undefined || stateOf(record) === 'discarded';
  return isGone ? new Set([...acts].filter((one) => one !== act)) : acts.has(act) ? acts : new Set([...acts, act]);
}

export function actOf({ kind, tags }: Draft): string | undefined {
  const id = tags.find(([name]) => name === 'e')?.[1];
  return id === undefined ? undefined : `${kind} ${id}`;
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

/** What a person is told; something that was not signed is said as such, whatever it was. */
export function failureText(context: CitizenContext, event: CitizenEvent): string {
  const text = failed(context, event) ?? '';
  const own = event.type === 'outbox.news' && event.record.event ? context.promised.get(event.record.job)?.failed : undefined;
  return own ?? text;
}
