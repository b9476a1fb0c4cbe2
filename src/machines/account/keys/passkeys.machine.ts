import { type ActorRefFrom, assign, setup } from 'xstate';
import type { PasskeyEntry, PasskeyProblem } from '../../../events/account/keys/passkeys.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { promisePort } from '../../core/ports.ts';

/** The passkeys at start. `lacks`: why passkeys are impossible here. */
export interface PasskeysFound {
  readonly passkeys: readonly PasskeyEntry[];
  readonly lacks: 'unsupported' | 'address' | undefined;
}

/** All passkeys after a change, or why it failed. */
export type PasskeysKept =
  | { readonly passkeys: readonly PasskeyEntry[] }
  | { readonly problem: PasskeyProblem };

/** A passkey to create. The PIN confirms that the owner asks, and opens the key. */
export interface PasskeyOrder {
  readonly account: string;
  readonly name: string;
  readonly pin: Secret<string>;
}

export type PasskeysEvent =
  /** Shows the passkeys. */
  | { type: 'passkeys.open' }
  | { type: 'passkeys.add'; name: string; pin: Secret<string> }
  | { type: 'passkeys.remove'; id: string };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    passkeys: PasskeysEvent;
  }
}

interface Context {
  readonly account: string;
  readonly passkeys: readonly PasskeyEntry[];
  readonly lacks: PasskeysFound['lacks'];
  readonly problem: PasskeyProblem | undefined;
  readonly order: PasskeyOrder | undefined;
  readonly removed: string;
}

/**
 * The passkeys that open an account's key besides its PIN (BEYOND-12). One is created or removed at
 * a time. The PIN keeps working in any case.
 */
export const passkeysMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PasskeysEvent,
    input: {} as { account: string },
    tags: {} as 'opening' | 'busy',
  },
  actors: {
    found: promisePort<PasskeysFound, { account: string }>('found'),
    add: promisePort<PasskeysKept, PasskeyOrder>('add'),
    remove: promisePort<PasskeysKept, { account: string; id: string }>('remove'),
  },
  delays: { timeout: 10_000, ceremony: 5 * 60_000 },
  actions: {
    order: assign(
      whenEvent('passkeys.add', ({ context, event }) => ({
        order: { account: context.account, name: event.name, pin: event.pin },
        problem: undefined,
      })),
    ),
    name: assign(
      whenEvent('passkeys.remove', ({ event }) => ({ removed: event.id, problem: undefined })),
    ),
    /** An order that arrives during another one is dropped, and its PIN is forgotten. */
    forgetTyped: ({ event }) => {
      if (event.type === 'passkeys.add') event.pin.forget();
    },
    forget: ({ context }) => context.order?.pin.forget(),
    drop: assign({ order: undefined }),
    learn: assign((_, { found }: { found: PasskeysFound }) => found),
    record: assign((_, { kept }: { kept: PasskeysKept }) => kept),
    fail: assign({ problem: 'failed' }),
  },
}).createMachine({
  id: 'passkeys',
  context: ({ input }) => ({
    ...input,
    passkeys: [],
    lacks: undefined,
    problem: undefined,
    order: undefined,
    removed: '',
  }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'opening',
      invoke: {
        id: 'found',
        src: 'found',
        input: ({ context: { account } }) => ({ account }),
        onDone: {
          target: 'ready',
          actions: { type: 'learn', params: ({ event }) => ({ found: event.output }) },
        },
        onError: { target: 'ready', actions: 'fail' },
      },
      on: { 'passkeys.add': { actions: 'forgetTyped' } },
      after: { timeout: { target: 'ready', actions: 'fail' } },
    },
    ready: {
      on: {
        'passkeys.open': 'opening',
        'passkeys.add': { target: 'adding', actions: 'order' },
        'passkeys.remove': { target: 'removing', actions: 'name' },
      },
    },
    adding: {
      tags: 'busy',
      exit: ['forget', 'drop'],
      invoke: {
        id: 'add',
        src: 'add',
        input: ({ context }) => ordered(context),
        onDone: {
          target: 'ready',
          actions: { type: 'record', params: ({ event }) => ({ kept: event.output }) },
        },
        onError: { target: 'ready', actions: 'fail' },
      },
      on: { 'passkeys.add': { actions: 'forgetTyped' } },
      after: { ceremony: { target: 'ready', actions: 'fail' } },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context: { account, removed } }) => ({ account, id: removed }),
        onDone: {
          target: 'ready',
          actions: { type: 'record', params: ({ event }) => ({ kept: event.output }) },
        },
        onError: { target: 'ready', actions: 'fail' },
      },
      on: { 'passkeys.add': { actions: 'forgetTyped' } },
      after: { timeout: { target: 'ready', actions: 'fail' } },
    },
  },
});

export type PasskeysActor = ActorRefFrom<typeof passkeysMachine>;

function ordered({ order }: Context): PasskeyOrder {
  if (!order) throw new Error('no passkey was ordered');
  return order;
}
