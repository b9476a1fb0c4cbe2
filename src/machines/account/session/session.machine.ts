import {
  type ActorRefFrom,
  assign,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import {
  type Account,
  type AutoLock,
  isLockedBy,
  withAccount,
} from '../../../events/account/account.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import { backupMachine } from '../keys/backup.machine.ts';
import { createAccountMachine, creationIn } from './create-account.machine.ts';
import { eraseMachine, type Leave } from '../keys/erase.machine.ts';
import type { AccountCreationChanged, AccountUnlocked } from '../../core/feature.ts';
import { idleMachine } from '../keys/idle.machine.ts';
import { loginMachine } from '../keys/login.machine.ts';
import { membershipMachine } from '../membership/membership.machine.ts';
import { pinMachine } from '../keys/pin.machine.ts';
import {
  backedUp,
  changeElsewhere,
  deny,
  endingNews,
  warningOf,
  here,
  holder,
  keptOf,
  type AccountSwitch,
  switchAfter,
  switchTo,
  UNLOCKED,
  refusalOf,
  relockedBy,
  savedOf,
  nextAccount,
  isSilentSettingsRead,
  opensFor,
} from './account-switch.ts';
import type {
  AccountsCommand,
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

interface Context extends Pick<SessionInput, 'bus' | 'home' | 'homeRelay'> {
  readonly accounts: readonly Account[];
  readonly account: Account | undefined;
  /** True if its key is open in its port. */
  readonly keyOpen: boolean;
  readonly autoLock: AutoLock;
  readonly move: AccountSwitch | undefined;
  /** The account whose data is being erased, or could not be. */
  readonly erasing: string | undefined;
}

/**
 * The current account (ACCOUNT-01 to 06, 15, 16): none, a reader, or one that can act. Its signer
 * is settled and stopped before the next account becomes current (INV-SCOPE). Nothing prompts on
 * load: a locked key waits for the first act that needs it, then continues with that act
 * (BEYOND-03). A closed key without a PIN reads its own settings and marks notifications as seen.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    children: {} as { [Name in SessionChild]: Name },
    tags: {} as 'visitor' | 'reading' | 'canSign' | 'locked',
  },
  actors: {
    store: callbackPort<AccountsCommand, undefined>('accounts'),
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
    hasPin: ({ context: { account } }) => account?.method === 'key' && account.lock === 'pin',
    isOnDevice: ({ context: { account } }) =>
      account?.method === 'key' && account.lock === 'device',
    locksItself: ({ context: { account, autoLock }, event }) =>
      event.type === 'session.idleReached' &&
      isLockedBy(autoLock, event.idle) &&
      account?.method === 'key' &&
      account.lock === 'pin',
    isKnown: ({ context, event }) =>
      event.type === 'session.switch' &&
      event.pubkey !== context.account?.pubkey &&
      context.accounts.some(({ pubkey }) => pubkey === event.pubkey),
    isMine: ({ context, event }) =>
      event.type === 'sign.request' && event.request.pubkey === context.account?.pubkey,
    /** True for a silent request that needs a prompt: of a PIN, or of a signer elsewhere. */
    isUnbidden: ({ context: { account, keyOpen }, event }) =>
      event.type === 'sign.request' &&
      event.request.quiet === true &&
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
      const { move, erasing } = context;
      if (!move) return;
      // an account that returned keeps its data
      if (erasing !== undefined && erasing === move.account?.pubkey) enqueue.stopChild('erase');
      enqueue.assign({ account: move.account, keyOpen: move.keyOpen, move: undefined });
      enqueue.sendTo('store', keptOf(context, move.account));
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
    learn: assign(({ event }) =>
      event.type === 'accounts.changed'
        ? { accounts: event.accounts, autoLock: event.autoLock }
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
    forward: enqueueActions(({ context: { keyOpen }, event, enqueue }) => {
      if (event.type === 'sign.request')
        enqueue.sendTo(
          'signer',
          keyOpen ? event : { ...event, request: { ...event.request, quiet: false } },
        );
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
}).createMachine({
  id: 'session',
  type: 'parallel',
  context: ({ input: { accounts, current, autoLock, bus, home, homeRelay } }) => ({
    bus,
    home,
    homeRelay,
    accounts,
    account: accounts.find(({ pubkey }) => pubkey === current),
    keyOpen: false,
    autoLock,
    move: undefined,
    erasing: undefined,
  }),
  invoke: { id: 'store', src: 'store', input: undefined, onError: {} },
  on: {
    'xstate.done.actor.erase': { actions: stopChild('erase') },
    'session.autoLock': { actions: ['setAutoLock', 'keep'] },
    'session.saved': { actions: ['recordSaved', 'keep'] },
    'peer.*': { actions: 'passToPeers' },
  },
  states: {
    who: {
      initial: 'deciding',
      on: { 'sign.request': { actions: 'refuse' } },
      states: {
        deciding: {
          entry: 'arrive',
          always: [
            { guard: 'isNobody', target: 'visitor' },
            { guard: 'isReader', target: 'reading' },
            { target: 'present' },
          ],
        },
        visitor: {
          tags: 'visitor',
          entry: 'notifyChanged',
          on: {
            'session.adopt': { target: 'deciding', actions: 'plan' },
            'session.switch': { guard: 'isKnown', target: 'deciding', actions: 'plan' },
            'accounts.changed': { actions: 'learn' },
          },
        },
        reading: {
          tags: 'reading',
          entry: 'notifyChanged',
          on: {
            'session.adopt': { target: 'deciding', actions: 'plan' },
            'session.switch': { guard: 'isKnown', target: 'deciding', actions: 'plan' },
            'session.leave': { target: 'leaving', actions: 'plan' },
            'accounts.changed': [
              { guard: 'isTouched', target: 'deciding', actions: ['notifyElsewhere', 'plan'] },
              { actions: ['notifyElsewhere', 'learn'] },
            ],
          },
        },
        present: {
          initial: 'arriving',
          entry: ['notifyChanged', 'announce'],
          invoke: [
            {
              id: 'signer',
              src: 'signer',
              input: ({ context }) => ({
                account: holder(context.account),
                open: context.account?.method !== 'key' || context.keyOpen,
              }),
              onDone: 'left',
              onError: 'broken',
            },
            {
              id: 'reader',
              src: 'reader',
              input: ({ context }) => ({ account: holder(context.account).pubkey }),
              onError: 'broken',
            },
            {
              id: 'membership',
              src: 'membership',
              input: ({ context, self }) => ({ ...here(context), signer: self }),
              onError: {},
            },
          ],
          on: {
            'sign.request': [
              { guard: 'isUnbidden', actions: 'refuse' },
              { guard: 'isMine', actions: 'forward' },
              { actions: 'refuse' },
            ],
            'sign.cancel': { actions: 'forward' },
            'session.adopt': { target: '.closing', actions: 'plan' },
            'session.switch': { guard: 'isKnown', target: '.closing', actions: 'plan' },
            'session.leave': { target: '.closing', actions: 'plan' },
            'accounts.changed': [
              {
                guard: 'isRelocked',
                actions: ['notifyElsewhere', 'relock', 'learn', 'notifyChanged'],
              },
              { guard: 'isTouched', target: '.closing', actions: ['notifyElsewhere', 'plan'] },
              { actions: ['notifyElsewhere', 'learn'] },
            ],
          },
          states: {
            arriving: { always: [{ guard: 'isOpen', target: 'ready' }, { target: 'locked' }] },
            locked: {
              tags: 'locked',
              on: {
                'signer.keyNeeded': 'unlocking',
                'session.unlock': 'unlocking',
                'sign.request': { guard: 'isOwnReading', actions: 'read' },
              },
            },
            unlocking: {
              tags: 'locked',
              initial: 'deciding',
              on: {
                // asks for the new PIN, or for none
                'accounts.changed': {
                  guard: 'isRelocked',
                  target: 'unlocking',
                  reenter: true,
                  actions: ['relock', 'learn', 'notifyChanged'],
                },
              },
              states: {
                deciding: {
                  always: [
                    { guard: 'hasPin', target: 'pin' },
                    { guard: 'isOnDevice', target: 'device' },
                    {
                      target: '#session.who.present.closing',
                      actions: [deny('key.left'), 'planReading'],
                    },
                  ],
                },
                pin: {
                  invoke: {
                    id: 'pin',
                    src: 'pin',
                    input: ({ context }) => ({
                      mode: 'enter' as const,
                      pubkey: context.account?.pubkey ?? '',
                    }),
                    onDone: [
                      {
                        guard: ({ event }) => event.output.result === 'opened',
                        target: '#session.who.present.ready',
                        actions: UNLOCKED,
                      },
                      {
                        guard: ({ event }) => event.output.result === 'erased',
                        target: '#session.who.present.closing',
                        actions: [deny('key.erased'), 'planReading'],
                      },
                      {
                        guard: ({ event }) => event.output.result === 'lost',
                        target: '#session.who.present.locked',
                        actions: [deny('key.unreadable'), raise({ type: 'session.login' })],
                      },
                      { target: '#session.who.present.locked', actions: deny('pin.missing') },
                    ],
                    onError: {
                      target: '#session.who.present.locked',
                      actions: deny('pin.unasked'),
                    },
                  },
                },
                device: {
                  invoke: {
                    id: 'openDevice',
                    src: 'openDevice',
                    input: ({ context }) => ({ pubkey: context.account?.pubkey ?? '' }),
                    onDone: [
                      {
                        guard: ({ event }) => event.output,
                        target: '#session.who.present.ready',
                        actions: UNLOCKED,
                      },
                      {
                        target: '#session.who.present.closing',
                        actions: ['reportUnreadable', deny('key.unreadable'), 'planReading'],
                      },
                    ],
                    onError: {
                      target: '#session.who.present.locked',
                      actions: deny('key.unopened'),
                    },
                  },
                  after: {
                    openTimeout: {
                      target: '#session.who.present.locked',
                      actions: deny('key.unopened'),
                    },
                  },
                },
              },
            },
            ready: {
              tags: 'canSign',
              invoke: { id: 'idle', src: 'idle', onError: {} },
              on: {
                // the key is missing because its worker was lost
                'signer.keyNeeded': { target: 'unlocking', actions: 'shut' },
                'session.lock': {
                  guard: 'hasPin',
                  target: 'locked',
                  actions: ['shut', 'lockSigner', 'tellLock'],
                },
                'accounts.locked': { guard: 'isLockedThere', actions: 'notifyLockedThere' },
                'session.idleReached': {
                  guard: 'locksItself',
                  target: 'locked',
                  actions: ['shut', 'lockSigner'],
                },
              },
            },
            closing: {
              entry: ['closeSigner', 'closeBackup'],
              on: {
                'sign.request': { actions: 'refuse' },
                'session.adopt': { actions: 'plan' },
                'session.switch': {},
                'session.leave': {},
                'accounts.changed': { actions: 'learn' },
              },
              after: { goodbye: '#session.who.left' },
            },
          },
        },
        left: {
          entry: 'notifyEnding',
          always: [{ guard: 'isLeaving', target: 'leaving' }, { target: 'deciding' }],
        },
        leaving: {
          entry: ['keepNext', 'notifyLeft'],
          invoke: {
            id: 'leave',
            src: 'leave',
            input: ({ context: { move } }) => move?.leave ?? { pubkey: '', erase: false },
            onDone: 'deciding',
            onError: { target: 'deciding', actions: 'notifyKept' },
          },
          on: { 'session.adopt': { actions: 'plan' }, 'accounts.changed': { actions: 'learn' } },
          after: { leaveTimeout: { target: 'deciding', actions: 'notifyKept' } },
        },
        broken: { after: { rest: 'deciding' } },
      },
    },
    entry: {
      initial: 'closed',
      states: {
        closed: { on: { 'session.login': 'open' } },
        open: {
          on: { 'session.closeLogin': 'closed' },
          invoke: [
            { id: 'peers', src: 'peers', input: ({ context: { bus } }) => ({ bus }), onError: {} },
            {
              id: 'login',
              src: 'login',
              onDone: [
                {
                  guard: ({ event }) => event.output.account !== undefined,
                  target: 'closed',
                  actions: raise(({ event }) => ({
                    type: 'session.adopt',
                    account: holder(event.output.account),
                  })),
                },
                { target: 'closed' },
              ],
              onError: 'closed',
            },
          ],
        },
      },
    },
    making: {
      initial: 'closed',
      states: {
        closed: { on: { 'session.create': 'open' } },
        open: {
          entry: { type: 'notifyMaking', params: { on: true } },
          exit: { type: 'notifyMaking', params: { on: false } },
          on: {
            'create.made': { actions: 'adoptNew' },
            'session.arrived': { actions: 'notifyCreated' },
            'create.intent': { actions: 'notifyIntent' },
            'session.closeCreate': 'closed',
            'session.switch': 'closed',
            'session.leave': 'closed',
          },
          invoke: {
            id: 'create',
            src: 'create',
            input: ({ context }) => creationIn(context),
            onError: 'closed',
          },
        },
      },
    },
    saving: {
      initial: 'closed',
      states: {
        closed: { on: { 'session.backup': { guard: 'hasKey', target: 'open' } } },
        open: {
          on: {
            'session.closeBackup': { actions: 'endBackup' },
            'session.lock': { actions: 'hideBackup' },
            'session.slept': { actions: 'hideBackup' },
          },
          invoke: {
            id: 'backup',
            src: 'backup',
            input: ({ context }) => backedUp(context.account),
            onDone: 'closed',
            onError: 'closed',
          },
        },
      },
    },
  },
});

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
