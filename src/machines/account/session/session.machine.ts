import { type ActorRefFrom, raise, stopChild } from 'xstate';
import { creationIn } from './create-account.machine.ts';
import { backedUp, deny, here, holder, UNLOCKED } from './account-switch.ts';
import { sessionSetup } from './session-setup.ts';

/**
 * The current account (ACCOUNT-01 to 06, 15, 16): none, a reader, or one that can act. Its signer
 * is settled and stopped before the next account becomes current (INV-SCOPE). Nothing prompts on
 * load: a locked key waits for the first act that needs it, then continues with that act
 * (BEYOND-03). A closed key without a PIN reads its own settings and marks notifications as seen.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  type: 'parallel',
  context: ({ input: { accounts, current, autoLock, bus, home, homeRelay } }) => ({
    bus,
    home,
    homeRelay,
    accounts,
    account: accounts.find(({ pubkey }) => pubkey === current),
    keyOpen: false,
    unlocked: [],
    autoLock,
    move: undefined,
    erasing: undefined,
  }),
  invoke: [
    { id: 'store', src: 'store', input: undefined, onError: {} },
    { id: 'keyHolds', src: 'keyHolds', input: undefined, onError: {} },
  ],
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
            'session.adopt': { target: '.closing', actions: ['plan', 'keepUnlocked'] },
            'session.switch': {
              guard: 'isKnown',
              target: '.closing',
              actions: ['plan', 'keepUnlocked'],
            },
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
    /** Keys of other accounts close by the same rules as the one of the current account. */
    unlocked: {
      initial: 'none',
      states: {
        none: { always: { guard: 'hasUnlocked', target: 'some' } },
        some: {
          invoke: { id: 'idleElsewhere', src: 'idle', onError: {} },
          always: { guard: 'hasNoUnlocked', target: 'none' },
          on: {
            'session.idleReached': { guard: 'isAway', actions: 'closeUnlocked' },
            'session.lock': { actions: 'closeUnlocked' },
            'accounts.changed': { actions: 'closeUnlocked' },
          },
        },
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
