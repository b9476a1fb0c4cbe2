import { createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakePort } from '../../../tests/support/fake-port.ts';
import { DEFAULT_SETTINGS, settingsMachine, type SettingsSignal, type StoreCommand } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import { DEFAULT_ZAPS } from '../../events/settings/zap-settings.ts';
import { localSettings } from './shared-settings.ts';
import { openStorages } from './storage.ts';

const ME = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

test('SETTINGS-02 a person’s changes are told, what was taken over from elsewhere is not', () => {
  const device = fakePort<StoreCommand, undefined, never>();
  const input = { account: ME, saved: {}, forcedTheme: undefined, systemDark: false };
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const heard: LocalSignal[] = [];
  const port = localSettings(settings, undefined, openStorages(undefined));
  const machine = setup({ types: { events: {} as LocalSignal | LocalCommand }, actors: { port } }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: {
      'local.changed': { actions: ({ event }) => heard.push(event) },
      'local.adopt': { actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event) },
    },
  });
  const parent = createActor(machine).start();
  settings.send({ type: 'settings.change', change: { theme: 'ice', homeSidebarSelection: 'x' } });
  settings.send({ type: 'settings.change', change: { theme: 'ice' } });
  parent.send({ type: 'local.adopt', change: { theme: 'midnight', animated: false } });
  expect(settings.getSnapshot().context.local).toMatchObject({ theme: 'midnight', animated: false });
  settings.send({ type: 'settings.change', change: { selectedHomeFeed: 'y' } });
  settings.send({ type: 'settings.change', change: { animated: true } });
  expect(heard.map((one) => one.type === 'local.changed' && one.change)).toEqual([{ theme: 'ice' }, { animated: true }]);
  parent.stop();
  settings.send({ type: 'settings.change', change: { theme: 'sunset' } });
  expect(heard).toHaveLength(2);
});

test('SETTINGS-02 what was changed before the port was there is told once, to the account that was there then', () => {
  const device = fakePort<StoreCommand, undefined, never>();
  const input = { account: ME, saved: { theme: 'ice' }, forcedTheme: undefined, systemDark: false } as const;
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const port = localSettings(settings, { account: ME, settings: { ...DEFAULT_SETTINGS, theme: 'ice' } }, openStorages(undefined));
  const heard: LocalSignal[] = [];
  const machine = setup({ types: { events: {} as LocalSignal }, actors: { port } }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: { 'local.changed': { actions: ({ event }) => heard.push(event) } },
  });
  settings.send({ type: 'settings.change', change: { theme: 'sunset' } });
  for (let lives = 0; lives < 2; lives++) createActor(machine).start().stop();
  expect(heard.map((one) => one.type === 'local.changed' && one.change)).toEqual([{ theme: 'sunset' }]);
});

test('STATE-01 INV-SCOPE switching to another account is no change that somebody made, and what comes late for the former account is not taken', () => {
  const device = fakePort<StoreCommand, undefined, SettingsSignal>();
  const input = { account: ME, saved: { theme: 'ice' }, forcedTheme: undefined, systemDark: false } as const;
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const port = localSettings(settings, undefined, openStorages(undefined));
  const heard: LocalSignal[] = [];
  const ports = [ME, OTHER].map((account) =>
    createActor(
      setup({ types: { events: {} as LocalSignal | LocalCommand }, actors: { port } }).createMachine({
        invoke: { id: 'port', src: 'port', input: { account } },
        on: {
          'local.changed': { actions: ({ event }) => heard.push(event) },
          'local.adopt': { actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event) },
        },
      }),
    ).start(),
  );
  settings.send({ type: 'settings.switch', account: OTHER });
  expect(device.last().told).toEqual([{ type: 'store.open', account: OTHER }]);
  device.last().report({ type: 'store.opened', account: OTHER, saved: { theme: 'midnight' } });
  expect(settings.getSnapshot().context).toMatchObject({ account: OTHER, local: { theme: 'midnight', animated: true } });
  ports[0]?.send({ type: 'local.adopt', change: { theme: 'sunset' } });
  expect([heard, settings.getSnapshot().context.local.theme]).toEqual([[], 'midnight']);
  settings.send({ type: 'settings.change', change: { theme: 'ice' } });
  expect(heard).toEqual([{ type: 'local.changed', change: { theme: 'ice' } }]);
  expect(device.last().told.at(-1)).toMatchObject({ type: 'store.write', account: OTHER, change: { theme: 'ice' } });
});

test('ZAP-01 what one press gives is known on the device before the service is asked, for each account its own; what is corrupt there is as it is by default', () => {
  const device = new Map<string, string>();
  const storages = openStorages({
    getItem: (key) => device.get(key) ?? null,
    setItem: (key, value) => void device.set(key, value),
    removeItem: (key) => void device.delete(key),
  });
  const open = (account: string) => {
    const heard: LocalSignal[] = [];
    const parent = createActor(
      setup({
        types: { events: {} as LocalSignal | LocalCommand },
        actors: { port: localSettings(undefined, undefined, storages) },
      }).createMachine({
        invoke: { id: 'port', src: 'port', input: { account } },
        on: {
          'local.kept': { actions: ({ event }) => heard.push(event) },
          'local.keep': { actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event) },
        },
      }),
    ).start();
    return { heard, parent };
  };
  const zaps = { ...DEFAULT_ZAPS, zapDefault: { amount: 7, message: 'Yes', emoji: '' } };
  const first = open(ME);
  expect(first.heard).toEqual([]);
  first.parent.send({ type: 'local.keep', zaps });
  expect([open(ME).heard, open(OTHER).heard]).toEqual([[{ type: 'local.kept', zaps }], []]);
  storages.account(OTHER).write('zaps', { zapDefault: { amount: -1 }, zapConfig: 'x' });
  expect(open(OTHER).heard).toEqual([{ type: 'local.kept', zaps: DEFAULT_ZAPS }]);
});
