import { assign, type DoneActorEvent, enqueueActions, setup } from 'xstate';
import { subsettingsQuery } from '../../../events/account/signing/signed-query.ts';
import { readConnection } from '../../../events/money/wallets/nwc.ts';
import { type SavedWallet, savedWalletsIn } from '../../../events/money/wallets/saved-wallets.ts';
import {
  signedRequestMachine,
  type SignedRequestOutcome,
} from '../../account/signing/signed-request.machine.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { Bus } from '../../core/bus.ts';
import {
  decryptMachine,
  type DecryptNews,
  type DecryptOutcome,
} from '../../account/signing/decrypt.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import type { MoneyCommand } from '../payments/money-protocol.ts';

interface SavedWalletsInput {
  readonly account: string;
  readonly bus: Bus;
  readonly signer: SignerRef;
}

type SavedWalletsEvent =
  /** The wallet page opened. */
  | { type: 'saved.load' }
  /** The user loads the list, so prompts are allowed. */
  | { type: 'saved.fetch' }
  /** The user connects this wallet. */
  | { type: 'saved.connect'; id: string }
  | DecryptNews
  | DoneActorEvent<SignedRequestOutcome | DecryptOutcome>;

interface Context extends SavedWalletsInput {
  readonly wallets: readonly SavedWallet[];
  /** The wallet being decrypted. */
  readonly wanted: SavedWallet | undefined;
  /**
   * Ids of wallets connected from here (`taken`), and of those without a connection that this key
   * can decrypt (`unreadable`).
   */
  readonly taken: ReadonlySet<string>;
  readonly unreadable: ReadonlySet<string>;
  readonly isQuiet: boolean;
}

/**
 * Wallet connections that other programs saved for the account (SETTINGS-01). They load quietly
 * when the wallet page opens, or on request (BEYOND-03). Each stays encrypted until the user
 * connects it. The connection is sent to the parent and not stored here. This client saves none
 * there, because a holder of the account's key could then use its wallets.
 */
export const savedWalletsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SavedWalletsEvent,
    input: {} as SavedWalletsInput,
    tags: {} as 'busy' | 'closed',
  },
  actors: { signedRequest: signedRequestMachine, decrypt: decryptMachine },
  guards: {
    isOk: (_, { outcome }: { outcome: SignedRequestOutcome }) => outcome.ok,
    isUnsigned: (_, { outcome }: { outcome: SignedRequestOutcome }) =>
      !outcome.ok && outcome.reason === 'unsigned',
    isKnown: ({ context: { wallets, taken }, event }) =>
      event.type === 'saved.connect' &&
      !taken.has(event.id) &&
      wallets.some(({ id }) => id === event.id),
  },
  actions: {
    setQuiet: assign(({ event }) => ({ isQuiet: event.type !== 'saved.fetch' })),
    record: assign((_, { outcome }: { outcome: SignedRequestOutcome }) =>
      outcome.ok
        ? {
            wallets: savedWalletsIn(outcome.answer.claims),
            taken: new Set<string>(),
            unreadable: new Set<string>(),
          }
        : {},
    ),
    want: assign(
      whenEvent('saved.connect', ({ context, event }) => ({
        wanted: context.wallets.find(({ id }) => id === event.id),
      })),
    ),
    connect: enqueueActions(({ context: { wanted, taken, unreadable }, event, enqueue }) => {
      if (event.type !== 'decrypt.read' || event.id !== wanted?.id) return;
      const text = event.text?.reveal();
      const connection = text === undefined ? undefined : readConnection(text);
      if (!connection || 'fault' in connection)
        return enqueue.assign({ unreadable: new Set(unreadable).add(event.id) });
      enqueue.assign({ taken: new Set(taken).add(event.id) });
      return enqueue.sendParent({ type: 'money.connect', connection } satisfies MoneyCommand);
    }),
    forget: assign({ wanted: undefined }),
  },
}).createMachine({
  id: 'savedWallets',
  context: ({ input }) => ({
    ...input,
    wallets: [],
    wanted: undefined,
    taken: new Set(),
    unreadable: new Set(),
    isQuiet: true,
  }),
  initial: 'unasked',
  states: {
    unasked: { on: { 'saved.load': { target: 'asking', actions: 'setQuiet' } } },
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'signedRequest',
        input: ({ context: { account, bus, signer, isQuiet } }) => ({
          account,
          bus,
          signer,
          asked: subsettingsQuery('user-nwc'),
          quiet: isQuiet,
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'listed',
            actions: { type: 'record', params: withOutcome },
          },
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
          // the service reports an account without saved wallets as a refusal
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
    /** The key is locked. The user may unlock it for this. */
    closed: {
      tags: 'closed',
      on: {
        'saved.load': { target: 'asking', actions: 'setQuiet' },
        'saved.fetch': { target: 'asking', actions: 'setQuiet' },
      },
    },
    failed: { on: { 'saved.load': { target: 'asking', actions: 'setQuiet' } } },
  },
});
