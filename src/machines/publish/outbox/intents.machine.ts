import {
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  enqueueActions,
  setup,
  type DoneActorEvent,
} from 'xstate';
import { editCopy } from '../../../events/nostr/edit-copy.ts';
import { writeUrls, type OwnRelay } from '../../../events/account/lists/relay-list.ts';
import {
  failureOf,
  takenBy,
  type OutboxRecord,
  type OutboxRecords,
  type PublishFailure,
  stateOf,
} from '../../../events/publish/outbox/outbox.ts';
import { actOf, actsIn, actsOn } from '../../../events/compose/acts/own-acts.ts';
import { relaysNotifiedBy, targetsOf } from '../../../events/publish/outbox/targets.ts';
import { inMillis, millis, type Seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import { signedRequestMachine } from '../../account/signing/signed-request.machine.ts';
import { crashOf } from '../../core/crash.ts';
import { endingOf, pathed } from '../../core/supervision.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { promisePort } from '../../core/ports.ts';
import { broadcastMachine, type BroadcastNews } from './broadcast.machine.ts';
import type { InboxesNews } from './inboxes.machine.ts';
import type {
  PublishIntent,
  OutboxStarted,
  OutboxUpdate,
  PublishCommand,
} from '../../core/outbox-protocol.ts';
import { retractMachine, type RetractNews } from './retract.machine.ts';
import type { AccountNotice, CommandTo, ScopeRef } from '../../core/feature.ts';
import type { UserMessage } from '../../../events/account/user-message.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { lockedIn, refusedIn } from '../../../events/publish/outbox/schedule.ts';
import { failureReason } from '../../../events/publish/outbox/publish-failure.ts';
import type { Inboxes } from '../../../events/publish/outbox/inboxes.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import type { RelayListChanged } from '../../connection/relay-protocol.ts';

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

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    intents: IntentsEvent;
  }
}

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

const UNLOCATED = { guard: 'isUnlocated', actions: 'wait' } as const;

/**
 * Publishes, retracts and broadcasts for the current account. Work starts once its relays are
 * known, and the result is reported. Events to sign go through the outbox. Each retraction and
 * broadcast has its own actor.
 */
export const intentsMachine = setup({
  types: {
    context: {} as IntentsContext,
    events: {} as IntentsEvent,
    input: {} as IntentsInput,
    children: {} as {
      [retract: `retract ${string}`]: 'retract';
      [broadcast: `broadcast ${string}`]: 'broadcast';
      [signedRequest: `signedRequest ${string}`]: 'signedRequest';
      clock: 'clock';
    },
  },
  actors: {
    broadcast: broadcastMachine,
    signedRequest: signedRequestMachine,
    retract: retractMachine,
    /** Offset by which this device's clock is ahead. */
    clock: promisePort<Seconds, undefined>('clock'),
  },
  guards: {
    isUnlocated: ({ context }) => context.relays.length === 0,
    isFailure: ({ context, event }) => failed(context, event) !== undefined,
    isDone: ({ context, event }) => done(context, event) !== undefined,
  },
  actions: {
    /**
     * Send the outbox the orders that it had not started. It was restarted after a crash and has
     * forgotten them.
     */
    attend: enqueueActions(({ context: { scope, ordered }, enqueue, self }) => {
      enqueue.sendTo(scope, { type: 'outbox.subscribe', from: self });
      for (const { order } of ordered.values())
        enqueue.sendTo(scope, { type: 'outbox.publish', order });
    }),
    receiveRecords: assign(
      whenEvent('outbox.changed', ({ event }) => ({ records: event.records })),
    ),
    wait: enqueueActions(({ context: { waiting, scope }, event, enqueue }) => {
      if (
        event.type !== 'intents.publish' &&
        event.type !== 'intents.retract' &&
        event.type !== 'intents.broadcast'
      )
        return;
      enqueue.assign({ waiting: [...waiting, event] });
      enqueue.sendTo(scope, { type: 'relayList.find' });
    }),
    receiveRelays: enqueueActions(({ context: { waiting }, event, enqueue }) => {
      if (event.type !== 'relayList.changed') return;
      enqueue.assign({ relays: event.relays, waiting: [] });
      for (const intent of waiting) enqueue.raise(intent);
    }),
    /** First request the inboxes of mentioned people. `send` continues with the response. */
    publish: enqueueActions(({ context: { requests, locating, scope }, event, enqueue, self }) => {
      if (event.type !== 'intents.publish') return;
      const request = String(requests);
      enqueue.assign({ requests: requests + 1, locating: new Map(locating).set(request, event) });
      enqueue.sendTo(scope, inboxesAsk(event, request, self));
    }),
    /** `inboxes` was restarted and has forgotten its requests. */
    askInboxes: enqueueActions(({ context: { locating, scope }, enqueue, self }) => {
      for (const [request, intent] of locating)
        enqueue.sendTo(scope, inboxesAsk(intent, request, self));
    }),
    send: enqueueActions(({ context, event, enqueue, self }) => {
      const intent =
        event.type === 'inboxes.found' ? context.locating.get(event.request) : undefined;
      if (event.type !== 'inboxes.found' || !intent) return;
      const { request, inboxes } = event;
      const { from = self } = intent;
      const order = { ...publishOrder(context, intent, inboxes), request, from };
      // an actor that ordered by itself receives the news directly
      const ordered =
        from === self ? new Map(context.ordered).set(request, { intent, order }) : context.ordered;
      enqueue.assign({ locating: withoutKey(context.locating, request), ordered });
      enqueue.sendTo(context.scope, { type: 'outbox.publish', order });
    }),
    notifyHeld: enqueueActions(({ context: { ordered, scope }, event, enqueue }) => {
      const { doing: message, hold: lasts = millis(0) } =
        (event.type === 'outbox.jobCreated' && ordered.get(event.request ?? '')?.intent) || {};
      if (event.type !== 'outbox.jobCreated' || inMillis(lasts) === 0 || !message) return;
      enqueue.sendTo(scope, {
        type: 'account.held',
        job: event.job,
        message,
        lasts,
      });
    }),
    notifySettled: enqueueActions(({ context: { held, scope }, event, enqueue }) => {
      if (event.type !== 'outbox.jobChanged' || stillHeld(held, event.record) === held) return;
      enqueue.sendTo(scope, {
        type: 'account.settled',
        job: event.record.job,
      });
    }),
    recordJob: assign(({ context: { ordered, promised, held }, event }) => {
      if (event.type !== 'outbox.jobCreated') return {};
      const { request = '' } = event;
      const intent = ordered.get(request)?.intent;
      if (!intent) return {};
      const { hold = millis(0), draft } = intent;
      return editCopy({ ordered, promised, held }, (jobs) => {
        jobs.ordered.delete(request);
        jobs.promised.set(event.job, intent);
        if (inMillis(hold) > 0) jobs.held.set(event.job, actOf(draft) ?? '');
      });
    }),
    undo: enqueueActions(({ context: { scope }, event, enqueue }) => {
      if (event.type !== 'intents.undo') return;
      const { job } = event;
      if (job.startsWith('lists ')) enqueue.sendTo(scope, { type: 'lists.undo', job });
      else enqueue.sendTo(scope, { type: 'outbox.discard', job });
    }),
    notifyDone: enqueueActions(({ context, event, enqueue }) => {
      const message = done(context, event);
      if (event.type !== 'outbox.jobChanged' || message === undefined) return;
      const { job } = event.record;
      const promise = context.promised.get(job);
      enqueue.assign({ promised: withoutKey(context.promised, job) });
      enqueue.sendTo(context.scope, { type: 'account.done', message });
      if (!promise?.tell) return;
      const { account, bus, signer } = context;
      enqueue.spawnChild('signedRequest', {
        id: `signedRequest ${job}` as const,
        input: { account, bus, signer, asked: promise.tell, quiet: false },
      });
    }),
    /** An event that is already being sent is not sent twice. */
    broadcast: enqueueActions(
      ({ context: { bus, broadcasts, relays, scope: pool }, event: intent, enqueue }) => {
        if (intent.type !== 'intents.broadcast' || broadcasts.has(intent.event.id)) return;
        const { event } = intent;
        enqueue.assign({ broadcasts: new Map(broadcasts).set(event.id, intent) });
        enqueue.spawnChild('broadcast', {
          id: `broadcast ${event.id}` as const,
          input: { event, bus, pool, relays: writeUrls(relays) },
        });
      },
    ),
    endBroadcast: enqueueActions(({ context: { broadcasts, scope }, event, enqueue }) => {
      if (event.type !== 'broadcast.ended') return;
      enqueue.stopChild(`broadcast ${event.eventId}`);
      const intent = broadcasts.get(event.eventId);
      if (!intent) return;
      enqueue.assign({ broadcasts: withoutKey(broadcasts, event.eventId) });
      const [type, message] = event.isTaken
        ? (['account.done', intent.done] as const)
        : (['account.failed', intent.failed] as const);
      enqueue.sendTo(scope, { type, message });
    }),
    recordNews: assign(({ context, event }) => {
      if (event.type !== 'outbox.jobChanged') return {};
      const { record } = event;
      // a retry by the user may report its failure again, an automatic one may not
      const isAnew = failureOf(record) === undefined && record.broadcast.outcome === 'waiting';
      const said = isAnew
        ? new Set([...context.failed].filter((job) => job !== record.job))
        : context.failed;
      return {
        ...retractionsAfter(context, record, actsIn(context.records)),
        held: stillHeld(context.held, record),
        failed: said,
      };
    }),
    retract: enqueueActions(
      ({ context: { account, retracting, relays, records, scope: pool }, event, enqueue }) => {
        if (event.type !== 'intents.retract') return;
        const { target, kind } = event;
        const act = `${kind} ${target}`;
        if (retracting.has(act)) return;
        enqueue.assign({ retracting: new Map(retracting).set(act, event) });
        const known = actsOn(records, target, kind).map((record) => record.event);
        enqueue.spawnChild('retract', {
          id: `retract ${act}` as const,
          input: { account, target, kind, known, pool, relays: writeUrls(relays) },
        });
      },
    ),
    /**
     * One deletion request names all found actions. It also goes to the relays that accepted them.
     */
    askDeletion: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'retract.found') return;
      const { act, draft } = event;
      const intent = context.retracting.get(act);
      enqueue.stopChild(`retract ${act}`);
      if (!intent) return;
      const { now, failed: message, target, kind, missing } = intent;
      if (!draft) {
        enqueue.assign({ retracting: withoutKey(context.retracting, act) });
        enqueue.sendTo(context.scope, {
          type: 'account.failed',
          message: missing,
        });
        return;
      }
      const also = actsOn(context.records, target, kind).flatMap(takenBy);
      enqueue.raise({
        type: 'intents.publish',
        draft,
        now,
        failed: message,
        also,
        about: [target],
        retracts: act,
      });
    }),
    recordFailure: assign(
      whenEvent('outbox.jobChanged', ({ context, event }) => ({
        failed: new Set(context.failed).add(event.record.job),
      })),
    ),
    /**
     * If relays refuse the date, the message waits for the clock offset, because the user needs it
     * to set the clock.
     */
    notifyFailure: enqueueActions(({ context, event, enqueue }) => {
      const news = failureNews(context, event);
      if (news.why?.code !== 'clock') {
        enqueue.sendTo(context.scope, news);
        return;
      }
      enqueue.assign({ unclear: [...context.unclear, news] });
      if (context.unclear.length === 0)
        enqueue.spawnChild('clock', { id: 'clock', input: undefined });
    }),
    notifyUnclear: enqueueActions(({ context, event, enqueue }) => {
      enqueue.stopChild('clock');
      enqueue.assign({ unclear: [] });
      for (const news of unclearNews(context, event)) enqueue.sendTo(context.scope, news);
    }),
    /** An actor crashed. If it was a retraction or a broadcast, report its failure to the user. */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const crash = crashOf(event);
      enqueue.sendTo(context.scope, { type: 'scope.crashed', crash: pathed('intents', crash) });
      enqueue(endingOf(self, event));
      enqueue.stopChild(crash.actor);
      const { failed: message, ...left } = withoutCrashed(context, crash.actor);
      if (message === undefined) return;
      enqueue.assign(left);
      enqueue.sendTo(context.scope, { type: 'account.failed', message });
    }),
  },
}).createMachine({
  id: 'intents',
  context: ({ input }) => ({
    ...input,
    relays: [],
    waiting: [],
    records: new Map(),
    failed: new Set(),
    requests: 0,
    locating: new Map(),
    ordered: new Map(),
    promised: new Map(),
    broadcasts: new Map(),
    held: new Map(),
    retracting: new Map(),
    retracted: new Set(),
    unclear: [],
  }),
  on: {
    'relayList.changed': { actions: 'receiveRelays' },
    'outbox.started': { actions: 'attend' },
    'outbox.changed': { actions: 'receiveRecords' },
    'outbox.jobCreated': { actions: ['notifyHeld', 'recordJob'] },
    'outbox.jobChanged': [
      {
        guard: 'isFailure',
        actions: ['notifySettled', 'recordNews', 'notifyFailure', 'recordFailure'],
      },
      { guard: 'isDone', actions: ['notifySettled', 'recordNews', 'notifyDone'] },
      { actions: ['notifySettled', 'recordNews'] },
    ],
    'inboxes.started': { actions: 'askInboxes' },
    'inboxes.found': { actions: 'send' },
    'broadcast.ended': { actions: 'endBroadcast' },
    'retract.found': { actions: 'askDeletion' },
    'intents.publish': [UNLOCATED, { actions: 'publish' }],
    'intents.retract': [UNLOCATED, { actions: 'retract' }],
    'intents.broadcast': [UNLOCATED, { actions: 'broadcast' }],
    'intents.undo': { actions: 'undo' },
    'xstate.done.actor.clock': { actions: 'notifyUnclear' },
    'xstate.error.actor.clock': { actions: 'notifyUnclear' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
});

export type IntentsActor = ActorRefFrom<typeof intentsMachine>;

function inboxesAsk(
  { draft, now }: PublishIntent,
  request: string,
  from: AnyActorRef,
): CommandTo<'inboxes'> {
  return { type: 'inboxes.ask', people: relaysNotifiedBy(draft), now, request, from };
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
 * jobs share one message. A scheduled note has its own, because it is listed with the drafts.
 */
export function failureNews(context: IntentsContext, event: IntentsEvent): FailedNews {
  const code = failed(context, event) ?? 'publish.failed';
  const record = event.type === 'outbox.jobChanged' ? event.record : undefined;
  const own = record?.event ? context.promised.get(record.job)?.failed : undefined;
  const why = record && failureReason(record);
  const { job = '' } = record ?? {};
  if (lockedIn(context.records).some((plan) => plan.job === job))
    return {
      type: 'account.failed',
      message: { code: 'note.locked' },
      kind: 'warning',
      stays: true,
    };
  if (refusedIn(context.records).some((plan) => plan.job === job))
    return {
      type: 'account.failed',
      message: { code: 'note.unsent' },
      ...(why ? { why } : {}),
      ...(why?.code === 'unsigned' ? { stays: true } : {}),
    };
  return { type: 'account.failed', message: own ?? { code }, ...(why ? { why } : {}) };
}

/**
 * Return the context without the crashed child `id`, and the failure message of its retraction or
 * broadcast.
 */
function withoutCrashed(
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
  const { draft, now, origin, hold, about, also = [], isUnattended } = intent;
  return {
    draft,
    relays: targetsOf(draft, { relays, inboxOf: (pubkey) => inboxes.get(pubkey) ?? [], also }),
    now,
    ...(origin === undefined ? {} : { origin }),
    ...(hold === undefined ? {} : { hold }),
    ...(about === undefined ? {} : { about }),
    ...(isUnattended === undefined ? {} : { isUnattended }),
  };
}

/** Return the failures that waited for the clock offset. The offset is omitted if it is unknown. */
function unclearNews({ unclear }: IntentsContext, event: IntentsEvent): IntentsContext['unclear'] {
  const ahead = event.type === 'xstate.done.actor.clock' ? { ahead: event.output } : {};
  return unclear.map((news) => ({
    ...news,
    ...(news.why?.code === 'clock' ? { why: { ...news.why, ...ahead } } : {}),
  }));
}
