import { type ActorRefFrom, assign, not, sendTo, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import type { Bus, Outcome } from '../core/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { callbackPort } from '../core/ports.ts';
import type { AccountCreationChanged, ScopeOpened } from '../core/feature.ts';

/**
 * Commands to the device: look up if the dialog is due for the account, and claim that it opens
 * now. Both are answered.
 */
export type GettingStartedCommand =
  | { type: 'gettingStarted.load'; isNew: boolean }
  | { type: 'gettingStarted.claim' };
/** `isDue`: the dialog has not opened for this account yet, in any tab. */
export type GettingStartedSignal =
  | { type: 'gettingStarted.found'; isDue: boolean }
  | { type: 'gettingStarted.claimed'; isDue: boolean };

export type GettingStartedEvent =
  | GettingStartedSignal
  | { type: 'gettingStarted.open' }
  | { type: 'gettingStarted.close' }
  | AccountCreationChanged
  | ScopeOpened;

declare module '../core/feature.ts' {
  interface FeatureEvents {
    gettingStarted: GettingStartedEvent;
  }
}

export interface GettingStartedInput {
  readonly bus: Bus;
  readonly account: string;
  /** True if the account was created here and no backup of its key is known. */
  readonly isNew: boolean;
}

interface Context extends GettingStartedInput {
  /** Reasons to wait: the screen that creates accounts, and the composer. */
  readonly isMaking: boolean;
  readonly isComposing: boolean;
  readonly note: VerifiedEvent | undefined;
}

/** Limit of notes in the request, because reposts may be among them. */
const MOST = 10;

/**
 * The "getting started" dialog (ACCOUNT-19). It opens once by itself for an account created here,
 * after the creating screen was left and no composer is open. It also opens on demand. The device
 * decides which tab opens it. While it is open, it requests a note of the account.
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
    memory: callbackPort<GettingStartedCommand, { readonly account: string }>('startMemory'),
    request: requestMachine,
  },
  guards: {
    isDue: ({ event }) =>
      (event.type === 'gettingStarted.found' || event.type === 'gettingStarted.claimed') &&
      event.isDue,
    isFree: ({ context }) => !context.isMaking && !context.isComposing,
    isKnown: ({ context }) => context.note !== undefined,
  },
  delays: { timeout: 2_000, startDelay: 400 },
  actions: {
    recordMaking: assign(({ event }) =>
      event.type === 'account.creationChanged' ? { isMaking: event.on } : {},
    ),
    recordOpened: assign(({ event }) =>
      event.type === 'scope.opened' ? { isComposing: event.ids.includes('compose') } : {},
    ),
    look: sendTo('memory', ({ context: { isNew } }) => ({
      type: 'gettingStarted.load' as const,
      isNew,
    })),
    claim: sendTo('memory', { type: 'gettingStarted.claim' as const }),
    learn: assign(({ context }, { outcome }: { outcome: Outcome }) => {
      const events = outcome.ok ? outcome.answer.events : [];
      return {
        note: events.find(({ kind, pubkey }) => kind === KIND.Text && pubkey === context.account),
      };
    }),
  },
}).createMachine({
  id: 'gettingStarted',
  context: ({ input }) => ({ ...input, isMaking: false, isComposing: false, note: undefined }),
  invoke: {
    id: 'memory',
    src: 'memory',
    input: ({ context }) => ({ account: context.account }),
    onError: {},
  },
  on: {
    'account.creationChanged': { actions: 'recordMaking' },
    'scope.opened': { actions: 'recordOpened' },
    'gettingStarted.open': '.open',
  },
  initial: 'looking',
  states: {
    looking: {
      entry: 'look',
      on: { 'gettingStarted.found': [{ guard: 'isDue', target: 'held' }, { target: 'closed' }] },
      after: { timeout: 'closed' },
    },
    held: { always: { guard: 'isFree', target: 'arriving' } },
    /** The next screen is shown first. */
    arriving: {
      always: { guard: not('isFree'), target: 'held' },
      after: { startDelay: 'claiming' },
    },
    claiming: {
      entry: 'claim',
      on: { 'gettingStarted.claimed': [{ guard: 'isDue', target: 'open' }, { target: 'closed' }] },
      after: { timeout: 'closed' },
    },
    closed: {},
    open: {
      tags: 'open',
      // a dialog opened on demand counts as seen
      entry: 'claim',
      initial: 'deciding',
      on: { 'gettingStarted.close': 'closed', 'gettingStarted.open': {} },
      states: {
        deciding: { always: [{ guard: 'isKnown', target: 'told' }, { target: 'asking' }] },
        asking: {
          invoke: {
            id: 'note',
            src: 'request',
            input: ({ context: { bus, account } }) => ({
              bus,
              query: query('feed', {
                pubkey: account,
                notes: 'authored',
                include_replies: true,
                limit: MOST,
              }),
            }),
            onDone: {
              target: 'told',
              actions: { type: 'learn', params: ({ event }) => ({ outcome: event.output }) },
            },
            onError: 'told',
          },
        },
        told: {},
      },
    },
  },
});

export type GettingStartedActor = ActorRefFrom<typeof gettingStartedMachine>;
