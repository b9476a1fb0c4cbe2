import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type { WalletAbilities } from '../../../events/money/wallets/nwc.ts';
import type {
  WalletCall,
  WalletMethod,
  WalletReply,
  WalletTransaction,
} from '../../../events/money/wallets/nwc-call.ts';
import { plus, type Seconds, seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import {
  isPeerEvent,
  type PeerAnswer,
  type PeerEvent,
  type PeersRestarted,
} from '../../connection/relay-protocol.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
  WalletAnswered,
  WalletAsk,
  WalletInput,
  WalletNoticed,
} from './wallet-protocol.ts';

type WalletEvent =
  | WalletConnectionSignal
  | WalletAsk
  | PeerEvent
  | PeersRestarted
  /** Reload balance and transactions. `isWanted`: the user may be asked for the connection. */
  | { type: 'wallet.refresh'; isWanted?: boolean }
  | { type: 'wallet.timedOut'; id: string }
  /** Internal event: these calls have waited too long for the user's answer. */
  | { type: 'wallet.waited'; calls: readonly Asked[] };

/** A call without a response. `from`: `undefined` if this machine made the call. */
interface Asked {
  readonly call: WalletCall;
  readonly request: string;
  /** When it was ordered. `undefined` if it never becomes too old. */
  readonly at?: Seconds | undefined;
  readonly from: WalletAsk['from'] | undefined;
}

interface Context extends WalletInput {
  readonly abilities: WalletAbilities | undefined;
  readonly alias: string;
  readonly balanceMsats: number | undefined;
  readonly transactions: readonly WalletTransaction[] | undefined;
  /**
   * Calls without a response by id, including those after their timeout, because a late response
   * counts.
   */
  readonly asked: ReadonlyMap<string, Asked>;
  readonly late: ReadonlySet<string>;
  /** Calls that wait for the wallet's capabilities. */
  readonly queue: readonly Asked[];
  readonly nextId: number;
}

/** Timeouts of a wallet's response in milliseconds. */
const PAY_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 20_000;
/**
 * How long a call waits for the user's answer and the connection after it. Less than the timeout of
 * a payment, so that one that was not sent never counts as unclear.
 */
const ANSWER_MS = 40_000;
/** Limit of calls that wait for late responses. The oldest are dropped. */
const MOST_ASKED = 50;
const RECENT = 20;
const NEVER = seconds(0);
const WANTED: readonly WalletCall[] = [
  { method: 'get_balance' },
  { method: 'list_transactions', limit: RECENT },
];

const UNSENT = {
  method: 'error',
  code: 'UNSENT',
  isDefinite: true,
  words: { code: 'wallet.silent' },
} as const satisfies WalletReply;
const NOT_PERMITTED: WalletReply = { ...UNSENT, words: { code: 'wallet.notPermitted' } };
const NOT_IN_TIME: WalletReply = { ...UNSENT, words: { code: 'wallet.notInTime' } };
const CANNOT: WalletReply = {
  method: 'error',
  code: 'NOT_IMPLEMENTED',
  isDefinite: true,
  words: { code: 'wallet.cannot' },
};

/**
 * One connected wallet (WALLET-01, NIP-47). It fetches the wallet's capabilities, sends one request
 * at a time, and delivers each response once to its caller (INV-REPLY). After a timeout the wallet
 * is shown as silent. A late response still counts.
 */
export const walletMachine = setup({
  types: {
    context: {} as Context,
    events: {} as WalletEvent,
    input: {} as WalletInput,
    tags: {} as 'connecting' | 'silent' | 'notPermitted',
    children: {} as { connection: 'connection' },
  },
  actors: {
    connection: callbackPort<WalletConnectionCommand | PeerAnswer, WalletConnectionInput>(
      'connection',
    ),
  },
  delays: { timeout: 15_000, again: 30_000 },
  guards: {
    isAsked: ({ context, event }) => 'id' in event && context.asked.has(event.id),
    isKnown: ({ context }) => context.abilities !== undefined,
    isWanted: ({ event }) => event.type === 'wallet.refresh' && event.isWanted === true,
  },
  actions: {
    keepAbilities: assign(
      whenEvent('walletConnection.abilitiesReceived', ({ event }) => ({
        abilities: event.abilities,
      })),
    ),
    queue: assign(
      whenEvent('wallet.call', ({ context, event }) => ({
        queue: [
          ...context.queue,
          { call: event.call, request: event.request, at: event.at, from: event.from },
        ],
      })),
    ),
    /** After a payment, an answer that is on its way may be too old. For the user it is enough. */
    wantNews: assign(({ context: { queue, asked, late }, event }) => {
      const isEnough = event.type === 'wallet.refresh' && event.isWanted === true;
      const sent = [...asked].flatMap(([id, one]) => (!isEnough || late.has(id) ? [] : [one]));
      const own = [...queue, ...sent].filter(({ from }) => from === undefined);
      const isComing = (call: WalletCall) => own.some((one) => one.call.method === call.method);
      return { queue: [...queue, ...WANTED.filter((call) => !isComing(call)).map(ownCall)] };
    }),
    /**
     * Send the waiting calls that the wallet supports. Timers stop while the computer sleeps, so
     * the wall clock decides which calls have waited too long.
     */
    flush: enqueueActions(({ context, event, enqueue }) => {
      const { abilities, nextId, asked } = context;
      if (!abilities) return;
      const old = context.queue.filter((one) => isOld(one, event));
      const queue = context.queue.filter((one) => !old.includes(one));
      const sent = queue
        .filter(({ call }) => can(abilities, call.method))
        .map((one, at) => [String(nextId + at), one] as const);
      enqueue.assign({
        queue: [],
        nextId: nextId + sent.length,
        asked: new Map([...asked, ...sent].slice(-MOST_ASKED)),
      });
      for (const [id, { call }] of sent) {
        const timeout = call.method === 'pay_invoice' ? PAY_TIMEOUT_MS : TIMEOUT_MS;
        enqueue.sendTo('connection', {
          type: 'walletConnection.request',
          id,
          call,
          scheme: abilities.scheme,
          lasts: timeout / 1_000,
        });
        enqueue.raise({ type: 'wallet.timedOut', id }, { id: `late ${id}`, delay: timeout });
      }
      for (const one of queue)
        if (!can(abilities, one.call.method) && one.from)
          enqueue.sendTo(one.from, answered(one, CANNOT));
      for (const one of old) if (one.from) enqueue.sendTo(one.from, answered(one, NOT_IN_TIME));
    }),
    /** Nothing was sent, so the caller may use another wallet. */
    refuse: enqueueActions(({ context: { queue }, enqueue }, { reply }: { reply: WalletReply }) => {
      enqueue.assign({ queue: [] });
      for (const one of queue) if (one.from) enqueue.sendTo(one.from, answered(one, reply));
    }),
    limitWait: enqueueActions(({ context: { queue }, event, enqueue }) => {
      const calls = queue.filter(({ from }) => from !== undefined);
      const fresh = event.type === 'wallet.call' ? calls.slice(-1) : calls;
      if (fresh.length > 0)
        enqueue.raise({ type: 'wallet.waited', calls: fresh }, { delay: ANSWER_MS });
    }),
    refuseWaited: enqueueActions(({ context: { queue }, event, enqueue }) => {
      if (event.type !== 'wallet.waited') return;
      const { calls } = event;
      enqueue.assign({ queue: queue.filter((one) => !calls.includes(one)) });
      for (const one of queue)
        if (one.from && calls.includes(one)) enqueue.sendTo(one.from, answered(one, NOT_IN_TIME));
    }),
    passToPeers: enqueueActions(({ context, event, enqueue }) => {
      if (isPeerEvent(event)) enqueue.sendTo(context.scope, event);
    }),
    /** The connection asks the user only after an action of theirs (RELAY-08). */
    want: sendTo('connection', { type: 'walletConnection.want' }),
    /** Among the calls, only a payment is the user's action. Lookups repeat by themselves. */
    wantToPay: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'wallet.call' && event.call.method === 'pay_invoice')
        enqueue.sendTo('connection', { type: 'walletConnection.want' });
    }),
    rejoin: sendTo('connection', { type: 'peers.restarted' }),
    settle: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'walletConnection.answered' && event.type !== 'walletConnection.failed')
        return;
      const one = context.asked.get(event.id);
      const reply = event.type === 'walletConnection.answered' ? event.reply : unsent(event.why);
      if (!one || (reply.method !== one.call.method && reply.method !== 'error')) return;
      enqueue.cancel(`late ${event.id}`);
      enqueue.sendTo('connection', { type: 'walletConnection.drop', id: event.id });
      enqueue.assign({
        asked: withoutKey(context.asked, event.id),
        late: without(context.late, event.id),
        ...learned(reply),
      });
      if (one.from) enqueue.sendTo(one.from, answered(one, reply, event.at));
    }),
    recordLate: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'wallet.timedOut') return;
      const one = context.asked.get(event.id);
      enqueue.assign({ late: new Set(context.late).add(event.id) });
      enqueue.sendTo('connection', { type: 'walletConnection.drop', id: event.id });
      if (one?.from) enqueue.sendTo(one.from, answered(one, undefined));
    }),
    /** The result is unclear already, so the timeout ends now. */
    endEarly: enqueueActions(({ context: { late }, event, enqueue }) => {
      if (event.type !== 'walletConnection.unconfirmed' || late.has(event.id)) return;
      enqueue.cancel(`late ${event.id}`);
      enqueue.raise({ type: 'wallet.timedOut', id: event.id });
    }),
    /** Pending calls will get no response any more. */
    endAsked: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ asked: new Map(), late: new Set<string>() });
      for (const [id, one] of context.asked) {
        enqueue.cancel(`late ${id}`);
        if (one.from && !context.late.has(id)) enqueue.sendTo(one.from, answered(one, undefined));
      }
    }),
    notice: sendParent(({ event }): WalletNoticed => {
      if (event.type !== 'walletConnection.notified') throw new Error('nothing was told');
      return { type: 'wallet.noticed', transaction: event.notice.transaction };
    }),
    forgetLate: assign({ late: new Set<string>() }),
  },
}).createMachine({
  id: 'wallet',
  context: ({ input }) => ({
    ...input,
    abilities: undefined,
    alias: '',
    balanceMsats: undefined,
    transactions: undefined,
    asked: new Map(),
    late: new Set(),
    queue: [ownCall({ method: 'get_info' }), ...WANTED.map(ownCall)],
    nextId: 1,
  }),
  initial: 'linked',
  on: { 'peer.*': { actions: 'passToPeers' } },
  states: {
    linked: {
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context: { connection } }) => ({ connection }),
        onError: 'broken',
      },
      on: {
        'wallet.timedOut': { guard: 'isAsked', target: '.silent', actions: 'recordLate' },
        'walletConnection.answered': { guard: 'isAsked', actions: 'settle' },
        'walletConnection.failed': { guard: 'isAsked', actions: 'settle' },
        'walletConnection.unconfirmed': { guard: 'isAsked', actions: 'endEarly' },
        'peers.restarted': { actions: 'rejoin' },
        'walletConnection.notPermitted': '.barred.notPermitted',
        'walletConnection.asked': '.barred.asked',
        'walletConnection.notified': { actions: ['notice', raise({ type: 'wallet.refresh' })] },
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'connecting',
          on: {
            'wallet.call': { actions: ['queue', 'wantToPay'] },
            'wallet.refresh': { guard: 'isWanted', actions: 'want' },
            'walletConnection.abilitiesReceived': { target: 'ready', actions: 'keepAbilities' },
          },
          after: { timeout: 'silent' },
        },
        ready: {
          entry: 'flush',
          on: {
            'walletConnection.abilitiesReceived': { actions: 'keepAbilities' },
            'wallet.call': { actions: ['wantToPay', 'queue', 'flush'] },
            'wallet.refresh': { actions: ['wantNews', 'flush'] },
          },
        },
        /** The wallet did not answer in time. New calls are still sent if it ever answered. */
        silent: {
          tags: 'silent',
          entry: { type: 'refuse', params: { reply: UNSENT } },
          on: {
            'walletConnection.abilitiesReceived': {
              target: 'ready',
              actions: ['keepAbilities', 'wantNews'],
            },
            'walletConnection.answered': {
              guard: 'isAsked',
              target: 'ready',
              actions: ['settle', 'forgetLate'],
            },
            'wallet.call': [
              { guard: 'isKnown', actions: ['wantToPay', 'queue', 'flush'] },
              { actions: ['queue', { type: 'refuse', params: { reply: UNSENT } }] },
            ],
            'wallet.refresh': [{ guard: 'isKnown', actions: ['wantNews', 'flush'] }],
          },
        },
        /** The user has not permitted the connection. */
        barred: {
          tags: ['silent', 'notPermitted'],
          initial: 'asked',
          on: {
            'walletConnection.abilitiesReceived': {
              target: 'ready',
              actions: ['keepAbilities', 'wantNews'],
            },
            'walletConnection.answered': { guard: 'isAsked', target: 'ready', actions: 'settle' },
            'wallet.timedOut': { guard: 'isAsked', actions: 'recordLate' },
            'wallet.refresh': { guard: 'isWanted', actions: 'want' },
          },
          states: {
            /**
             * Calls wait for the user's answer, and for the connection after it, but not for long.
             */
            asked: {
              entry: 'limitWait',
              on: {
                'walletConnection.asked': {},
                'wallet.waited': { actions: 'refuseWaited' },
                'wallet.call': { actions: ['queue', 'limitWait', 'wantToPay'] },
              },
            },
            /** No call is sent until the user permits the connection. */
            notPermitted: {
              entry: { type: 'refuse', params: { reply: NOT_PERMITTED } },
              on: {
                'wallet.call': {
                  actions: ['queue', { type: 'refuse', params: { reply: NOT_PERMITTED } }],
                },
              },
            },
          },
        },
      },
    },
    /** The connection crashed. Reconnect after a pause. Pending calls get no response. */
    broken: {
      tags: 'silent',
      entry: [{ type: 'refuse', params: { reply: UNSENT } }, 'endAsked'],
      on: {
        'wallet.call': { actions: ['queue', { type: 'refuse', params: { reply: UNSENT } }] },
      },
      after: { again: 'linked' },
    },
  },
});

export type WalletActor = ActorRefFrom<typeof walletMachine>;

function unsent(why: 'unmade' | 'notPermitted' | 'expired'): WalletReply {
  return why === 'notPermitted' ? NOT_PERMITTED : UNSENT;
}

/** True if a call has waited too long at the time of this signal of the connection. */
function isOld({ at }: Asked, event: WalletEvent): boolean {
  const isSignal =
    event.type === 'walletConnection.abilitiesReceived' ||
    event.type === 'walletConnection.answered';
  return isSignal && at !== undefined && event.at > plus(at, seconds(ANSWER_MS / 1_000));
}

function ownCall(call: WalletCall): Asked {
  return { call, request: '', from: undefined };
}

/**
 * True if the wallet supports the method. Old wallets name no methods, so they are assumed to
 * support all.
 */
function can(abilities: WalletAbilities | undefined, method: WalletMethod): boolean {
  return !abilities || abilities.methods.length === 0 || abilities.methods.includes(method);
}

function answered(
  { request, call: { method } }: Asked,
  reply: WalletReply | undefined,
  at: Seconds = NEVER,
): WalletAnswered {
  return { type: 'wallet.answered', request, method, reply, at };
}

function learned(reply: WalletReply): Partial<Context> {
  if (reply.method === 'get_info') return { alias: reply.alias };
  if (reply.method === 'get_balance') return { balanceMsats: reply.balanceMsats };
  return reply.method === 'list_transactions' ? { transactions: reply.transactions } : {};
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id));
}
