import { expect, test } from 'vitest';
import { createActor, setup, SimulatedClock } from 'xstate';
import { fakeBrowser } from '../../../../tests/support/browser/fake-browser.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import type { ProxySignal } from '../../../machines/settings/network.machine.ts';
import {
  settingsMachine,
  type SettingsSignal,
  type SettingsStoreCommand,
} from '../../../machines/settings/settings.machine.ts';
import { openStorages } from '../../core/storage.ts';
import { proxyChoice } from './proxy-store.ts';

const [ME, OTHER] = ['a'.repeat(64), 'b'.repeat(64)] as const;

test('RELAY-08 SETTINGS-02 the proxy choice is a setting; changes here or elsewhere apply at once', () => {
  const device = fakePort<SettingsStoreCommand, undefined, SettingsSignal>();
  const input = { account: ME, saved: {}, forcedTheme: undefined, systemDark: false };
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const heard: boolean[] = [];
  const owner = setup({
    types: { events: {} as ProxySignal },
    actors: { proxy: proxyChoice(openStorages(undefined), settings) },
  }).createMachine({
    invoke: { id: 'proxy', src: 'proxy', input: { account: ME } },
    on: { 'proxy.found': { actions: ({ event }) => heard.push(event.on) } },
  });
  const actor = createActor(owner).start();
  actor.getSnapshot().children['proxy']?.send({ type: 'proxy.keep', on: true });
  expect([settings.getSnapshot().context.local.usePrimalRelay, heard]).toEqual([true, [false]]);
  settings.send({ type: 'settings.change', change: { usePrimalRelay: false } });
  settings.send({ type: 'settings.change', change: { theme: 'ice' } });
  expect(heard).toEqual([false, false]);
  settings.send({ type: 'settings.switch', account: OTHER });
  device.last().report({ type: 'store.opened', account: OTHER, saved: { usePrimalRelay: true } });
  expect(heard).toEqual([false, false]);
  actor.stop();
});

test("RELAY-08 INV-NO-LOSS an earlier version's proxy choice still applies, with settings or without", () => {
  for (const isOpen of [true, false]) {
    const storages = openStorages(fakeBrowser().tab().device);
    const scope = storages.account(ME);
    scope.write('relaySettings', true, 'proxied');
    const input = {
      account: isOpen ? ME : OTHER,
      saved: {},
      forcedTheme: undefined,
      systemDark: false,
    };
    const device = fakePort<SettingsStoreCommand, undefined, SettingsSignal>();
    const logic = settingsMachine.provide({ actors: { device: device.logic } });
    const settings = createActor(logic, { input, clock: new SimulatedClock() }).start();
    const heard: boolean[] = [];
    const owner = setup({
      types: { events: {} as ProxySignal },
      actors: { proxy: proxyChoice(storages, settings) },
    }).createMachine({
      invoke: { id: 'proxy', src: 'proxy', input: { account: ME } },
      on: { 'proxy.found': { actions: ({ event }) => heard.push(event.on) } },
    });
    createActor(owner).start();
    expect([
      heard,
      isOpen ? settings.getSnapshot().context.local.usePrimalRelay : scope.read('usePrimalRelay'),
    ]).toEqual([[true], true]);
    expect(scope.read('relaySettings', 'proxied')).toBeUndefined();
    settings.stop();
  }
});
