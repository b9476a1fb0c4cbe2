import type { AccountNotice, AccountUnlocked } from '../../../src/machines/core/feature.ts';
import { createActor, type EventObject, setup, SimulatedClock } from 'xstate';
import type { Account, AutoLock } from '../../../src/events/account/account.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { backupMachine } from '../../../src/machines/account/keys/backup.machine.ts';
import { createAccountMachine } from '../../../src/machines/account/session/create-account.machine.ts';
import type {
  CreateMemoryCommand,
  CreateMemorySignal,
} from '../../../src/machines/account/session/create-protocol.ts';
import type {
  KeyCommand,
  KeySignal,
  PairInput,
  VaultCommand,
  VaultInput,
  VaultSignal,
} from '../../../src/machines/account/keys/key-protocol.ts';
import {
  membershipMachine,
  type ReminderCommand,
  type ReminderSignal,
} from '../../../src/machines/account/membership/membership.machine.ts';
import { eraseMachine } from '../../../src/machines/account/keys/erase.machine.ts';
import { loginMachine } from '../../../src/machines/account/keys/login.machine.ts';
import { pinMachine } from '../../../src/machines/account/keys/pin.machine.ts';
import {
  type SessionActor,
  sessionMachine,
} from '../../../src/machines/account/session/session.machine.ts';
import type {
  AccountsCommand,
  AccountsSignal,
  KeyHoldCommand,
  SessionEvent,
  SessionNews,
  SessionIntent,
} from '../../../src/machines/account/session/session-protocol.ts';
import { silentSignerMachine } from '../../../src/machines/account/signing/silent-signer.machine.ts';
import { signerMachine } from '../../../src/machines/account/signing/signer.machine.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakePromises } from '../machines/fake-promises.ts';
import { fakeSigner } from './fake-signer.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

export const A = 'a'.repeat(64);
export const B = 'b'.repeat(64);
/** The origin of the page. */
export const HERE = { home: 'http://here.example', homeRelay: pressed('ws://here.example') };

export type SessionWorld = ReturnType<typeof startSession>;

/** A session with all its real machines; the test plays its ports. */
export function fakeSession(machine = sessionMachine, signing = signerMachine) {
  const signer = fakeSigner();
  const promises = fakePromises();
  const store = fakePort<AccountsCommand, undefined, AccountsSignal>();
  const keyHolds = fakePort<KeyHoldCommand, undefined, never>();
  const key = fakePort<KeyCommand, undefined, KeySignal>();
  const pair = fakePort<EventObject, PairInput>();
  const vault = fakePort<VaultCommand, VaultInput, VaultSignal>();
  const reminder = fakePort<ReminderCommand, { readonly account: string }, ReminderSignal>();
  const memory = fakePort<CreateMemoryCommand, undefined, CreateMemorySignal>();
  const { port } = promises;
  const pin = pinMachine.provide({
    actors: { lock: port('lock'), open: port('open'), erase: port('erase') },
  });
  const login = loginMachine.provide({
    actors: { extension: port('extension'), key: key.logic, pair: pair.logic, pin },
  });
  const backup = backupMachine.provide({ actors: { vault: vault.logic } });
  const logic = machine.provide({
    actors: {
      backup,
      create: createAccountMachine.provide({
        actors: { login, backup, upload: port('upload'), memory: memory.logic },
      }),
      store: store.logic,
      keyHolds: keyHolds.logic,
      signer: signing.provide({ actors: { port: signer.logic } }),
      reader: silentSignerMachine.provide({ actors: { sign: port('signOwnReading') } }),
      membership: membershipMachine.provide({ actors: { reminder: reminder.logic } }),
      login,
      pin,
      openDevice: port('openDevice'),
      leave: port('leave'),
      erase: eraseMachine.provide({ actors: { leave: port('leave') } }),
    },
  });
  return { logic, signer, promises, store, keyHolds, key, vault, reminder, memory };
}

/** `around`: wraps the machine with its ports before it starts. */
interface Surroundings {
  readonly machine?: typeof sessionMachine;
  readonly autoLock?: AutoLock;
  readonly around?: (logic: typeof sessionMachine) => typeof sessionMachine;
}

/** Start such a session under a parent that receives the current account. */
export function startSession(
  accounts: readonly Account[] = [],
  current?: string,
  { machine = sessionMachine, autoLock = 'close', around = (one) => one }: Surroundings = {},
) {
  const clock = new SimulatedClock();
  const { logic, ...ports } = fakeSession(machine);
  const bus = fakeBus();
  const changed: Array<string | undefined> = [];
  const notices: string[] = [];
  /** The events that a new user wants to publish, and the account at that time. */
  const orders: Array<{ by: string | undefined; order: SessionIntent['intent'] }> = [];
  const unlocks: number[] = [];
  const parent = setup({
    types: { events: {} as SessionNews | SessionIntent | AccountNotice | AccountUnlocked },
    actors: { session: around(logic) },
  }).createMachine({
    invoke: {
      id: 'session',
      src: 'session',
      input: { accounts, current, autoLock, bus: bus.bus, ...HERE },
    },
    on: {
      'account.unlocked': { actions: () => unlocks.push(clock.now()) },
      'session.changed': { actions: ({ event }) => changed.push(event.account?.pubkey) },
      'account.failed': { actions: ({ event }) => notices.push(event.message.code) },
      'account.intent': {
        actions: ({ event }) => orders.push({ by: changed.at(-1), order: event.intent }),
      },
    },
  });
  const root = createActor(parent, { clock }).start();
  const actor = root.getSnapshot().children['session'] as SessionActor;
  const children = () => actor.getSnapshot().children;
  return {
    unlocks,
    actor,
    clock,
    ...ports,
    bus,
    changed,
    notices,
    orders,
    send: (event: SessionEvent) => actor.send(event),
    children,
    where: () => actor.getSnapshot().value.who,
    account: () => actor.getSnapshot().context.account,
    /** Sign in as that account by the extension. */
    loginAs: async (pubkey: string) => {
      actor.send({ type: 'session.login' });
      children().login?.send({ type: 'login.extension' });
      await ports.promises.answer({ pubkey });
    },
    /** Type a PIN at the prompt. */
    typePin: async (isRight: boolean) => {
      children().pin?.send({ type: 'pin.submit', pin: secretOf('1234') });
      await ports.promises.answer(isRight ? 'right' : 'wrong');
    },
  };
}
