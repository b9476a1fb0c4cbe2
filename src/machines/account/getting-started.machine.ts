import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import { query } from '../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import type { Bus, Outcome } from '../connection/bus.ts';
import { type RequestPart, requestMachine } from '../connection/request.machine.ts';
import { callbackPort } from '../ports.ts';

/** What the device is told: to look up whether the dialog is due for the account, or that it opens now. Both are answered. */
export type StartCommand = { type: 'start.look'; isNew: boolean } | { type: 'start.claim' };
/** `isDue`: it has not opened for this account yet, in any tab. */
export type StartSignal = { type: 'start.found'; isDue: boolean } | { type: 'start.claimed'; isDue: boolean };

export type GettingStartedEvent =
  | StartSignal
  | RequestPart
  | { type: 'start.open' }
  | { type: 'start.close' }
  /** It has to wait for that, or not any more. */
  | { type: 'start.hold'; by: StartHolder }
  | { type: 'start.release'; by: StartHolder };

/** What it does not open over: the screen where accounts are made, and the composer, in which somebody types. */
export type StartHolder = 'making' | 'composing';

export interface GettingStartedInput {
  readonly bus: Bus;
  /** It was made here as long as its key is marked as not kept elsewhere. */
  readonly account: Account;
  /** What is open already that it waits for. */
  readonly holders: ReadonlySet<StartHolder>;
}

interface Context extends GettingStartedInput {
  /** A note of the account, once one was found. */
  readonly note: VerifiedEvent | undefined;
}

/** Notes that are asked for: reposts may be among them. */
const MOST = 10;

/**
 * The dialog 'getting started' (ACCOUNT-19): opens by itself once for an account that was made here, after the screen where it was made was left
 * and over no composer; and whenever it is asked for. The device decides which tab opens it. Whether the account has said something is asked while it is open.
 */
export const gettingStartedMachine = setup({
  types: {
    context: {} as Context,
    events: {} as GettingStartedEvent,
    input: {} as GettingStartedInput,
    tags: {} as 'open',
    children: {} as { memory: 'memory'; note: 'request' },
  },
  actors: {
    memory: callbackPort<StartCommand, { readonly account: string }>('startMemory'),
    request: requestMachine,
  },
  guards: {
    isDue: ({ event }) => (event.type === 'start.found' || event.type === 'start.claimed') && event.isDue,
    isFree: ({ context }) => context.holders.size === 0,
    isKnown: ({ context }) => context.note !== undefined,
  },
  delays: { patience: 2_000, calm: 400 },
  actions: {
    hold: assign(({ context: { holders }, event }) => (event.type === 'start.hold' ? { holders: new Set([...holders, event.by]) } : {})),
    release: assign(({ context: { holders }, event }) =>
      event.type === 'start.release' ? { holders: new Set([...holders].filter((by) => by !== event.by)) } : {},
    ),
    look: sendTo('memory', ({ context: { account } }) => ({
      type: 'start.look' as const,
      isNew: account.method === 'key' && account.unsaved === true,
    })),
    claim: sendTo('memory', { type: 'start.claim' as const }),
    learn: assign(({ context }, { outcome }: { outcome: Outcome }) => {
      const events = outcome.ok ? outcome.answer.events : [];
      return { note: events.find(({ kind, pubkey }) => kind === KIND.Text && pubkey === context.account.pubkey) };
    }),
  },
}).createMachine({
  id: 'gettingStarted',
  context: ({ input }) => ({ ...input, note: undefined }),
  invoke: { id: 'memory', src: 'memory', input: ({ context }) => ({ account: context.account.pubkey }), onError: {} },
  on: {
    'start.hold': { actions: 'hold' },
    'start.release': { actions: 'release' },
    'start.open': '.open',
  },
  initial: 'looking',
  states: {
    looking: {
      entry: 'look',
      on: { 'start.found': [{ guard: 'isDue', target: 'held' }, { target: 'closed' }] },
      after: { patience: 'closed' },
    },
    held: { always: { guard: 'isFree', target: 'arriving' } },
    /** The screen that follows comes first. */
    arriving: { on: { 'start.hold': { target: 'held', actions: 'hold' } }, after: { calm: 'claiming' } },
    claiming: {
      entry: 'claim',
      on: { 'start.claimed': [{ guard: 'isDue', target: 'open' }, { target: 'closed' }] },
      after: { patience: 'closed' },
    },
    closed: {},
    open: {
      tags: 'open',
      // whoever opened it himself has seen it
      entry: 'claim',
      initial: 'deciding',
      on: { 'start.close': 'closed', 'start.open': {} },
      states: {
        deciding: { always: [{ guard: 'isKnown', target: 'told' }, { target: 'asking' }] },
        asking: {
          invoke: {
            id: 'note',
            src: 'request',
            input: ({ context: { bus, account } }) => ({
              bus,
              query: query('feed', { pubkey: account.pubkey, notes: 'authored', include_replies: true, limit: MOST }),
            }),
            onDone: { target: 'told', actions: { type: 'learn', params: ({ event }) => ({ outcome: event.output }) } },
            onError: 'told',
          },
        },
        told: {},
      },
    },
  },
});

export type GettingStartedActor = ActorRefFrom<typeof gettingStartedMachine>;
