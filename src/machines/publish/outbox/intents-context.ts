import type { DoneActorEvent } from 'xstate';
import { editCopy } from '../../../events/nostr/edit-copy.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { failureReason } from '../../../events/publish/outbox/publish-failure.ts';
import type { Inboxes } from '../../../events/publish/outbox/inboxes.ts';
import {
  failureOf,
  type OutboxRecord,
  type OutboxRecords,
  type PublishFailure,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import { targetsOf } from '../../../events/publish/outbox/targets.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import type { ScopeRef, AccountNotice } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { BroadcastNews } from './broadcast.machine.ts';
import type { InboxesNews } from './inboxes.machine.ts';
import type {
  OutboxStarted,
  OutboxUpdate,
  PublishCommand,
  PublishIntent,
} from '../../core/outbox-protocol.ts';
import type { RetractNews } from './retract.machine.ts';
import type { RelayListChanged } from '../../connection/relay-protocol.ts';
import type { OwnRelay } from '../../../events/account/lists/relay-list.ts';

/**
 * Retract a published like or repost (NIP-09). `target`: the liked event. `missing`: message if no
 * such action is found.
 */
export interface RetractIntent {
  readonly type: 'intents.retract';
  readonly target: string;
  readonly kind: number;
  readonly now: Seconds;
  readonly failed: UserMessage;
  readonly missing: UserMessage;
}

/**
 * Send a signed event to the own relays (NOTE-13). `done` and `failed`: messages for the result.
 */
export interface BroadcastIntent {
  readonly type: 'intents.broadcast';
  readonly event: Ours<VerifiedEvent>;
  readonly done: UserMessage;
  readonly failed: UserMessage;
}

/** Intents that wait until the account's own relays are known. */
type RelayIntent = PublishIntent | RetractIntent | BroadcastIntent;

export type IntentsEvent =
  | RelayIntent
  /** Undo a held job (BEYOND-09). */
  | { type: 'intents.undo'; job: string }
  | OutboxStarted
  | OutboxUpdate
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
  readonly relays: readonly OwnRelay[];
  /** Intents from before the account's relays were known. */
  readonly waiting: readonly RelayIntent[];
  readonly records: OutboxRecords;
  readonly failed: ReadonlySet<string>;
  /** Number of requests to other actors so far. */
  readonly requests: number;
  /**
   * `locating`: intents that wait for inboxes, by request. `ordered`: orders that the outbox has
   * not started yet, by request.
   */
  readonly locating: ReadonlyMap<string, PublishIntent>;
  readonly ordered: ReadonlyMap<
    string,
    { readonly intent: PublishIntent; readonly order: PublishCommand }
  >;
  /** Messages and follow-up for the result, by job. */
  readonly promised: ReadonlyMap<
    string,
    Pick<PublishIntent, 'done' | 'failed' | 'tell' | 'retracts'>
  >;
  /** Running broadcasts, by the id of the event. */
  readonly broadcasts: ReadonlyMap<string, BroadcastIntent>;
  /** Unsigned jobs that can still be undone. */
  readonly held: ReadonlyMap<string, string>;
  /**
   * `retracting`: actions with a running retraction. `retracted`: retracted actions, as far as this
   * page knows.
   */
  readonly retracting: ReadonlyMap<string, RetractIntent>;
  readonly retracted: ReadonlySet<string>;
  /** Failures that wait for the offset of the device's clock. */
  readonly unclear: readonly FailedNews[];
}

/**
 * Return `retracting` and `retracted` after news of a job. `acts`: actions done according to the
 * log. A repeated action is not retracted any more.
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
  return editCopy({ retracting, retracted }, (draft) => {
    if (retracts === undefined) for (const act of acts) draft.retracted.delete(act);
    else {
      if (isOver) draft.retracting.delete(retracts);
      if (isTaken) draft.retracted.add(retracts);
    }
  });
}

/**
 * Return the jobs that can still be undone after news of one. A signed, refused or discarded job
 * cannot.
 */
export function stillHeld(
  held: IntentsContext['held'],
  record: OutboxRecord,
): IntentsContext['held'] {
  if (!held.has(record.job) || stateOf(record) === 'drafted') return held;
  return withoutKey(held, record.job);
}

/**
 * Return the failure of the job in this event. `undefined` if it did not fail or was already
 * reported.
 */
export function failed(
  { failed: said }: IntentsContext,
  event: IntentsEvent,
): PublishFailure | undefined {
  return event.type === 'outbox.jobChanged' && !said.has(event.record.job)
    ? failureOf(event.record)
    : undefined;
}

/** Return the success message if a relay accepted the job's event. `undefined` if there is none. */
export function done({ promised }: IntentsContext, event: IntentsEvent): UserMessage | undefined {
  return event.type === 'outbox.jobChanged' && stateOf(event.record) === 'accepted'
    ? promised.get(event.record.job)?.done
    : undefined;
}

/**
 * Return the failure message of a job, in the words of its intent and with the reason. All unsigned
 * jobs share one message.
 */
export function failureNews(context: IntentsContext, event: IntentsEvent): FailedNews {
  const code = failed(context, event) ?? 'publish.failed';
  const record = event.type === 'outbox.jobChanged' ? event.record : undefined;
  const own = record?.event ? context.promised.get(record.job)?.failed : undefined;
  const why = record && failureReason(record);
  return { type: 'account.failed', message: own ?? { code }, ...(why ? { why } : {}) };
}

/**
 * Return the context without the crashed child `id`, and the failure message of its retraction or
 * broadcast.
 */
export function withoutCrashed(
  { broadcasts, retracting }: IntentsContext,
  id: string,
): Pick<IntentsContext, 'broadcasts' | 'retracting'> & {
  readonly failed: UserMessage | undefined;
} {
  const [, act = ''] = id.split('retract ');
  const [, eventId = ''] = id.split('broadcast ');
  const failed = retracting.get(act)?.failed ?? broadcasts.get(eventId)?.failed;
  return {
    failed,
    retracting: withoutKey(retracting, act),
    broadcasts: withoutKey(broadcasts, eventId),
  };
}

/** Return the outbox order of an intent, once the inboxes of the mentioned people are known. */
export function publishOrder(
  { relays }: IntentsContext,
  intent: PublishIntent,
  inboxes: Inboxes,
): PublishCommand {
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

/** Return the failures that waited for the clock offset. The offset is omitted if it is unknown. */
export function unclearNews(
  { unclear }: IntentsContext,
  event: IntentsEvent,
): IntentsContext['unclear'] {
  const ahead = event.type === 'xstate.done.actor.clock' ? { ahead: event.output } : {};
  return unclear.map((news) => ({
    ...news,
    ...(news.why?.code === 'clock' ? { why: { ...news.why, ...ahead } } : {}),
  }));
}
