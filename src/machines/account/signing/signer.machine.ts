import { type ActorRefFrom, assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Account } from '../../../events/account/account.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import {
  aged,
  OVERDUE,
  type QueuedRequest,
  LAPSED,
  nextQueued,
  type SignQueue,
  unasked,
  type Wanted,
  withChallenge,
  withoutWanted,
  withPrompt,
  withRequest,
} from './sign-queue.ts';
import { checked, failed, notDone, settledOf, notDoneFor } from './sign-outcome.ts';
import type { PeerAnswer, PeerEvent } from '../../connection/relay-protocol.ts';
import type {
  SignerCommand,
  SignerPortInput,
  SignerSignal,
  SignEvent,
} from '../../core/sign-request.ts';
import { areUnique, type Invariants } from '../../core/invariants.ts';

export interface SignerInput {
  readonly account: Account;
  /** True if it can act without a PIN. */
  readonly open: boolean;
}

/** `cancel` and `again` come from the view of the queue, the rest from the session. */
export type SignerEvent =
  | SignEvent
  | SignerSignal
  | PeerEvent
  | { type: 'signer.cancel'; queued: string }
  | { type: 'signer.retry'; queued: string }
  /** That prompt has been open for a moment. */
  | { type: 'signer.delayed'; prompt: string }
  | { type: 'signer.unlocked' }
  | { type: 'signer.denied'; failure: SigningFailure }
  | { type: 'signer.lock' }
  | { type: 'signer.close' };

/** Sent to the parent: a waiting request needs the key. */
export type SignerNews = { type: 'signer.keyNeeded' };

interface Context extends SignerInput {
  /** In order of arrival. The user sees it as the queue. */
  readonly queue: SignQueue;
  readonly count: number;
  /**
   * True if a request takes longer than an open local key needs. Then the queue is shown until it
   * is empty.
   */
  readonly slow: boolean;
}

const CANCELLED = { code: 'signer.cancelled' } as const;
const LEFT = { code: 'account.left' } as const;
const NO_ANSWER = { code: 'signer.silent' } as const;
const CRASHED = { code: 'signer.failed' } as const;
const NOT_UNLOCKED = { code: 'key.locked' } as const;

/**
 * All requests that need an account's key, one at a time and in order (SIGN-01, INV-QUEUE). Equal
 * acts share a prompt (INV-ONE-PROMPT). An open prompt blocks the others for a minute and fails
 * after 11 (INV-PROGRESS). An answer counts if its act is still wanted and matches (INV-IDENTITY).
 * While locked, the queue waits for the key.
 */
export const signerMachine = setup({
  types: { context: {} as Context, events: {} as SignerEvent, input: {} as SignerInput },
  actors: { port: callbackPort<SignerCommand | PeerAnswer, SignerPortInput>('signer') },
  guards: {
    isEmpty: ({ context }) => context.queue.length === 0,
    isOpen: ({ context }) => context.open,
    isStillOpen: ({ context, event }) =>
      event.type === 'signer.delayed' &&
      context.queue.some(({ prompt }) => prompt === event.prompt),
  },
  delays: { moment: 400, second: 1_000, unlockTimeout: 15 * 60_000, rest: 1_000 },
  actions: {
    add: assign(
      whenEvent('sign.request', ({ context, event }) => ({
        queue: withRequest(context.queue, event.request, String(context.count)),
        count: context.count + 1,
      })),
    ),
    /** Send the next request if no other one is open. */
    advance: enqueueActions(({ context, enqueue }) => {
      const next = nextQueued(context.queue);
      if (!next) return;
      const prompt = String(context.count);
      enqueue.assign({ queue: withPrompt(context.queue, next, prompt), count: context.count + 1 });
      enqueue.sendTo('port', { type: 'signer.perform', id: prompt, act: next.act });
      enqueue.raise({ type: 'signer.delayed', prompt }, { delay: 'moment' });
    }),
    show: assign({ slow: true }),
    hide: assign({ slow: false }),
    /** Accept an answer to an open prompt. Others are late or repeated, and dropped. */
    take: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'signer.answered' && event.type !== 'signer.failed') return;
      const queued = context.queue.find(({ prompt }) => prompt === event.id);
      if (!queued) return;
      const outcome =
        event.type === 'signer.failed'
          ? failed(event.failure)
          : checked(queued.act, context.account.pubkey, event.answer);
      for (const { to, settled } of settledOf(queued, outcome)) enqueue.sendTo(to, settled);
      enqueue.assign({ queue: context.queue.filter((one) => one !== queued) });
    }),
    challenge: assign(({ context, event }) => {
      const queued =
        event.type === 'signer.challenged' &&
        context.queue.find(({ prompt }) => prompt === event.id);
      return queued && event.type === 'signer.challenged'
        ? { queue: withChallenge(context.queue, queued, event.url) }
        : {};
    }),
    /** Cancel a request for its requester. */
    withdraw: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'sign.cancel') return;
      const isMeant = (one: Wanted) => one.id === event.id && one.from === event.from;
      for (const { to, settled } of notDoneFor(context.queue, isMeant, CANCELLED))
        enqueue.sendTo(to, settled);
      enqueue.assign({ queue: withoutWanted(context.queue, isMeant) });
    }),
    /**
     * The key is locked: fail silent requests, because they must not prompt for a PIN (BEYOND-03).
     */
    dismissQuiet: enqueueActions(({ context, enqueue }) => {
      const isMeant = ({ quiet }: Wanted) => quiet;
      for (const { to, settled } of notDoneFor(context.queue, isMeant, NOT_UNLOCKED))
        enqueue.sendTo(to, settled);
      enqueue.assign({ queue: withoutWanted(context.queue, isMeant) });
    }),
    /** Cancel a request for all its requesters, by the user. */
    cancel: enqueueActions(({ context, event, enqueue }) => {
      const queued =
        event.type === 'signer.cancel' && context.queue.find(({ id }) => id === event.queued);
      if (!queued) return;
      for (const { to, settled } of settledOf(queued, notDone(queued.act, CANCELLED)))
        enqueue.sendTo(to, settled);
      enqueue.assign({
        queue: context.queue.map((one) => (one === queued ? { ...one, wanted: [] } : one)),
      });
    }),
    again: enqueueActions(({ context, event, enqueue }) => {
      const queued =
        event.type === 'signer.retry' && context.queue.find(({ id }) => id === event.queued);
      if (!queued || queued.prompt === undefined) return;
      enqueue.sendTo('port', { type: 'signer.abandon', id: queued.prompt });
      enqueue.assign({ queue: withPrompt(context.queue, queued, undefined) });
    }),
    age: enqueueActions(({ context, enqueue }) => {
      const queue = aged(context.queue);
      const lapsed = queue.filter(({ waited }) => waited >= LAPSED);
      for (const queued of lapsed) {
        for (const { to, settled } of settledOf(queued, notDone(queued.act, NO_ANSWER)))
          enqueue.sendTo(to, settled);
      }
      enqueue.assign({
        queue: queue.map((one) => (lapsed.includes(one) ? { ...one, wanted: [] } : one)),
      });
    }),
    /** Drop requests without requesters. Answers to their prompts are ignored. */
    abandon: enqueueActions(({ context, enqueue }) => {
      const unwanted = context.queue.filter(({ wanted }) => wanted.length === 0);
      for (const { prompt } of unwanted)
        if (prompt !== undefined) enqueue.sendTo('port', { type: 'signer.abandon', id: prompt });
      enqueue.assign({ queue: context.queue.filter((one) => !unwanted.includes(one)) });
    }),
    drop: assign(({ context }) => ({
      queue: context.queue.filter(({ wanted }) => wanted.length > 0),
    })),
    /** Fail all requests, or only those that were sent. */
    fail: enqueueActions(
      (
        { context, enqueue },
        { detail, which }: { detail: SigningFailure['detail']; which: 'all' | 'asked' },
      ) => {
        const isMeant = ({ prompt }: QueuedRequest) => which === 'all' || prompt !== undefined;
        for (const queued of context.queue.filter(isMeant)) {
          for (const { to, settled } of settledOf(queued, notDone(queued.act, detail)))
            enqueue.sendTo(to, settled);
        }
        enqueue.assign({ queue: context.queue.filter((queued) => !isMeant(queued)) });
      },
    ),
    deny: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'signer.denied') return;
      for (const queued of context.queue) {
        for (const { to, settled } of settledOf(queued, failed(event.failure)))
          enqueue.sendTo(to, settled);
      }
      enqueue.assign({ queue: [] });
    }),
    passToPeers: sendParent(({ event }) => event),
    unask: assign(({ context }) => ({ queue: unasked(context.queue) })),
    notifyKeyNeeded: sendParent({ type: 'signer.keyNeeded' } satisfies SignerNews),
  },
}).createMachine({
  id: 'signer',
  context: ({ input }) => ({ ...input, queue: [], count: 1, slow: false }),
  initial: 'deciding',
  on: { 'signer.close': '.closed' },
  states: {
    deciding: { always: [{ guard: 'isOpen', target: 'open' }, { target: 'locked' }] },
    locked: {
      entry: ['hide', 'dismissQuiet', 'drop'],
      initial: 'idle',
      on: {
        'signer.unlocked': 'open',
        'sign.cancel': { actions: ['withdraw', 'drop'] },
        'signer.cancel': { actions: ['cancel', 'drop'] },
      },
      states: {
        idle: {
          always: { guard: ({ context }) => context.queue.length > 0, target: 'waiting' },
          on: { 'sign.request': { actions: ['add', 'dismissQuiet', 'drop'] } },
        },
        waiting: {
          entry: 'notifyKeyNeeded',
          always: { guard: 'isEmpty', target: 'idle' },
          on: {
            'sign.request': { actions: ['add', 'dismissQuiet', 'drop'] },
            'signer.denied': { target: 'idle', actions: 'deny' },
          },
          after: {
            unlockTimeout: {
              target: 'idle',
              actions: { type: 'fail', params: { detail: NOT_UNLOCKED, which: 'all' } },
            },
          },
        },
      },
    },
    open: {
      initial: 'idle',
      invoke: {
        id: 'port',
        src: 'port',
        input: ({ context }) => ({ account: context.account }),
        // any waiting request implies an open one
        onError: {
          target: 'broken',
          actions: { type: 'fail', params: { detail: CRASHED, which: 'asked' } },
        },
      },
      on: {
        'signer.lock': { target: 'locked', actions: 'unask' },
        'signer.locked': { target: 'locked', actions: 'unask' },
        'peer.*': { actions: 'passToPeers' },
      },
      states: {
        idle: {
          entry: 'hide',
          always: { guard: ({ context }) => context.queue.length > 0, target: 'busy' },
          on: { 'sign.request': { actions: 'add' } },
        },
        busy: {
          entry: 'advance',
          always: { guard: 'isEmpty', target: 'idle' },
          on: {
            'sign.request': { actions: ['add', 'advance'] },
            'sign.cancel': { actions: ['withdraw', 'abandon', 'advance'] },
            'signer.cancel': { actions: ['cancel', 'abandon', 'advance'] },
            'signer.retry': { actions: ['again', 'advance'] },
            'signer.answered': { actions: ['take', 'advance'] },
            'signer.failed': { actions: ['take', 'advance'] },
            'signer.challenged': { actions: 'challenge' },
            'signer.delayed': { guard: 'isStillOpen', actions: 'show' },
          },
          after: { second: { target: 'busy', reenter: true, actions: ['age', 'abandon'] } },
        },
      },
    },
    broken: {
      on: {
        'sign.request': { actions: 'add' },
        'sign.cancel': { actions: ['withdraw', 'drop'] },
        'signer.cancel': { actions: ['cancel', 'drop'] },
      },
      after: { rest: 'open' },
    },
    closed: {
      type: 'final',
      entry: { type: 'fail', params: { detail: LEFT, which: 'all' } },
    },
  },
});

export type SignerActor = ActorRefFrom<typeof signerMachine>;

/** @internal */
export const signerInvariants: Invariants<typeof signerMachine> = {
  /** INV-QUEUE */
  uniqueRequests: ({ context }) => areUnique(context.queue.map(({ id }) => id)),
  /** INV-ONE-PROMPT */
  uniquePrompts: ({ context }) => areUnique(context.queue.flatMap(({ prompt }) => prompt ?? [])),
  /** SIGN-01. Overdue prompts block no others. */
  onePrompt: ({ context }) =>
    context.queue.filter(({ prompt, waited }) => prompt !== undefined && waited < OVERDUE).length <=
    1,
  /** BEYOND-03. While the key is locked, no prompt is open and no silent request waits. */
  quietWhileLocked: (snapshot) =>
    !snapshot.matches('locked') ||
    snapshot.context.queue.every(
      ({ prompt, wanted }) => prompt === undefined && !wanted.some(({ quiet }) => quiet),
    ),
};
