import { assign, setup } from 'xstate';
import {
  secretPinProblem,
  type PinProblem,
  type PinVerdict,
} from '../../../events/account/keys/pin.ts';
import type { PasskeyProblem } from '../../../events/account/keys/passkeys.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { promisePort } from '../../core/ports.ts';
import type { PasskeyOpened } from './key-protocol.ts';
import type { Invariants } from '../../core/invariants.ts';

export interface PinInput {
  /** A new PIN for an open key, or the PIN of a locked one. */
  readonly mode: 'create' | 'enter';
  readonly pubkey: string;
}

export interface PinAndKey {
  readonly pubkey: string;
  readonly pin: Secret<string>;
}

/** Result. `kept`: true if this device stores the locked key. */
export type PinOutput =
  | { readonly result: 'locked'; readonly kept: boolean }
  /** `lost`: no PIN opens the key, and the user wants to sign in with it again. */
  | { readonly result: 'skipped' | 'opened' | 'lost' | 'erased' | 'cancelled' };

export type PinEvent =
  | { type: 'pin.submit'; pin: Secret<string>; repeated?: Secret<string> }
  /** Opens the key with a passkey. */
  | { type: 'pin.passkey' }
  | { type: 'pin.skip' }
  | { type: 'pin.forgot' }
  | { type: 'pin.signIn' }
  | { type: 'pin.confirm' }
  | { type: 'pin.back' }
  | { type: 'pin.cancel' };

interface Context extends PinInput {
  readonly problem: PinProblem | undefined;
  /** True if a passkey would open the key, too. */
  readonly hasPasskey: boolean;
  /** The PIN until it is used; then it is forgotten (E-32). */
  readonly pin: Secret<string> | undefined;
  readonly output: PinOutput;
}

/**
 * The PIN of one key (ACCOUNT-03 to 05). It is created and repeated, or skipped after a warning. Or
 * it is entered, or forgotten, which erases the key after a warning. A passkey can replace it
 * (BEYOND-12). A wrong PIN is an authenticated failure of the key's cipher (E-31).
 */
export const pinMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PinEvent,
    input: {} as PinInput,
    output: {} as PinOutput,
    tags: {} as 'typing' | 'warning' | 'busy',
  },
  actors: {
    /**
     * Encrypts the open key and stores it. Resolves to true if this device stores it. Rejects if it
     * could not be encrypted.
     */
    lock: promisePort<boolean, PinAndKey>('lock'),
    /** Opens the stored key in its port. */
    open: promisePort<PinVerdict, PinAndKey>('open'),
    /** Checks if a passkey opens the stored key, and opens the key with it. */
    hasPasskey: promisePort<boolean, { pubkey: string | undefined }>('hasPasskey'),
    passkey: promisePort<PasskeyOpened, { pubkey: string }>('passkey'),
    erase: promisePort<void, { pubkey: string }>('erase'),
  },
  guards: {
    creates: ({ context }) => context.mode === 'create',
    isFlawed: ({ event }) => problemOf(event) !== undefined,
    isLost: ({ context }) => context.problem === 'lost',
  },
  delays: { attention: 10 * 60_000, timeout: 60_000, ceremony: 3 * 60_000 },
  actions: {
    complain: assign(({ event }) => ({ problem: problemOf(event) })),
    take: assign(whenEvent('pin.submit', ({ event }) => ({ pin: event.pin, problem: undefined }))),
    forgetTyped: ({ event }) => {
      if (event.type !== 'pin.submit') return;
      event.pin.forget();
      event.repeated?.forget();
    },
    forgetRepeated: ({ event }) => {
      if (event.type === 'pin.submit') event.repeated?.forget();
    },
    forgetPin: ({ context }) => context.pin?.forget(),
    drop: assign({ pin: undefined }),
    blame: assign((_, { problem }: { problem: PinProblem }) => ({ problem })),
    end: assign((_, { output }: { output: PinOutput }) => ({ output })),
  },
}).createMachine({
  id: 'pin',
  context: ({ input }) => ({
    ...input,
    problem: undefined,
    hasPasskey: false,
    pin: undefined,
    output: { result: 'cancelled' },
  }),
  initial: 'deciding',
  output: ({ context }) => context.output,
  states: {
    deciding: { always: [{ guard: 'creates', target: 'creating' }, { target: 'entering' }] },
    creating: {
      tags: 'typing',
      on: {
        'pin.submit': [
          {
            guard: 'isFlawed',
            target: 'creating',
            reenter: true,
            actions: ['complain', 'forgetTyped'],
          },
          { target: 'locking', actions: ['take', 'forgetRepeated'] },
        ],
        'pin.skip': 'skipping',
        'pin.cancel': 'ended',
      },
      after: { attention: 'ended' },
    },
    skipping: {
      tags: 'warning',
      on: {
        'pin.confirm': {
          target: 'ended',
          actions: { type: 'end', params: { output: { result: 'skipped' } } },
        },
        'pin.back': 'creating',
        'pin.cancel': 'ended',
      },
      after: { attention: 'ended' },
    },
    locking: {
      tags: 'busy',
      exit: ['forgetPin', 'drop'],
      invoke: {
        id: 'lock',
        src: 'lock',
        input: ({ context }) => needed(context),
        onDone: {
          target: 'ended',
          actions: {
            type: 'end',
            params: ({ event }) => ({ output: { result: 'locked', kept: event.output } }),
          },
        },
        onError: { target: 'creating', actions: { type: 'blame', params: { problem: 'failed' } } },
      },
      after: {
        timeout: { target: 'creating', actions: { type: 'blame', params: { problem: 'failed' } } },
      },
    },
    entering: {
      tags: 'typing',
      invoke: {
        id: 'hasPasskey',
        src: 'hasPasskey',
        input: ({ context: { pubkey } }) => ({ pubkey }),
        onDone: { actions: assign({ hasPasskey: ({ event }) => event.output }) },
        onError: { actions: assign({ hasPasskey: false }) },
      },
      on: {
        'pin.passkey': { target: 'passing', actions: assign({ problem: undefined }) },
        'pin.submit': { target: 'opening', actions: ['take', 'forgetRepeated'] },
        'pin.forgot': 'forgetting',
        'pin.signIn': {
          guard: 'isLost',
          target: 'ended',
          actions: { type: 'end', params: { output: { result: 'lost' } } },
        },
        'pin.cancel': 'ended',
      },
      after: { attention: 'ended' },
    },
    opening: {
      tags: 'busy',
      exit: ['forgetPin', 'drop'],
      invoke: {
        id: 'open',
        src: 'open',
        input: ({ context }) => needed(context),
        onDone: [
          {
            guard: ({ event }) => event.output === 'right',
            target: 'ended',
            actions: { type: 'end', params: { output: { result: 'opened' } } },
          },
          {
            target: 'entering',
            actions: {
              type: 'blame',
              params: ({ event }) => ({ problem: event.output === 'lost' ? 'lost' : 'wrong' }),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'blame', params: { problem: 'failed' } } },
      },
      after: {
        timeout: { target: 'entering', actions: { type: 'blame', params: { problem: 'failed' } } },
      },
    },
    passing: {
      tags: 'busy',
      invoke: {
        id: 'passkey',
        src: 'passkey',
        input: ({ context: { pubkey } }) => ({ pubkey }),
        onDone: [
          {
            guard: ({ context, event }) =>
              'pubkey' in event.output && event.output.pubkey === context.pubkey,
            target: 'ended',
            actions: { type: 'end', params: { output: { result: 'opened' } } },
          },
          {
            target: 'entering',
            actions: {
              type: 'blame',
              params: ({ event }) => ({ problem: problemIn(event.output) }),
            },
          },
        ],
        onError: {
          target: 'entering',
          actions: { type: 'blame', params: { problem: 'passkeyFailed' } },
        },
      },
      on: { 'pin.cancel': 'ended' },
      after: {
        ceremony: {
          target: 'entering',
          actions: { type: 'blame', params: { problem: 'passkeyFailed' } },
        },
      },
    },
    forgetting: {
      tags: 'warning',
      on: { 'pin.confirm': 'erasing', 'pin.back': 'entering', 'pin.cancel': 'ended' },
      after: { attention: 'ended' },
    },
    erasing: {
      tags: 'busy',
      invoke: {
        id: 'erase',
        src: 'erase',
        input: ({ context }) => ({ pubkey: context.pubkey }),
        onDone: {
          target: 'ended',
          actions: { type: 'end', params: { output: { result: 'erased' } } },
        },
        onError: { target: 'entering', actions: { type: 'blame', params: { problem: 'failed' } } },
      },
      after: {
        timeout: { target: 'entering', actions: { type: 'blame', params: { problem: 'failed' } } },
      },
    },
    ended: { type: 'final' },
  },
});

/** Return the problem of a new PIN. */
function problemOf(event: PinEvent | { readonly type: string }): PinProblem | undefined {
  if (!('pin' in event)) return undefined;
  return secretPinProblem(event.pin, event.repeated);
}

const PASSKEY_PROBLEMS: Partial<Record<PasskeyProblem, PinProblem>> = {
  cancelled: 'passkeyCancelled',
  wrong: 'passkeyWrong',
};

function problemIn(opened: PasskeyOpened): PinProblem {
  return ('problem' in opened && PASSKEY_PROBLEMS[opened.problem]) || 'passkeyFailed';
}

function needed({ pubkey, pin }: Context): PinAndKey {
  if (!pin) throw new Error('no PIN was typed');
  return { pubkey, pin };
}

/** @internal */
export const pinInvariants: Invariants<typeof pinMachine> = {
  /** E-32 */
  forgottenAtEnd: ({ context, status }) => status !== 'done' || context.pin?.reveal() === undefined,
};
