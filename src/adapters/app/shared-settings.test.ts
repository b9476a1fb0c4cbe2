import { createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakePort } from '../../../tests/support/fake-port.ts';
import { settingsMachine, type StoreCommand } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import { localSettings } from './shared-settings.ts';

test('SETTINGS-02 a person’s changes are told, what was taken over from elsewhere is not', () => {
  const device = fakePort<StoreCommand, undefined, never>();
  const input = { saved: {}, forcedTheme: undefined, systemDark: false };
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const heard: LocalSignal[] = [];
  const port = localSettings(settings, undefined);
  const machine = setup({ types: { events: {} as LocalSignal | LocalCommand }, actors: { port } }).createMachine({
    invoke: { id: 'port', src: 'port', input: undefined },
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
  expect(heard.map(({ change }) => change)).toEqual([{ theme: 'ice' }, { animated: true }]);
  parent.stop();
  settings.send({ type: 'settings.change', change: { theme: 'sunset' } });
  expect(heard).toHaveLength(2);
});

test('SETTINGS-02 what was changed before the port was there is told once, to the account that was there then', () => {
  const device = fakePort<StoreCommand, undefined, never>();
  const input = { saved: { theme: 'ice' }, forcedTheme: undefined, systemDark: false } as const;
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const port = localSettings(settings, { theme: 'ice', animated: true });
  const heard: LocalSignal[] = [];
  const machine = setup({ types: { events: {} as LocalSignal }, actors: { port } }).createMachine({
    invoke: { id: 'port', src: 'port', input: undefined },
    on: { 'local.changed': { actions: ({ event }) => heard.push(event) } },
  });
  settings.send({ type: 'settings.change', change: { theme: 'sunset' } });
  for (let lives = 0; lives < 2; lives++) createActor(machine).start().stop();
  expect(heard.map(({ change }) => change)).toEqual([{ theme: 'sunset' }]);
});
