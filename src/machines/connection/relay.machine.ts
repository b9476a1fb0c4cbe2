import {
  type ActorRef,
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  enqueueActions,
  sendParent,
  sendTo,
  setup,
  type Snapshot,
} from 'xstate';
import type { UserMessage } from '../../events/account/user-message.ts';
import { buildAuth, isAuthFor } from '../../events/connection/relay-auth.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { SignSettled } from '../core/sign-request.ts';
import { whenEvent } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import { chance } from './backoff.ts';
import { isGone } from '../core/supervision.ts';
import { routeFrames, type RelaySubscriptions, wantsAuth } from './relay-subscriptions.ts';
import {
  isForPerson,
  isLive,
  isWanted,
  keptName,
  type Pending,
  type ProofRule,
  type RelayAnswer,
  type RelayAsk,
  type RelayCommand,
  type RelayNews,
  type RelaySignal,
  type RelayWantsProof,
  denied,
  unanswered,
} from './relay-protocol.ts';
import type { Ours } from '../../events/nostr/ours.ts';
import type { Invariants } from '../core/invariants.ts';

export type RelayEvent =
  | RelaySignal
  | SignSettled
  /** `as`: the caller's name for this relay, repeated in every reply. */
  | { type: 'relay.ask'; from: AnyActorRef; ask: RelayAsk; as: Ours<string> }
  /** Ends the live requests of this caller, or those that are kept by that name. */
  | { type: 'relay.forget'; from: AnyActorRef; kept?: string }
  /** The user does not permit this connection: waiting requests fail. */
  | { type: 'relay.deny'; isAsked: boolean }
  | { type: 'relay.expired'; id: string }
  | { type: 'relay.rule'; rule: ProofRule }
  | { type: 'relay.suspend' }
  | { type: 'relay.resume' }
  | { type: 'relay.retry' }
  | { type: 'relay.setOnline' };

export interface RelayInput {
  readonly url: Ours<string>;
  /** The signer for proofs of identity, and its account. */
  readonly signer: SignerRef;
  readonly account: string;
  /** Seed of the jitter. */
  readonly seed: number;
  readonly rule: ProofRule;
  /** True if it waits for `relay.resume` before its first attempt. */
  readonly suspended: boolean;
  /** Actor to notify each time the relay connects. */
  readonly listener?: ActorRef<Snapshot<unknown>, RelayNews>;
}

interface Context extends RelaySubscriptions, RelayInput {
  readonly retries: number;
  /** Why it is not connected. `undefined` if nothing has failed yet. */
  readonly fault: UserMessage<'relay.errored' | 'relay.closed' | 'relay.timedOut'> | undefined;
  readonly proof: string | undefined;
  /** True if the proof may be signed only without a prompt. */
  readonly quiet: boolean;
  /** First id after the last timeout, while no message has arrived since then. */
  readonly suspect: number | undefined;
}

const MAX_RETRIES = 10;
const SUSPENDED = { code: 'relay.suspended' } as const;
const PROXIED = { code: 'relay.proxied' } as const;

/** Timeouts of requests, in milliseconds (RELAY-04, PUBLISH-01). */
const TIMEOUT_MS = { subscribe: 4_400, count: 4_400, publish: 8_000 } as const;

/**
 * The connection to one relay (RELAY-01 to 05, RELAY-09). Each entry into `live` opens one socket.
 * Requests are sent once it is open. Every caller gets an end: an answer, a timeout, or a lost
 * connection. A proof of identity (NIP-42) is signed only after a refusal, once per connection.
 */
export const relayMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RelayEvent,
    input: {} as RelayInput,
    tags: {} as 'online' | 'connecting' | 'waiting' | 'givenUp' | 'suspended',
  },
  actors: {
    socket: callbackPort<RelayCommand, { url: string }>('socket'),
  },
  guards: {
    isSuspended: ({ context }) => context.suspended,
    isSpent: ({ context }) => context.retries >= MAX_RETRIES,
    isSilent: ({ context }) => context.rule === 'silent',
    /** Reading alone does not justify identifying the reader. */
    canAsk: ({ context }) =>
      context.rule === 'ask' && context.held.some(({ ask }) => isForPerson(ask)),
    wantsAuth: ({ context, event }) =>
      event.type === 'socket.heard' && wantsAuth(context, event.heard),
    /**
     * A second timeout without any message in between: the connection is dead, although no close
     * event arrived (E-45).
     */
    isDead: ({ context: { suspect, pending }, event }) =>
      event.type === 'relay.expired' &&
      suspect !== undefined &&
      Number(event.id) >= suspect &&
      pending.some(({ id, late }) => id === event.id && !late),
    isProof: ({ context, event }) =>
      event.type === 'sign.settled' &&
      event.outcome.ok &&
      'event' in event.outcome &&
      isAuthFor(event.outcome.event, context.url, context.challenge ?? ''),
    isProved: ({ context, event }) =>
      event.type === 'socket.heard' &&
      event.heard.some((one) => one.type === 'ok' && one.eventId === context.proof && one.accepted),
    /** A live subscription waits for a proof, which may be signed later. */
    isLiveHeld: ({ context }) => context.held.some(({ ask }) => isLive(ask)),
    isWanted: ({ context, event }) =>
      event.type === 'relay.ask' &&
      (isWanted(event.ask) || (context.rule === 'ask' && isForPerson(event.ask))),
    isKept: ({ event }) => event.type === 'relay.ask' && keptName(event.ask) !== undefined,
    isUnsigned: ({ context, event }) =>
      event.type === 'sign.settled' && !event.outcome.ok && context.quiet,
    isUnproved: ({ context, event }) =>
      event.type === 'socket.heard' &&
      event.heard.some(
        (one) => one.type === 'ok' && one.eventId === context.proof && !one.accepted,
      ),
  },
  delays: {
    openTimeout: 4_400,
    stable: 60_000,
    signTimeout: 60_000,
    proofTimeout: 8_000,
    reopened: 5_000,
    backoff: ({ context }) =>
      Math.round(Math.min(60_000, 500 * 2 ** context.retries) * (1 - chance(context.seed) / 4)),
  },
  actions: {
    /**
     * A caller that joins again repeats its kept requests: a subscription replaces the former one,
     * and an event that waits or is on the wire is not sent twice.
     */
    remember: enqueueActions(({ context: { pending, held }, event, enqueue }) => {
      if (event.type !== 'relay.ask') return;
      const { from, as, ask } = event;
      const isSame = (one: Pending) =>
        one.from === from && keptName(ask) !== undefined && keptName(one.ask) === keptName(ask);
      const isOther = (one: Pending) => !isSame(one);
      const isWaiting = pending.some(isSame) || held.some((one) => isSame(one) && !one.late);
      if (ask.kind === 'publish' && isWaiting) return;
      for (const { id } of pending.filter(isSame)) {
        if (id === undefined) continue;
        enqueue.cancel(id);
        enqueue.sendTo('socket', { type: 'socket.close', id });
      }
      const fresh = { from, as, ask, id: undefined, tries: 0, late: false };
      enqueue.assign({
        pending: [...pending.filter(isOther), fresh],
        held: held.filter(isOther),
      });
    }),
    refuse: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'relay.ask') return;
      enqueue.sendTo(event.from, unanswered(event.as, event.ask, context.fault ?? SUSPENDED));
    }),
    /**
     * RELAY-02: notify the waiting callers; those of late requests were notified before. Live
     * subscriptions continue on the next connection (INV-SUBS).
     */
    rejectAll: enqueueActions(({ context, enqueue }) => {
      for (const { from, as, ask, id, late } of context.pending) {
        if (id !== undefined) enqueue.cancel(id);
        if (!late && !isGone(from))
          enqueue.sendTo(from, unanswered(as, ask, context.fault ?? SUSPENDED));
      }
      const live = goingOn([...context.pending, ...context.held]).map((one) => ({
        ...one,
        id: undefined,
        late: false,
      }));
      enqueue.assign({ pending: live, held: [], challenge: undefined, proof: undefined });
    }),
    notifyOpened: enqueueActions(({ context: { listener, url }, enqueue }) => {
      if (listener) enqueue.sendTo(listener, { type: 'relay.opened', url });
    }),
    sendWaiting: enqueueActions(({ context, enqueue }) => {
      let next = context.nextId;
      const pending = context.pending.map((one): Pending => {
        if (one.id !== undefined) return one;
        const id = String(next++);
        enqueue.sendTo('socket', commandOf(id, one.ask));
        enqueue.raise({ type: 'relay.expired', id }, { delay: TIMEOUT_MS[one.ask.kind], id });
        return { ...one, id, tries: one.tries + 1 };
      });
      enqueue.assign({ pending, nextId: next });
    }),
    take: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'socket.heard') return;
      const { talk, told, done, isShut } = routeFrames(context, event.heard);
      for (const id of done) enqueue.cancel(id);
      for (const { to, answer, close } of told) {
        if (close !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id: close });
        if (!isGone(to)) enqueue.sendTo(to, answer satisfies RelayAnswer);
      }
      const isSilent = event.heard.every(({ type }) => type === 'expired');
      enqueue.assign({ ...talk, suspect: isSilent ? context.suspect : undefined });
      for (const { from, ask } of talk.pending)
        if (isLive(ask) && isGone(from)) enqueue.raise({ type: 'relay.forget', from });
      if (isShut) enqueue.raise({ type: 'socket.closed', reason: 'closed' });
    }),
    forget: enqueueActions(({ context: { pending, held }, event, enqueue }) => {
      if (event.type !== 'relay.forget') return;
      const isLeft = ({ from, ask }: Pending) =>
        from !== event.from ||
        !isLive(ask) ||
        (event.kept !== undefined && event.kept !== keptName(ask));
      for (const one of pending) {
        if (isLeft(one) || one.id === undefined) continue;
        enqueue.cancel(one.id);
        if (one.ask.kind === 'subscribe')
          enqueue.sendTo('socket', { type: 'socket.close', id: one.id });
      }
      enqueue.assign({ pending: pending.filter(isLeft), held: held.filter(isLeft) });
    }),
    expire: enqueueActions(({ context, event, enqueue }) => {
      const one =
        event.type === 'relay.expired'
          ? context.pending.find(({ id }) => id === event.id)
          : undefined;
      if (!one || one.id === undefined || one.late) return;
      if (one.ask.kind !== 'publish' && !isLive(one.ask))
        enqueue.sendTo('socket', { type: 'socket.close', id: one.id });
      if (!isGone(one.from))
        enqueue.sendTo(one.from, unanswered(one.as, one.ask, { code: 'publish.unconfirmed' }));
      const isOver = one.ask.kind !== 'publish' && !isLive(one.ask);
      enqueue.assign({
        suspect: context.suspect ?? context.nextId,
        pending: context.pending.flatMap((other) =>
          other !== one ? [other] : isOver ? [] : [{ ...one, late: !isLive(one.ask) }],
        ),
      });
    }),
    /** Kept subscriptions wait for another decision of the user. Events are never sent later. */
    deny: enqueueActions(({ context: { pending }, event, enqueue }) => {
      const isAsked = event.type === 'relay.deny' && event.isAsked;
      for (const { from, as, ask, tries } of pending)
        if (!isGone(from)) enqueue.sendTo(from, denied(as, ask, PROXIED, tries > 0, isAsked));
      enqueue.assign({ pending: pending.filter(({ ask }) => ask.kind === 'subscribe') });
    }),
    recordRule: assign(whenEvent('relay.rule', ({ event }) => ({ rule: event.rule }))),
    /** A user who permits it may be prompted for a PIN. */
    wantHeld: assign(({ context: { held } }) => ({
      held: held.map((one) =>
        one.ask.kind === 'count' ? one : { ...one, ask: { ...one.ask, wanted: true } },
      ),
    })),
    askPerson: sendParent(
      ({ context: { url } }): RelayWantsProof => ({ type: 'relays.proof', url }),
    ),
    judgeProof: assign(({ context: { held } }) => ({
      quiet: !held.some(({ ask }) => isWanted(ask)),
    })),
    askProof: sendTo(
      ({ context }) => context.signer,
      ({ context, self }) => {
        const { url, account, challenge = '' } = context;
        const act = { do: 'sign', template: buildAuth(url, challenge) } as const;
        return {
          type: 'sign.request',
          request: {
            id: 'proof',
            from: self,
            pubkey: account,
            reason: { code: 'sign.auth' as const, params: { relay: url } },
            act,
            quiet: context.quiet,
          },
        };
      },
    ),
    cancelProof: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'proof', from: self }),
    ),
    prove: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'sign.settled' || !event.outcome.ok || !('event' in event.outcome)) return;
      enqueue.assign({ proof: event.outcome.event.id });
      enqueue.sendTo('socket', { type: 'socket.authenticate', event: event.outcome.event });
    }),
    /** Notify each waiting caller once. Live subscriptions keep waiting. */
    rejectHeld: enqueueActions(({ context, enqueue }) => {
      for (const { from, as, ask, late } of context.held) {
        if (late || isGone(from)) continue;
        const answer = unanswered(as, ask, { code: 'relay.wantsAuth' });
        enqueue.sendTo(
          from,
          answer.type === 'relay.outcome' ? { ...answer, outcome: 'rejected' } : answer,
        );
      }
      enqueue.assign({ held: goingOn(context.held).map((one) => ({ ...one, late: true })) });
    }),
    /** Resend, under new ids, the requests that the relay refused without a proof of identity. */
    askHeld: assign(({ context }) => ({
      pending: [...context.pending, ...context.held.map((one) => ({ ...one, late: false }))],
      held: [],
    })),
    fault: assign((_, { fault }: { fault: 'errored' | 'closed' | 'timedOut' }) => ({
      fault: { code: `relay.${fault}` as const },
    })),
    recordClose: assign(
      whenEvent('socket.closed', ({ event }) => ({
        fault: { code: `relay.${event.reason}` as const },
      })),
    ),
    countRetry: assign(({ context }) => ({
      retries: context.retries + 1,
      seed: chance(context.seed),
    })),
    calm: assign({ retries: 0 }),
  },
}).createMachine({
  id: 'relay',
  context: ({ input }) => ({
    ...input,
    retries: 0,
    fault: undefined,
    pending: [],
    held: [],
    nextId: 1,
    notices: [],
    challenge: undefined,
    canProve: true,
    proof: undefined,
    quiet: true,
    suspect: undefined,
  }),
  initial: 'beginning',
  on: {
    'relay.ask': { actions: 'remember' },
    'relay.forget': { actions: 'forget' },
    'relay.rule': { actions: 'recordRule' },
    'relay.suspend': '.suspended',
  },
  states: {
    beginning: { always: [{ guard: 'isSuspended', target: 'suspended' }, { target: 'live' }] },
    live: {
      initial: 'connecting',
      invoke: {
        src: 'socket',
        id: 'socket',
        input: ({ context }) => ({ url: context.url }),
        onError: { target: 'waiting', actions: { type: 'fault', params: { fault: 'errored' } } },
      },
      on: { 'socket.closed': { target: 'waiting', actions: 'recordClose' } },
      states: {
        connecting: {
          tags: 'connecting',
          on: {
            'socket.opened': {
              target: 'online',
              actions: assign({ fault: undefined, canProve: true, suspect: undefined }),
            },
          },
          after: {
            openTimeout: {
              target: '#relay.waiting',
              actions: { type: 'fault', params: { fault: 'timedOut' } },
            },
          },
        },
        online: {
          tags: 'online',
          initial: 'plain',
          entry: ['sendWaiting', 'notifyOpened'],
          exit: 'rejectHeld',
          after: { stable: { actions: 'calm' } },
          on: {
            'relay.ask': { actions: ['remember', 'sendWaiting'] },
            'relay.expired': [
              {
                guard: 'isDead',
                target: '#relay.waiting',
                actions: { type: 'fault', params: { fault: 'timedOut' } },
              },
              { actions: 'expire' },
            ],
            'socket.heard': { actions: 'take' },
          },
          states: {
            plain: {
              on: {
                'socket.heard': [
                  { guard: 'wantsAuth', target: 'judging', actions: 'take' },
                  { actions: 'take' },
                ],
              },
            },
            judging: {
              always: [
                { guard: 'isSilent', target: 'signing' },
                { guard: 'canAsk', target: 'asking' },
                { target: 'denied' },
              ],
            },
            /** Wait for the user's consent to identify them to the relay. */
            asking: {
              entry: 'askPerson',
              on: { 'relay.rule': { target: 'judging', actions: ['recordRule', 'wantHeld'] } },
              after: { signTimeout: 'denied' },
            },
            signing: {
              entry: ['judgeProof', 'askProof'],
              exit: 'cancelProof',
              on: {
                'sign.settled': [
                  { guard: 'isProof', target: 'proving', actions: 'prove' },
                  { guard: 'isUnsigned', target: 'unsigned' },
                  { target: 'denied' },
                ],
              },
              after: { signTimeout: 'denied' },
            },
            /**
             * The key is locked or signing needs a prompt. Live subscriptions retry the proof
             * later.
             */
            unsigned: {
              entry: 'rejectHeld',
              on: {
                'socket.heard': [
                  { guard: 'wantsAuth', target: 'judging', actions: 'take' },
                  { actions: 'take' },
                ],
              },
              after: { reopened: { guard: 'isLiveHeld', target: 'judging' } },
            },
            proving: {
              on: {
                'socket.heard': [
                  { guard: 'isProved', target: 'proved', actions: 'take' },
                  { guard: 'isUnproved', target: 'denied', actions: 'take' },
                  { actions: 'take' },
                ],
              },
              after: { proofTimeout: 'denied' },
            },
            proved: { entry: [assign({ canProve: false }), 'askHeld', 'sendWaiting'] },
            denied: {
              entry: [assign({ canProve: false }), 'rejectHeld'],
              on: {
                'relay.ask': {
                  guard: 'isWanted',
                  target: 'plain',
                  actions: [assign({ canProve: true }), 'remember', 'sendWaiting'],
                },
                'relay.rule': {
                  target: 'plain',
                  actions: ['recordRule', assign({ canProve: true })],
                },
              },
            },
          },
        },
      },
    },
    waiting: {
      tags: 'waiting',
      entry: 'rejectAll',
      always: { guard: 'isSpent', target: 'givenUp' },
      after: { backoff: { target: 'live', actions: 'countRetry' } },
      on: {
        // a new request needs the connection now
        'relay.ask': { target: 'live', actions: ['remember', 'countRetry'] },
        'relay.setOnline': 'live',
        'relay.retry': { target: 'live', actions: 'calm' },
      },
    },
    givenUp: {
      tags: 'givenUp',
      on: {
        'relay.ask': [
          { guard: 'isKept', target: 'live', actions: ['calm', 'remember'] },
          { actions: 'refuse' },
        ],
        'relay.retry': { target: 'live', actions: 'calm' },
        'relay.setOnline': { target: 'live', actions: 'calm' },
        'relay.resume': { target: 'live', actions: 'calm' },
      },
    },
    suspended: {
      tags: 'suspended',
      entry: [assign({ fault: undefined }), 'rejectAll'],
      on: {
        'relay.ask': [{ guard: 'isKept', actions: 'remember' }, { actions: 'refuse' }],
        'relay.deny': { actions: 'deny' },
        'relay.suspend': {},
        'relay.resume': { target: 'live', actions: 'calm' },
      },
    },
  },
});

function commandOf(id: string, ask: RelayAsk): RelayCommand {
  if (ask.kind === 'publish') return { type: 'socket.publish', event: ask.event };
  const { kind, filters } = ask;
  return keptName(ask) === undefined
    ? { type: `socket.${kind}`, id, filters }
    : { type: 'socket.subscribe', id, filters, lasts: true };
}

/** Return the live requests of active callers. */
function goingOn(asked: readonly Pending[]): readonly Pending[] {
  return asked.filter(({ ask, from }) => isLive(ask) && !isGone(from));
}

export type RelayActor = ActorRefFrom<typeof relayMachine>;

/** @internal */
export const relayInvariants: Invariants<typeof relayMachine> = {
  /** RELAY-03 */
  limitedRetries: ({ context }) => context.retries <= MAX_RETRIES,
};
