import { assign, type DoneActorEvent, enqueueActions, setup } from 'xstate';
import { subsettingsQuestion } from '../../../events/account/signing/signed-query.ts';
import { readConnection } from '../../../events/money/wallets/nwc.ts';
import { type SavedWallet, savedWalletsIn } from '../../../events/money/wallets/saved-wallets.ts';
import { privilegedMachine, type PrivilegedOutcome } from '../../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import { decryptMachine, type DecryptNews, type DecryptOutcome } from '../../account/signing/decrypt.machine.ts';
import { when, withOutcome } from '../../core/event-guards.ts';
import type { MoneyCommand } from '../payments/money-protocol.ts';

interface SavedWalletsInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
}

type SavedWalletsEvent =
  /** Wallets are looked at. */
  | { type: 'saved.look' }
  /** A person wants them fetched, whatever that takes. */
  | { type: 'saved.fetch' }
  /** A person wants that one connected here. */
  | { type: 'saved.connect'; id: string }
  | DecryptNews
  | DoneActorEvent<PrivilegedOutcome | DecryptOutcome>;

interface Context extends SavedWalletsInput {
  readonly wallets: readonly SavedWallet[];
  /** The one that is being opened. */
  readonly wanted: SavedWallet | undefined;
  /** By their ids: those that were connected from here, and those that hold no connection that this key opens. */
  readonly taken: ReadonlySet<string>;
  readonly unreadable: ReadonlySet<string>;
  readonly isQuiet: boolean;
}

/**
 * Wallet connections that other programs keep with the account (SETTINGS-01): fetched when wallets are looked at, quietly, else when a person says so
 * (BEYOND-03). They are encrypted for the account, and each stays so until a person wants it connected here; the parent is told the connection, and
 * nothing of it is kept here. Nothing is ever saved there: whoever has the account's key would have its wallets.
 */
export const savedWalletsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SavedWalletsEvent,
    input: {} as SavedWalletsInput,
    tags: {} as 'busy' | 'closed',
  },
  actors: { privileged: privilegedMachine, decrypt: decryptMachine },
  guards: {
    isOk: (_, { outcome }: { outcome: PrivilegedOutcome }) => outcome.ok,
    isUnsigned: (_, { outcome }: { outcome: PrivilegedOutcome }) => !outcome.ok && outcome.reason === 'unsigned',
    isKnown: ({ context: { wallets, taken }, event }) =>
      event.type === 'saved.connect' && !taken.has(event.id) && wallets.some(({ id }) => id === event.id),
  },
  actions: {
    setQuiet: assign(({ event }) => ({ isQuiet: event.type !== 'saved.fetch' })),
    record: assign((_, { outcome }: { outcome: PrivilegedOutcome }) =>
      outcome.ok ? { wallets: savedWalletsIn(outcome.answer.claims), taken: new Set<string>(), unreadable: new Set<string>() } : {},
    ),
    want: assign(when('saved.connect', ({ context, event }) => ({ wanted: context.wallets.find(({ id }) => id === event.id) }))),
    connect: enqueueActions(({ context: { wanted, taken, unreadable }, event, enqueue }) => {
      if (event.type !== 'decrypt.read' || event.id !== wanted?.id) return;
      const text = event.text?.reveal();
      const connection = text === undefined ? undefined : readConnection(text);
      if (!connection || 'fault' in connection) return enqueue.assign({ unreadable: new Set(unreadable).add(event.id) });
      enqueue.assign({ taken: new Set(taken).add(event.id) });
      return enqueue.sendParent({ type: 'money.connect', connection } satisfies MoneyCommand);
    }),
    forget: assign({ wanted: undefined }),
  },
}).createMachine({
  id: 'savedWallets',
  context: ({ input }) => ({ ...input, wallets: [], wanted: undefined, taken: new Set(), unreadable: new Set(), isQuiet: true }),
  initial: 'unasked',
  states: {
    unasked: { on: { 'saved.look': { target: 'asking', actions: 'setQuiet' } } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'privileged',
        input: ({ context: { account, bus, signer, isQuiet } }) => ({
          account,
          bus,
          signer,
          asked: subsettingsQuestion('user-nwc'),
          quiet: isQuiet,
        }),
        onDone: [
          { guard: { type: 'isOk', params: withOutcome }, target: 'listed', actions: { type: 'record', params: withOutcome } },
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
          // a service that keeps none for the account says so with a refusal (7.1)
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    listed: { on: { 'saved.connect': { guard: 'isKnown', target: 'opening', actions: 'want' } } },
    opening: {
      tags: 'busy',
      exit: 'forget',
      invoke: {
        id: 'decrypt',
        src: 'decrypt',
        input: ({ context: { account, signer, wanted } }) => ({
          account,
          signer,
          sealed: wanted ? [{ id: wanted.id, peer: account, text: wanted.sealed }] : [],
          quiet: false,
          reason: { code: 'sign.readWallets' } as const,
        }),
        onDone: 'listed',
        onError: 'listed',
      },
      on: { 'decrypt.read': { actions: 'connect' } },
    },
    /** The key is not open: a person may have it opened for this. */
    closed: {
      tags: 'closed',
      on: { 'saved.look': { target: 'asking', actions: 'setQuiet' }, 'saved.fetch': { target: 'asking', actions: 'setQuiet' } },
    },
    failed: { on: { 'saved.look': { target: 'asking', actions: 'setQuiet' } } },
  },
});
