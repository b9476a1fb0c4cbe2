import { assign, enqueueActions, raise, sendParent, sendTo, setup } from 'xstate';
import {
  type Account,
  type AutoLock,
  isLockedBy,
  withAccount,
} from '../../../events/account/account.ts';
import { hasPinLock } from '../../../events/account/pin-lock.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import { backupMachine } from '../keys/backup.machine.ts';
import { createAccountMachine } from './create-account.machine.ts';
import { eraseMachine, type Leave } from '../keys/erase.machine.ts';
import type { AccountCreationChanged, AccountUnlocked } from '../../core/feature.ts';
import { idleMachine } from '../keys/idle.machine.ts';
import { loginMachine } from '../keys/login.machine.ts';
import { membershipMachine } from '../membership/membership.machine.ts';
import { pinMachine } from '../keys/pin.machine.ts';
import {
  arrivalOf,
  changeElsewhere,
  endingNews,
  warningOf,
  holder,
  keptOf,
  leftUnlocked,
  type AccountSwitch,
  switchAfter,
  switchTo,
  refusalOf,
  relockedBy,
  savedOf,
  nextAccount,
  isSilentSettingsRead,
  updatedSwitch,
  isQuietFor,
  opensFor,
} from './account-switch.ts';
import type {
  AccountsCommand,
  KeyHoldCommand,
  SessionEvent,
  SessionInput,
  SessionNews,
  SessionIntent,
  SessionChild,
} from './session-protocol.ts';
import { silentSignerMachine } from '../signing/silent-signer.machine.ts';
import { signerMachine } from '../signing/signer.machine.ts';
import { peerConnectionsMachine } from '../../connection/peer-connections.machine.ts';
import { isPeerEvent } from '../../connection/relay-protocol.ts';
import type { SignSettled } from '../../core/sign-request.ts';

export interface SessionContext extends Pick<SessionInput, 'bus' | 'home' | 'homeRelay'> {
  readonly accounts: readonly Account[];
  readonly account: Account | undefined;
  /** True if its key is open in its port. */
  readonly keyOpen: boolean;
  /** Other accounts with a PIN whose keys stay open, because the user only switched accounts. */
  readonly unlocked: readonly string[];
  readonly autoLock: AutoLock;
  readonly move: AccountSwitch | undefined;
  /** The account whose data is being erased, or could not be. */
  readonly erasing: string | undefined;
}

/** The parts of the session: its children, guards, delays and actions. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    children: {} as { [Name in SessionChild]: Name } & { idleElsewhere: 'idle' },
    tags: {} as 'visitor' | 'reading' | 'canSign' | 'locked',
  },
  actors: {
    store: callbackPort<AccountsCommand, undefined>('accounts'),
    /** Keeps keys of other accounts open in the key worker. Nothing acts with them. */
    keyHolds: callbackPort<KeyHoldCommand, undefined>('keyHolds'),
    signer: signerMachine,
    reader: silentSignerMachine,
    membership: membershipMachine,
    login: loginMachine,
    pin: pinMachine,
    create: createAccountMachine,
    backup: backupMachine,
    idle: idleMachine,
    /**
     * Opens a key that this device stores without a PIN. Resolves to false if the stored key
     * belongs to another account. Rejects if it may work later.
     */
    openDevice: promisePort<boolean, { pubkey: string }>('openDevice'),
    leave: promisePort<void, Leave>('leave'),
    erase: eraseMachine,
    peers: peerConnectionsMachine,
  },
  guards: {
    isNobody: ({ context }) => context.account === undefined,
    isReader: ({ context }) => context.account?.method === 'readonly',
    isOpen: ({ context: { account, keyOpen } }) => account?.method !== 'key' || keyOpen,
    hasPin: ({ context: { account } }) => hasPinLock(account),
    isOnDevice: ({ context: { account } }) =>
      account?.method === 'key' && account.lock === 'device',
    locksItself: ({ context: { account, autoLock }, event }) =>
      event.type === 'session.idleReached' &&
      isLockedBy(autoLock, event.idle) &&
      hasPinLock(account),
    /** The user left the page alone, so that keys of other accounts close, too. */
    isAway: ({ context, event }) =>
      event.type === 'session.idleReached' && isLockedBy(context.autoLock, event.idle),
    hasUnlocked: ({ context }) => context.unlocked.length > 0,
    hasNoUnlocked: ({ context }) => context.unlocked.length === 0,
    isKnown: ({ context, event }) =>
      event.type === 'session.switch' &&
      event.pubkey !== context.account?.pubkey &&
      context.accounts.some(({ pubkey }) => pubkey === event.pubkey),
    isMine: ({ context, event }) =>
      event.type === 'sign.request' && event.request.pubkey === context.account?.pubkey,
    /** True for a silent request that needs a prompt: of a PIN, or of a signer elsewhere. */
    isUnbidden: ({ context: { account, keyOpen }, event }) =>
      event.type === 'sign.request' &&
      isQuietFor(event.request, account) &&
      !(account?.method === 'key' && (keyOpen || opensFor(event.request, account))),
    isOwnReading: ({ context: { account }, event }) =>
      event.type === 'sign.request' && isSilentSettingsRead(event.request, account),
    isTouched: ({ context, event }) =>
      event.type === 'accounts.changed' &&
      switchAfter(context.account, event.accounts) !== undefined,
    isRelocked: ({ context, event }) =>
      event.type === 'accounts.changed' &&
      relockedBy(context.account, event.accounts) !== undefined,
    isLockedThere: ({ context: { account }, event }) =>
      event.type === 'accounts.locked' && event.pubkey === account?.pubkey,
    hasKey: ({ context: { account } }) => account?.method === 'key',
    isLeaving: ({ context }) => context.move?.leave !== undefined,
  },
  delays: { goodbye: 1_000, openTimeout: 30_000, leaveTimeout: 10_000, rest: 1_000 },
  actions: {
    plan: assign(({ context, event }) => nextAccount(context, event)),
    /** The key is gone. Its account stays for reading (ACCOUNT-05). */
    planReading: assign(({ context: { account, accounts } }) => {
      if (!account) return {};
      const reader: Account = { pubkey: account.pubkey, method: 'readonly' };
      return { move: switchTo(reader), accounts: withAccount(accounts, reader) };
    }),
    /** Make the account current and store it. On load there is no move. */
    arrive: enqueueActions(({ context, enqueue }) => {
      const { move, erasing, unlocked } = context;
      if (!move) return;
      const { keyOpen, hold } = arrivalOf(move, unlocked);
      if (hold) enqueue.sendTo('keyHolds', hold);
      // an account that returned keeps its data
      if (erasing !== undefined && erasing === move.account?.pubkey) enqueue.stopChild('erase');
      enqueue.assign({
        account: move.account,
        keyOpen,
        move: undefined,
        unlocked: unlocked.filter((pubkey) => pubkey !== move.account?.pubkey),
      });
      enqueue.sendTo('store', keptOf(context, move.account));
    }),
    /** Switching accounts is not being away: an open key with a PIN needs no PIN on return. */
    keepUnlocked: enqueueActions(({ context, enqueue }) => {
      const pubkey = leftUnlocked(context);
      if (pubkey === undefined) return;
      enqueue.assign({ unlocked: [...context.unlocked, pubkey] });
      enqueue.sendTo('keyHolds', { type: 'keyHold.hold', pubkey });
    }),
    closeUnlocked: enqueueActions(({ context: { unlocked }, event, enqueue }) => {
      const closed = unlocked.filter(
        (pubkey) =>
          event.type !== 'accounts.changed' ||
          !hasPinLock(event.accounts.find((one) => one.pubkey === pubkey)),
      );
      enqueue.assign({ unlocked: unlocked.filter((pubkey) => !closed.includes(pubkey)) });
      for (const pubkey of closed) enqueue.sendTo('keyHolds', { type: 'keyHold.close', pubkey });
    }),
    keep: sendTo('store', ({ context }) => keptOf(context, context.account)),
    /** Before the user is seen to be signed out, so that no reload signs in again. */
    keepNext: sendTo('store', ({ context }) =>
      keptOf(context, context.move?.account, context.move?.leave),
    ),
    notifyEnding: enqueueActions(({ context, enqueue }) => {
      const ending = endingNews(context);
      if (ending) enqueue.sendParent(ending);
    }),
    learn: assign(({ context, event }) =>
      event.type === 'accounts.changed'
        ? {
            accounts: event.accounts,
            autoLock: event.autoLock,
            move: updatedSwitch(context.move, event.accounts),
          }
        : {},
    ),
    /** Inform the user that another tab changed this account or chose another. */
    notifyElsewhere: enqueueActions(({ context: { account }, event, enqueue }) => {
      const code = event.type === 'accounts.changed' ? changeElsewhere(account, event) : undefined;
      if (code) enqueue.sendParent(warningOf(code));
    }),
    notifyLockedThere: sendParent(warningOf('account.lockedThere')),
    tellLock: sendTo('store', ({ context: { account } }) => ({
      type: 'accounts.lock' as const,
      pubkey: account?.pubkey ?? '',
    })),
    relock: assign(({ context: { account }, event }) =>
      event.type === 'accounts.changed' ? { account: relockedBy(account, event.accounts) } : {},
    ),
    recordSaved: assign(({ context: { accounts }, event }) =>
      event.type === 'session.saved'
        ? { accounts: accounts.map((one) => (one.pubkey === event.pubkey ? savedOf(one) : one)) }
        : {},
    ),
    closeBackup: raise({ type: 'session.closeBackup' }),
    // stopped by the parent, it could not forget its secrets
    endBackup: sendTo('backup', { type: 'backup.close' }),
    hideBackup: sendTo('backup', { type: 'backup.hide' }),
    adoptNew: raise(({ event }) => ({
      type: 'session.adopt' as const,
      account: holder(event.type === 'create.made' ? event.account : undefined),
    })),
    announce: raise({ type: 'session.arrived' }),
    notifyCreated: sendTo('create', ({ context }) => ({
      type: 'create.adopted' as const,
      pubkey: context.account?.pubkey ?? '',
    })),
    notifyIntent: sendParent(({ event }): SessionIntent => {
      if (event.type === 'create.intent') return { type: 'account.intent', intent: event.intent };
      throw new Error(`${event.type} is no intent`);
    }),
    reportUnreadable: sendTo('store', ({ context }) => ({
      type: 'accounts.forgetKey',
      pubkey: context.account?.pubkey ?? '',
      why: 'error fetching public key',
    })),
    /** To the relay pool of the account. A visitor who signs in has only peer connections. */
    passToPeers: enqueueActions(({ context: { account }, event, enqueue, self }) => {
      if (!isPeerEvent(event)) return;
      if (account && account.method !== 'readonly') enqueue.sendParent(event);
      else if (self.getSnapshot().children.peers) enqueue.sendTo('peers', event);
    }),
    setAutoLock: assign(({ event }) =>
      event.type === 'session.autoLock' ? { autoLock: event.when } : {},
    ),
    open: assign({ keyOpen: true }),
    shut: assign({ keyOpen: false }),
    /** A closed key without a PIN opens for silent requests too, as it needs no prompt. */
    forward: enqueueActions(({ context: { account, keyOpen }, event, enqueue }) => {
      if (event.type === 'sign.request') {
        const quiet = keyOpen && isQuietFor(event.request, account);
        enqueue.sendTo('signer', { ...event, request: { ...event.request, quiet } });
      }
      if (event.type !== 'sign.cancel') return;
      enqueue.sendTo('signer', event);
      enqueue.sendTo('reader', event);
    }),
    read: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'sign.request') enqueue.sendTo('reader', event);
    }),
    refuse: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'sign.request') return;
      const outcome = { ok: false, failure: refusalOf(event.request, context.account) } as const;
      enqueue.sendTo(event.request.from, {
        type: 'sign.settled',
        id: event.request.id,
        outcome,
      } satisfies SignSettled);
    }),
    unlockSigner: sendTo('signer', { type: 'signer.unlocked' }),
    notifyUnlocked: sendParent({ type: 'account.unlocked' } satisfies AccountUnlocked),
    lockSigner: sendTo('signer', { type: 'signer.lock' }),
    denySigner: sendTo('signer', (_, { failure }: { failure: SigningFailure }) => ({
      type: 'signer.denied' as const,
      failure,
    })),
    closeSigner: enqueueActions(({ enqueue }) => {
      enqueue.sendTo('reader', { type: 'silentSigner.close' });
      enqueue.sendTo('signer', { type: 'signer.close' });
    }),
    /** Report data that could not be removed as still present. */
    notifyKept: enqueueActions(({ context: { move }, enqueue }) => {
      enqueue.stopChild('erase');
      enqueue.assign({ erasing: move?.leave?.pubkey });
      if (move?.leave && move.leave.pubkey !== move.account?.pubkey)
        enqueue.spawnChild('erase', { id: 'erase', input: move.leave });
    }),
    notifyMaking: sendParent(
      (_, { on }: { on: boolean }): AccountCreationChanged => ({
        type: 'account.creationChanged',
        on,
      }),
    ),
    notifyChanged: sendParent(
      ({ context }): SessionNews => ({ type: 'session.changed', account: context.account }),
    ),
    /** Before the data is erased, so that no late answer is stored under the account (E-35). */
    notifyLeft: sendParent({ type: 'session.changed', account: undefined } satisfies SessionNews),
  },
});
