import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import {
  DEFAULT_SETTINGS,
  type LocalSettings,
  type SettingsSignal,
  type SettingsStoreCommand,
} from '../../machines/settings/settings.machine.ts';
import { EVERY_SETTING } from '../../../tests/support/settings/every-setting.ts';
import { settingsDevice } from './settings-device.ts';
import { readSettings, upcastSettings } from './settings-store.ts';
import { type Device, openStorages } from '../core/storage.ts';

/** The settings that all accounts share. */
const SHARED = {
  nostrStats: EVERY_SETTING.nostrStats,
  hotTopics: EVERY_SETTING.hotTopics,
  trendingUsers: EVERY_SETTING.trendingUsers,
};

/** A storage in memory; `isFull` makes every write fail. */
function memory() {
  const texts = new Map<string, string>();
  const state = { isFull: false };
  const device = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (state.isFull) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
    removeItem: (key: string) => void texts.delete(key),
  };
  return { state, texts, device };
}

/** The system's color preference, set by the test. */
class Preference extends EventTarget {
  matches = false;
  readonly media = '';
  onchange = null;
  addListener() {}
  removeListener() {}
  turn(matches: boolean) {
    this.matches = matches;
    this.dispatchEvent(new Event('change'));
  }
}

function kept(device: Device, account?: string) {
  const storages = openStorages(device);
  return readSettings(storages.account(account), storages.global);
}

function running() {
  const { device, state, texts } = memory();
  const dark = new Preference();
  const heard: SettingsSignal[] = [];
  const storages = openStorages(device);
  const scope = storages.account(undefined);
  const machine = setup({
    types: { events: {} as SettingsSignal | SettingsStoreCommand },
    actors: { device: settingsDevice(storages, dark) },
  }).createMachine({
    invoke: { src: 'device', id: 'device', input: undefined },
    on: {
      'store.write': {
        actions: ({ event, self }) => self.getSnapshot().children.device?.send(event),
      },
      'store.open': {
        actions: ({ event, self }) => self.getSnapshot().children.device?.send(event),
      },
      '*': {
        actions: ({ event }) =>
          event.type !== 'store.write' && event.type !== 'store.open' && heard.push(event),
      },
    },
  });
  const actor = createActor(machine).start();
  return { actor, dark, heard, scope, global: storages.global, state, texts, device };
}

test('SETTINGS-04 settings are stored for visitors and read back, and the device confirms that', () => {
  const { actor, heard, device } = running();
  actor.send({ type: 'store.write', account: undefined, change: EVERY_SETTING, revision: 1 });
  expect(heard).toEqual([{ type: 'store.written', revision: 1 }]);
  expect(kept(device)).toEqual(EVERY_SETTING);
  expect(kept(device, 'a'.repeat(64))).toEqual(SHARED);
});

test('STATE-01 only chosen settings are stored, even if the choice equals the default', () => {
  const { actor, texts } = running();
  const write = (change: Partial<LocalSettings>) =>
    actor.send({ type: 'store.write', account: undefined, change, revision: 1 });
  write({ searches: ['lamp oil'] });
  expect([...texts.keys()]).toEqual(['starling/visitor/searches']);
  write({ theme: 'ice' });
  write({ theme: DEFAULT_SETTINGS.theme });
  expect([...texts].map(([key, text]) => [key, JSON.parse(text).value])).toEqual([
    ['starling/visitor/searches', ['lamp oil']],
    ['starling/visitor/theme', DEFAULT_SETTINGS.theme],
  ]);
});

test('E-47 a device that cannot store reports the reason', () => {
  const { actor, heard, state } = running();
  state.isFull = true;
  actor.send({ type: 'store.write', account: undefined, change: EVERY_SETTING, revision: 1 });
  expect(heard).toEqual([{ type: 'store.failed', reason: 'full', revision: 1 }]);
});

test('malformed settings are left out one by one', () => {
  const { scope, global } = running();
  global.write('hotTopics', 'none');
  scope.write('theme', 'plaid');
  scope.write('animated', 'no');
  scope.write('useSystemDarkMode', true);
  scope.write('selectedHomeFeed', 7);
  scope.write('homeFeeds', 'none');
  expect(readSettings(scope, global)).toEqual({ useSystemTheme: true });
  const [feed] = EVERY_SETTING.homeFeeds;
  scope.write('homeFeeds', [null, { name: 'nobody' }, feed]);
  scope.write('searches', ['lamp oil', 7]);
  expect(readSettings(scope, global)).toEqual({
    useSystemTheme: true,
    homeFeeds: [feed],
    searches: ['lamp oil'],
  });
});

test('SETTINGS-04 a change of the system to dark is reported, until the port is stopped', () => {
  const { actor, dark, heard } = running();
  dark.turn(true);
  expect(heard).toEqual([{ type: 'system.scheme', dark: true }]);
  actor.stop();
  dark.turn(false);
  expect(heard).toHaveLength(1);
});

test('STATE-01 ACCOUNT-15 each account has its own settings, and visitors have theirs', () => {
  const { actor, heard, device } = running();
  const [ada, ben] = ['a', 'b'].map((digit) => digit.repeat(64));
  actor.send({ type: 'store.write', account: ada, change: EVERY_SETTING, revision: 1 });
  actor.send({ type: 'store.open', account: ben });
  actor.send({ type: 'store.open', account: ada });
  expect(heard).toEqual([
    { type: 'store.written', revision: 1 },
    { type: 'store.opened', account: ben, saved: SHARED },
    { type: 'store.opened', account: ada, saved: EVERY_SETTING },
  ]);
  expect(kept(device)).toEqual(SHARED);
});

test('STATE-01 E-47 existing accounts adopt the old shared settings once, each with its own feeds', () => {
  const { device } = memory();
  const storages = openStorages(device);
  const [ada = '', ben = '', cat = ''] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
  const visitor = storages.account(undefined);
  visitor.write('theme', 'midnight');
  visitor.write('selectedHomeFeed', '{"id":"latest"}');
  visitor.write(
    'homeFeeds',
    [ada, ben]
      .map((account) => ({ account, name: account.slice(0, 3), spec: '{}' }))
      .concat(7 as never),
  );
  storages.account(ben).write('theme', 'ice');
  upcastSettings(storages, [{ pubkey: ada }, { pubkey: ben }]);
  const both = { selectedHomeFeed: '{"id":"latest"}' };
  expect(kept(device, ada)).toEqual({
    ...both,
    theme: 'midnight',
    homeFeeds: [{ name: 'aaa', spec: '{}' }],
  });
  expect(kept(device, ben)).toEqual({
    ...both,
    theme: 'ice',
    homeFeeds: [{ name: 'bbb', spec: '{}' }],
  });
  expect(kept(device)).toEqual({ ...both, theme: 'midnight' });
  upcastSettings(openStorages(device), [{ pubkey: cat }]);
  expect(kept(device, cat)).toEqual({});
});
