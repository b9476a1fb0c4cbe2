import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import type { Claim } from '../../../src/events/connection/claims.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { millis } from '../../../src/events/core/time.ts';
import type { CacheResponse } from '../../../src/machines/core/bus.ts';
import {
  accountWith,
  type FetchedAccount,
} from '../../../src/machines/account/session/account-code.ts';
import { accountMachine } from '../../../src/machines/account/session/account.machine.ts';
import {
  type NameKey,
  type NameLookUp,
  verifiedNamesMachine,
} from '../../../src/machines/account/profile/verified-names.machine.ts';
import { activityMachine } from '../../../src/machines/app/activity.machine.ts';
import { type AppInput, appMachine } from '../../../src/machines/app/app.machine.ts';
import { createRecorder } from '../../../src/machines/app/recording/recorder.ts';
import { screensMachine } from '../../../src/machines/app/screens.machine.ts';
import { toastsMachine } from '../../../src/machines/core/toasts.machine.ts';
import { cacheMachine, type PoolCommand } from '../../../src/machines/connection/cache.machine.ts';
import {
  settingsMachine,
  type SettingsStoreCommand,
} from '../../../src/machines/settings/settings.machine.ts';
import { recordedClock } from '../machines/clock.ts';
import { arrival, fakeSocket } from '../connection/fake-cache.ts';
import './screen-code.ts';

/** A port that sends only the test's signals and records its commands. */
function fakePort<Command extends EventObject>(told: Command[] = []) {
  let tell: ((signal: AnyEventObject) => void) | undefined;
  const logic = fromCallback<Command, undefined>(({ sendBack, receive }) => {
    tell = sendBack;
    receive((command) => told.push(command));
  });
  return { logic, told, say: (signal: AnyEventObject) => tell?.(signal) };
}

const INPUT: AppInput = {
  cache: { urls: ['wss://cache.example/v1'], compress: false, seed: 0.5 },
  settings: { saved: {}, forcedTheme: undefined, systemDark: false },
  screens: { viewer: 'f'.repeat(64), homeFeeds: [] },
};

/** Register the account's code for `fakeApp`, in place of the real fetch. */
export function withAccount(load: () => Promise<FetchedAccount>) {
  return <M extends AnyStateMachine>(machine: M): M =>
    machine.id === 'account' ? (accountWith(load) as AnyStateMachine as M) : machine;
}

/**
 * The whole app on a clock that the test moves; the test plays every port. `change` may change any
 * machine before it starts.
 */
export function fakeApp(
  over: Partial<AppInput> = {},
  change: <M extends AnyStateMachine>(machine: M) => M = (machine) => machine,
) {
  const clock = new SimulatedClock();
  const socket = fakeSocket();
  const activity = fakePort();
  const net = fakePort();
  const device = fakePort<SettingsStoreCommand>();
  const asked: Array<{ address: string; answer: (answer: NameKey) => void }> = [];
  const lookUp = fromPromise<NameKey, NameLookUp>(
    ({ input }) => new Promise((answer) => asked.push({ address: input.address, answer })),
  );
  const machine = appMachine.provide({
    actors: {
      cache: change(
        cacheMachine.provide({
          actors: { socket: socket.logic, pool: fakePort<PoolCommand>().logic },
        }),
      ),
      activity: change(activityMachine.provide({ actors: { watch: activity.logic } })),
      online: net.logic,
      settings: change(settingsMachine.provide({ actors: { device: device.logic } })),
      names: change(verifiedNamesMachine.provide({ actors: { lookUp } })),
      providers: change(verifiedNamesMachine.provide({ actors: { lookUp } })),
      toasts: change(toastsMachine),
      screens: change(screensMachine),
      account: change(accountMachine),
    },
  });
  const recorder = createRecorder(
    () => millis(clock.now()),
    millis(0),
    () => undefined,
  );
  const app = createActor(machine, {
    input: { ...INPUT, ...over },
    clock: recordedClock(clock, recorder),
    inspect: recorder.inspect,
  });
  return { app, clock, socket, activity, net, device, recorder, asked, machine, ...wire(socket) };
}

/** Answers on the wire, by verb. */
function wire(socket: ReturnType<typeof fakeSocket>) {
  const find = (verb: string) => socket.open().find(({ query }) => query.verb === verb);
  return {
    isAsked: (verb: string) => find(verb) !== undefined,
    /** End the oldest open request of that verb; with `ended: false`, send a part of an answer. */
    answer(verb: string, answer: Partial<CacheResponse> & { ended?: boolean } = {}) {
      const one = find(verb);
      if (!one) throw new Error(`nothing is asked by ${verb}`);
      socket.batch(arrival(one.id, { ended: true, ...answer }));
    },
    /** The caching service resolves a name or lightning address to a key. */
    tellKey(address: string, pubkey: string | null) {
      const one = socket.open().find(({ query }) => query.payload?.['address'] === address);
      if (!one) throw new Error(`${address} is not asked`);
      const claim: Claim = {
        claim: 'other',
        kind: RESULT.WellKnownKey,
        content: { address, pubkey },
      };
      socket.batch(arrival(one.id, { ended: true, claims: [claim] }));
    },
    refuse(verb: string) {
      const one = find(verb);
      if (!one) throw new Error(`nothing is asked by ${verb}`);
      socket.batch(arrival(one.id, { notice: 'error' }));
    },
  };
}
