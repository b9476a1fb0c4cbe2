import type { DoneActorEvent } from 'xstate';
import { edited } from '../../../events/nostr/edit-copy.ts';
import type { Message } from '../../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { failureReason } from '../../../events/publish/outbox/publish-failure.ts';
import type { Inboxes } from '../../../events/publish/outbox/inboxes.ts';
import { failureOf, type OutboxRecord, type OutboxRecords, type PublishFailure, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { targetsOf } from '../../../events/publish/outbox/targets.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { ScopeRef, AccountNotice } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { RelayUse } from '../../connection/relay-pool-members.ts';
import type { BroadcastNews } from './broadcast.machine.ts';
import type { InboxesNews } from './inboxes.machine.ts';
import type { OutboxBegan, OutboxNews, PublishOrder, PublishIntent } from '../../core/outbox-protocol.ts';
import type { RetractNews } from './retract.machine.ts';
import type { RelayListChanged } from '../../connection/relay-protocol.ts';

/** Takes back a like or a repost after it was published (NIP-09). `target`: what was liked; `missing`: said where no such act is found. */
export interface RetractIntent {
  readonly type: 'intents.retract';
  readonly target: string;
  readonly kind: number;
  readonly now: Seconds;
  readonly failed: Message;
  readonly missing: Message;
}

/** Sends what somebody signed to the own relays (NOTE-13). `done` and `failed`: what is said of it afterwards. */
export interface BroadcastIntent {
  readonly type: 'intents.broadcast';
  readonly event: Ours<VerifiedEvent>;
  readonly done: Message;
  readonly failed: Message;
}

/** Intents that wait until it is known which relays are the account's own. */
type RelayIntent = PublishIntent | RetractIntent | BroadcastIntent;

export type IntentsEvent =
  | RelayIntent
  /** Takes back what is held (BEYOND-09). */
  | { type: 'intents.undo'; job: string }
  | OutboxBegan
  | OutboxNews
  | RelayListChanged
  | InboxesNews
  | RetractNews
  | BroadcastNews
  | DoneActorEvent<Seconds, 'clock'>;

type FailedNews = Extract<AccountNotice, { type: 'account.failed' }>;

export interface IntentsInput {
  readonly bus: Bus;
  readonly account: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
}

export interface IntentsContext extends IntentsInput {
  /** Empty until they are known. */
  readonly relays: readonly RelayUse[];
  /** Intents that came before the account's relays were known. */
  readonly waiting: readonly RelayIntent[];
  /** The log of the outbox. */
  readonly records: OutboxRecords;
  readonly failed: ReadonlySet<string>;
  /** Requests to others so far. */
  readonly requests: number;
  /** By request: intents whose inboxes were asked for; and orders that the outbox has not begun yet. */
  readonly locating: ReadonlyMap<string, PublishIntent>;
  readonly ordered: ReadonlyMap<string, { readonly intent: PublishIntent; readonly order: PublishOrder }>;
  /** By job: what to say and do when it has succeeded or failed. */
  readonly promised: ReadonlyMap<string, Pick<PublishIntent, 'done' | 'failed' | 'tell' | 'retracts'>>;
  /** Intents to send an event once more, by the id of the event. */
  readonly broadcasts: ReadonlyMap<string, BroadcastIntent>;
  /** Jobs that can still be undone, nothing of them signed. */
  readonly held: ReadonlyMap<string, string>;
  /** Acts that are being taken back, and those that were, as far as this page knows. */
  readonly retracting: ReadonlyMap<string, RetractIntent>;
  readonly retracted: ReadonlySet<string>;
  /** Failures that are told once it is known how far the clock is off. */
  readonly unclear: readonly FailedNews[];
}

/**
 * The acts that are being taken back, and those that were, after news of a job. `acts`: those that the log says are done: an act that was done
 * anew does not count as taken back any more.
 */
export function retractionsAfter(
  { retracting, retracted, promised }: IntentsContext,
  record: OutboxRecord,
  acts: ReadonlySet<string>,
): Pick<IntentsContext, 'retracting' | 'retracted'> {
  const retracts = promised.get(record.job)?.retracts;
  const state = stateOf(record);
  const isTaken = state === 'accepted';
  const isOver = isTaken || state === 'discarded' || failureOf(record) !== undefined;
  return edited({ retracting, retracted }, (draft) => {
    if (retracts === undefined) for (const act of acts) draft.retracted.delete(act);
    else {
      if (isOver) draft.retracting.delete(retracts);
      if (isTaken) draft.retracted.add(retracts);
    }
  });
}

/** The jobs that can still be undone after news of one: a job that is signed, refused or discarded cannot. */
export function stillHeld(held: IntentsContext['held'], record: OutboxRecord): IntentsContext['held'] {
  if (!held.has(record.job) || stateOf(record) === 'drafted') return held;
  return withoutKey(held, record.job);
}

/** Why the job that this event tells of failed; undefined: it did not, or the person was told already. */
export function failed({ failed: said }: IntentsContext, event: IntentsEvent): PublishFailure | undefined {
  return event.type === 'outbox.news' && !said.has(event.record.job) ? failureOf(event.record) : undefined;
}

/** What to say now that a relay took the job's event; undefined: nothing, or it was said already. */
export function done({ promised }: IntentsContext, event: IntentsEvent): Message | undefined {
  return event.type === 'outbox.news' && stateOf(event.record) === 'accepted' ? promised.get(event.record.job)?.done : undefined;
}

/** What a person is told of a failed job: in the words of its intent, with the reason. An unsigned one has one message for all intents. */
export function failureNews(context: IntentsContext, event: IntentsEvent): FailedNews {
  const code = failed(context, event) ?? 'publish.failed';
  const record = event.type === 'outbox.news' ? event.record : undefined;
  const own = record?.event ? context.promised.get(record.job)?.failed : undefined;
  const why = record && failureReason(record);
  return { type: 'account.failed', message: own ?? { code }, ...(why ? { why } : {}) };
}

/** For a child that failed, named by its id: what to say of the retraction or broadcast it was doing, and the ones that remain. */
export function withoutCrashed(
  { broadcasts, retracting }: IntentsContext,
  id: string,
): Pick<IntentsContext, 'broadcasts' | 'retracting'> & { readonly failed: Message | undefined } {
  const [, act = ''] = id.split('retract ');
  const [, eventId = ''] = id.split('broadcast ');
  const failed = retracting.get(act)?.failed ?? broadcasts.get(eventId)?.failed;
  return { failed, retracting: withoutKey(retracting, act), broadcasts: withoutKey(broadcasts, eventId) };
}

/** The order to the outbox for an intent, once the inboxes of the people it tells are known. */
export function publishOrder({ relays }: IntentsContext, intent: PublishIntent, inboxes: Inboxes): PublishOrder {
  const { draft, now, origin, hold, about, also = [] } = intent;
  return {
    draft,
    relays: targetsOf(draft, { relays, inboxOf: (pubkey) => inboxes.get(pubkey) ?? [], also }),
    now,
    ...(origin === undefined ? {} : { origin }),
    ...(hold === undefined ? {} : { hold }),
    ...(about === undefined ? {} : { about }),
  };
}

/** The failures that waited to learn how far the clock is off; the offset is left out where it could not be found. */
export function unclearNews({ unclear }: IntentsContext, event: IntentsEvent): IntentsContext['unclear'] {
  const ahead = event.type === 'xstate.done.actor.clock' ? { ahead: event.output } : {};
  return unclear.map((news) => ({ ...news, ...(news.why?.code === 'clock' ? { why: { ...news.why, ...ahead } } : {}) }));
}
