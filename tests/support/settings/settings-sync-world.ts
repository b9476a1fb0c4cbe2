import {
  type AnyEventObject,
  type CallbackActorLogic,
  createActor,
  fromCallback,
  setup,
  SimulatedClock,
} from 'xstate';
import { pressed } from '../../../src/events/nostr/ours.ts';
import type { SavedChange } from '../../../src/events/settings/saved-record.ts';
import type {
  LocalCommand,
  LocalSignal,
  SettingsSyncInput,
  LockSignal,
} from '../../../src/machines/settings/settings-sync.machine.ts';
import { settingsSyncMachine } from '../../../src/machines/settings/settings-sync.machine.ts';
import { elapse } from '../machines/clock.ts';
import { inEnglish } from '../views/in-english.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { fakePort } from '../machines/fake-port.ts';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import type { LogCommand } from '../../../src/machines/core/ports.ts';

export const ME = 'a'.repeat(64);
export const stored = (content: string, pubkey = ME, created_at?: number) =>
  trusted({ kind: 30_078, pubkey, content, ...(created_at && { created_at }) });

/** A lock that is granted to this page at once. */
export const FREE: SettingsLock = fromCallback(({ sendBack }) =>
  sendBack({ type: 'lock.granted' }),
);
export type SettingsLock = CallbackActorLogic<
  LockSignal,
  { readonly account: string; readonly record: SettingsSyncInput['record'] }
>;

/**
 * The settings of an account; the test plays device, signer and service. A silent request is
 * refused unless `open`.
 */
export function startSync(
  open: boolean,
  isLocal = true,
  record: SettingsSyncInput['record'] = 'settings',
  logic = settingsSyncMachine,
  lock = FREE,
  account = ME,
) {
  const clock = new SimulatedClock();
  const signer = fakeSession();
  const bus = fakeBus();
  const said: string[] = [];
  const local = fakePort<LocalCommand, { readonly account: string }, LocalSignal>();
  const log = fakePort<LogCommand, undefined, never>();
  const house = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: {
        'toast.show': {
          actions: ({ event }) => said.push(`${event['kind']}: ${inEnglish(event['message'])}`),
        },
        '*': { actions: ({ event }) => bus.bus.send(event as never) },
      },
    }),
  ).start();
  const machine = logic.provide({ actors: { local: local.logic, log: log.logic, lock } });
  const input = { account, isLocal, bus: house, signer: signer.ref, record };
  const actor = createActor(machine, { clock, input }).start();
  const state = { open };
  /**
   * The user of the signer, or an open key, performs all requests. Silent requests are refused if
   * no key is open.
   */
  const settle = () => {
    for (const request of signer.open()) {
      if (request.quiet && !state.open) signer.refuse(request);
      else if (request.act.do === 'sign')
        signer.sign(trusted({ ...request.act.template, pubkey: account }), request);
    }
  };
  return {
    clock,
    signer,
    bus,
    said,
    local,
    actor,
    settle,
    open: () => (state.open = true),
    wait: (ms: number) => elapse(clock, ms, 100),
    change: (change: SavedChange) =>
      local.last().report({ type: 'local.changed', change: pressed(change) }),
    verbs: () => bus.open().map(({ query }) => query.verb),
    /** Return the content that the open request saves. */
    saving: () => {
      const payload = bus.open().find(({ query }) => query.verb === 'set_app_settings')
        ?.query.payload;
      return (payload as { settings_event: { content: string } } | undefined)?.settings_event
        .content;
    },
    adopted: () =>
      local
        .last()
        .told.flatMap((command) => (command.type === 'local.adopt' ? [command.change] : [])),
    kept: () =>
      local
        .last()
        .told.flatMap((command) =>
          command.type === 'local.keep' ? [command.zaps.zapDefault.amount] : [],
        ),
    logged: () => log.last().told.map(({ text }) => text),
    value: () => actor.getSnapshot().value,
  };
}
