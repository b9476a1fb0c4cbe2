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
import type { Message } from '../../events/account/user-message.ts';
import { buildAuth, isAuthFor } from '../../events/connection/relay-auth.ts';
import type { SignerRef } from '../core/signer-ref.ts';
import type { SignSettled } from '../core/sign-request.ts';
import { when } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';
import { chance } from './backoff.ts';
import { isGone } from './pending-requests.ts';
import { answersOf, type RelayTalk, wantsAuth } from './relay-subscriptions.ts';
import {
  isForPerson,
  isLive,
  isWanted,
  type Pending,
  type ProofRule,
  type RelayAnswer,
  type RelayAsk,
  type RelayCommand,
  type RelayNews,
  type RelaySignal,
  type RelayWantsProof,
  unanswered,
} from './relay-protocol.ts';
import type { Ours } from '../../events/nostr/ours.ts';

export type RelayEvent =
  | RelaySignal
  | SignSettled
  /** `as`: what the asker calls this relay, and hears again with every answer. */
  | { type: 'relay.ask'; from: AnyActorRef; ask: RelayAsk; as: Ours<string> }
  /** That asker wants to be told nothing live any more. */
  | { type: 'relay.forget'; from: AnyActorRef }
  | { type: 'relay.expired'; id: string }
  | { type: 'relay.rule'; rule: ProofRule }
  | { type: 'relay.suspend' }
  | { type: 'relay.resume' }
  | { type: 'relay.retry' }
  | { type: 'relay.online' };

export interface RelayInput {
  readonly url: Ours<string>;
  /** The signer for proofs of identity, and the account that it signs for. */
  readonly signer: SignerRef;
  readonly account: string;
  /** Start of the jitter's sequence. */
  readonly seed: number;
  readonly rule: ProofRule;
  /** Whether it waits to be resumed before its first attempt. */
  readonly suspended: boolean;
  /** The actor that is told each time the relay is connected. */
  readonly listener?: ActorRef<Snapshot<unknown>, RelayNews>;
}

interface Context extends RelayTalk, RelayInput {
  readonly retries: number;
  /** Why it is not connected; undefined as long as nothing went wrong. */
  readonly fault: Message<'relay.errored' | 'relay.closed' | 'relay.timedOut'> | undefined;
  readonly proof: string | undefined;
  /** The proof is signed only where that troubles nobody. */
  readonly quiet: boolean;
  /** Something was given up and nothing has been heard since; what was asked after that begins with this id. */
  readonly suspect: number | undefined;
}

const MAX_RETRIES = 10;
const SUSPENDED = { code: 'relay.suspended' } as const;

/** RELAY-04, PUBLISH-01: how long an answer is waited for. Milliseconds. */
const PATIENCE = { subscribe: 4_400, count: 4_400, publish: 8_000 } as const;

/**
 * The connection to one relay (RELAY-01 to 05, RELAY-09). One socket for each stay in `live`; what is asked is sent once that is open, and
 * every asker hears an end: an answer, or after its time, or when the connection goes. A proof of identity (NIP-42) is only signed for
 * when a relay refuses something without one, and once for a connection.
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
    /** Reading alone is no reason to say who reads. */
    canAsk: ({ context }) => context.rule === 'ask' && context.held.some(({ ask }) => isForPerson(ask)),
    wantsAuth: ({ context, event }) => event.type === 'socket.heard' && wantsAuth(context, event.heard),
    /** Nothing was heard since something else had been given up: the line is dead, though nobody was told that it was closed (E-45). */
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
      event.type === 'socket.heard' && event.heard.some((one) => one.type === 'ok' && one.eventId === context.proof && one.accepted),
    /** Something that goes on waits for a proof, which may be signed later. */
    isLiveHeld: ({ context }) => context.held.some(({ ask }) => isLive(ask)),
    isWanted: ({ context, event }) =>
      event.type === 'relay.ask' && (isWanted(event.ask) || (context.rule === 'ask' && isForPerson(event.ask))),
    isUnsigned: ({ context, event }) => event.type === 'sign.settled' && !event.outcome.ok && context.quiet,
    isUnproved: ({ context, event }) =>
      event.type === 'socket.heard' && event.heard.some((one) => one.type === 'ok' && one.eventId === context.proof && !one.accepted),
  },
  delays: {
    openTimeout: 4_400,
    stable: 60_000,
    signPatience: 60_000,
    proofTimeout: 8_000,
    reopened: 5_000,
    backoff: ({ context }) => Math.round(Math.min(60_000, 500 * 2 ** context.retries) * (1 - chance(context.seed) / 4)),
  },
  actions: {
    remember: assign(
      when('relay.ask', ({ context, event }) => ({
        pending: [...context.pending, { from: event.from, as: event.as, ask: event.ask, id: undefined, late: false }],
      })),
    ),
    refuse: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'relay.ask') return;
      enqueue.sendTo(event.from, unanswered(event.as, event.ask, context.fault ?? SUSPENDED));
    }),
    /** RELAY-02: whoever still waits is told; late ones were told before. What is live goes on with the next connection (INV-SUBS). */
    rejectAll: enqueueActions(({ context, enqueue }) => {
      for (const { from, as, ask, id, late } of context.pending) {
        if (id !== undefined) enqueue.cancel(id);
        if (!late && !isGone(from)) enqueue.sendTo(from, unanswered(as, ask, context.fault ?? SUSPENDED));
      }
      const live = goingOn([...context.pending, ...context.held]).map((one) => ({ ...one, id: undefined, late: false }));
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
        const { ask } = one;
        if (ask.kind === 'publish') enqueue.sendTo('socket', { type: 'socket.publish', event: ask.event });
        else enqueue.sendTo('socket', { type: `socket.${ask.kind}`, id, filters: ask.filters });
        enqueue.raise({ type: 'relay.expired', id }, { delay: PATIENCE[ask.kind], id });
        return { ...one, id };
      });
      enqueue.assign({ pending, nextId: next });
    }),
    take: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'socket.heard') return;
      const { talk, told, done } = answersOf(context, event.heard);
      for (const id of done) enqueue.cancel(id);
      for (const { to, answer, close } of told) {
        if (close !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id: close });
        if (!isGone(to)) enqueue.sendTo(to, answer satisfies RelayAnswer);
      }
      enqueue.assign({ ...talk, suspect: undefined });
      for (const { from, ask } of talk.pending) if (isLive(ask) && isGone(from)) enqueue.raise({ type: 'relay.forget', from });
    }),
    forget: enqueueActions(({ context: { pending, held }, event, enqueue }) => {
      if (event.type !== 'relay.forget') return;
      const isLeft = ({ from, ask }: Pending) => from !== event.from || !isLive(ask);
      for (const one of pending) if (!isLeft(one) && one.id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id: one.id });
      enqueue.assign({ pending: pending.filter(isLeft), held: held.filter(isLeft) });
    }),
    expire: enqueueActions(({ context, event, enqueue }) => {
      const one = event.type === 'relay.expired' ? context.pending.find(({ id }) => id === event.id) : undefined;
      if (!one || one.id === undefined || one.late) return;
      if (one.ask.kind !== 'publish' && !isLive(one.ask)) enqueue.sendTo('socket', { type: 'socket.close', id: one.id });
      if (!isGone(one.from)) enqueue.sendTo(one.from, unanswered(one.as, one.ask, { code: 'publish.unconfirmed' }));
      const isOver = one.ask.kind !== 'publish' && !isLive(one.ask);
      enqueue.assign({
        suspect: context.suspect ?? context.nextId,
        pending: context.pending.flatMap((other) => (other !== one ? [other] : isOver ? [] : [{ ...one, late: !isLive(one.ask) }])),
      });
    }),
    recordRule: assign(when('relay.rule', ({ event }) => ({ rule: event.rule }))),
    /** Whoever permits it may be asked for a PIN. */
    wantHeld: assign(({ context: { held } }) => ({
      held: held.map((one) => (one.ask.kind === 'count' ? one : { ...one, ask: { ...one.ask, wanted: true } })),
    })),
    askPerson: sendParent(({ context: { url } }): RelayWantsProof => ({ type: 'relays.proof', url })),
    judgeProof: assign(({ context: { held } }) => ({ quiet: !held.some(({ ask }) => isWanted(ask)) })),
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
    /** Whoever waits is told, once; what is live waits on. */
    rejectHeld: enqueueActions(({ context, enqueue }) => {
      for (const { from, as, ask, late } of context.held) {
        if (late || isGone(from)) continue;
        const answer = unanswered(as, ask, { code: 'relay.wantsAuth' });
        enqueue.sendTo(from, answer.type === 'relay.outcome' ? { ...answer, outcome: 'rejected' } : answer);
      }
      enqueue.assign({ held: goingOn(context.held).map((one) => ({ ...one, late: true })) });
    }),
    /** Asks again, under new ids, what the relay had refused for want of a proof of identity. */
    askHeld: assign(({ context }) => ({
      pending: [...context.pending, ...context.held.map((one) => ({ ...one, late: false }))],
      held: [],
    })),
    fault: assign((_, { fault }: { fault: 'errored' | 'closed' | 'timedOut' }) => ({ fault: { code: `relay.${fault}` as const } })),
    recordClose: assign(when('socket.closed', ({ event }) => ({ fault: { code: `relay.${event.reason}` as const } }))),
    countRetry: assign(({ context }) => ({ retries: context.retries + 1, seed: chance(context.seed) })),
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
          on: { 'socket.opened': { target: 'online', actions: assign({ fault: undefined, canProve: true, suspect: undefined }) } },
          after: { openTimeout: { target: '#relay.waiting', actions: { type: 'fault', params: { fault: 'timedOut' } } } },
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
              { guard: 'isDead', target: '#relay.waiting', actions: { type: 'fault', params: { fault: 'timedOut' } } },
              { actions: 'expire' },
            ],
            'socket.heard': { actions: 'take' },
          },
          states: {
            plain: { on: { 'socket.heard': [{ guard: 'wantsAuth', target: 'judging', actions: 'take' }, { actions: 'take' }] } },
            judging: {
              always: [{ guard: 'isSilent', target: 'signing' }, { guard: 'canAsk', target: 'asking' }, { target: 'denied' }],
            },
            /** A person is asked whether that relay may know who they are. */
            asking: {
              entry: 'askPerson',
              on: { 'relay.rule': { target: 'judging', actions: ['recordRule', 'wantHeld'] } },
              after: { signPatience: 'denied' },
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
              after: { signPatience: 'denied' },
            },
            /** The key is locked, or somebody would have had to be asked: what goes on is proved for once that is otherwise. */
            unsigned: {
              entry: 'rejectHeld',
              on: { 'socket.heard': [{ guard: 'wantsAuth', target: 'judging', actions: 'take' }, { actions: 'take' }] },
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
                'relay.ask': { guard: 'isWanted', target: 'plain', actions: [assign({ canProve: true }), 'remember', 'sendWaiting'] },
                'relay.rule': { target: 'plain', actions: ['recordRule', assign({ canProve: true })] },
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
        // somebody needs it now
        'relay.ask': { target: 'live', actions: ['remember', 'countRetry'] },
        'relay.online': 'live',
        'relay.retry': { target: 'live', actions: 'calm' },
      },
    },
    givenUp: {
      tags: 'givenUp',
      on: {
        'relay.ask': { actions: 'refuse' },
        'relay.retry': { target: 'live', actions: 'calm' },
        'relay.online': { target: 'live', actions: 'calm' },
        'relay.resume': { target: 'live', actions: 'calm' },
      },
    },
    suspended: {
      tags: 'suspended',
      entry: [assign({ fault: undefined }), 'rejectAll'],
      on: { 'relay.ask': { actions: 'refuse' }, 'relay.suspend': {}, 'relay.resume': { target: 'live', actions: 'calm' } },
    },
  },
});

/** What is not over with its answer, of those who still listen. */
function goingOn(asked: readonly Pending[]): readonly Pending[] {
  return asked.filter(({ ask, from }) => isLive(ask) && !isGone(from));
}

export type RelayActor = ActorRefFrom<typeof relayMachine>;
