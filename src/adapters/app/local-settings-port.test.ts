import { createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { pressed } from '../../events/nostr/ours.ts';
import {
  DEFAULT_SETTINGS,
  type LocalSettings,
  settingsMachine,
  type SettingsSignal,
  type SettingsStoreCommand,
} from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import { seconds } from '../../events/core/time.ts';
import { DEFAULT_ZAPS } from '../../events/settings/zap-settings.ts';
import { localSettings } from './local-settings-port.ts';
import { openAccountStore } from '../account/session/account-store.ts';
import { openStorages } from '../core/storage.ts';

/** A browser's storage as seen by one tab: its content, and the names of its parts. */
function memory(browser: Pick<ReturnType<typeof fakeBrowser>, 'tab'> = fakeBrowser()) {
  const { device, page } = browser.tab();
  const storages = openStorages(device);
  return {
    storages,
    parts: openAccountStore(storages, page).parts,
    newId: () => crypto.randomUUID(),
  };
}
/** The storage of a page whose storage is disabled. */
const nowhere = () => ({
  storages: openStorages(undefined),
  parts: () => [],
  newId: () => crypto.randomUUID(),
});

/** A channel without other tabs. */
const nobody = () => ({
  postMessage: () => undefined,
  addEventListener: () => undefined,
  close: () => undefined,
});
const ME = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

test('SETTINGS-02 the user’s changes are reported, changes that were applied from elsewhere are not', () => {
  const device = fakePort<SettingsStoreCommand, undefined, never>();
  const input = { account: ME, saved: {}, forcedTheme: undefined, systemDark: false };
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const heard: LocalSignal[] = [];
  const port = localSettings({ settings, early: undefined, ...nowhere(), channel: nobody });
  const machine = setup({
    types: { events: {} as LocalSignal | LocalCommand },
    actors: { port },
  }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: {
      'local.changed': { actions: ({ event }) => heard.push(event) },
      'local.adopt': {
        actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event),
      },
    },
  });
  const parent = createActor(machine).start();
  settings.send({ type: 'settings.change', change: { theme: 'ice', homeSidebarSelection: 'x' } });
  settings.send({ type: 'settings.change', change: { theme: 'ice' } });
  parent.send({ type: 'local.adopt', change: { theme: 'midnight', animated: false } });
  expect(settings.getSnapshot().context.local).toMatchObject({
    theme: 'midnight',
    animated: false,
  });
  settings.send({ type: 'settings.change', change: { selectedHomeFeed: 'y' } });
  settings.send({ type: 'settings.change', change: { animated: true } });
  expect(heard.map((one) => one.type === 'local.changed' && one.change)).toEqual([
    { theme: 'ice' },
    { animated: true },
  ]);
  parent.stop();
  settings.send({ type: 'settings.change', change: { theme: 'sunset' } });
  expect(heard).toHaveLength(2);
});

test('SETTINGS-02 changes before the port started are reported once, for their account', () => {
  const device = fakePort<SettingsStoreCommand, undefined, never>();
  const input = {
    account: ME,
    saved: { theme: 'ice' },
    forcedTheme: undefined,
    systemDark: false,
  } as const;
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const port = localSettings({
    settings,
    early: { account: ME, settings: { ...DEFAULT_SETTINGS, theme: 'ice' } },
    ...nowhere(),
    channel: nobody,
  });
  const heard: LocalSignal[] = [];
  const machine = setup({ types: { events: {} as LocalSignal }, actors: { port } }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: { 'local.changed': { actions: ({ event }) => heard.push(event) } },
  });
  settings.send({ type: 'settings.change', change: { theme: 'sunset' } });
  for (let lives = 0; lives < 2; lives++) createActor(machine).start().stop();
  expect(heard.map((one) => one.type === 'local.changed' && one.change)).toEqual([
    { theme: 'sunset' },
  ]);
});

test('STATE-01 INV-SCOPE switching accounts is not a change; late settings of the old account are ignored', () => {
  const device = fakePort<SettingsStoreCommand, undefined, SettingsSignal>();
  const input = {
    account: ME,
    saved: { theme: 'ice' },
    forcedTheme: undefined,
    systemDark: false,
  } as const;
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const port = localSettings({ settings, early: undefined, ...nowhere(), channel: nobody });
  const heard: LocalSignal[] = [];
  const ports = [ME, OTHER].map((account) =>
    createActor(
      setup({
        types: { events: {} as LocalSignal | LocalCommand },
        actors: { port },
      }).createMachine({
        invoke: { id: 'port', src: 'port', input: { account } },
        on: {
          'local.changed': { actions: ({ event }) => heard.push(event) },
          'local.adopt': {
            actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event),
          },
        },
      }),
    ).start(),
  );
  settings.send({ type: 'settings.switch', account: OTHER });
  expect(device.last().told).toEqual([{ type: 'store.open', account: OTHER }]);
  device.last().report({ type: 'store.opened', account: OTHER, saved: { theme: 'midnight' } });
  expect(settings.getSnapshot().context).toMatchObject({
    account: OTHER,
    local: { theme: 'midnight', animated: true },
  });
  ports[0]?.send({ type: 'local.adopt', change: { theme: 'sunset' } });
  expect([heard, settings.getSnapshot().context.local.theme]).toEqual([[], 'midnight']);
  settings.send({ type: 'settings.change', change: { theme: 'ice' } });
  expect(heard).toEqual([{ type: 'local.changed', change: { theme: 'ice' } }]);
  expect(device.last().told.at(-1)).toMatchObject({
    type: 'store.write',
    account: OTHER,
    change: { theme: 'ice' },
  });
});

test('ZAP-01 the zap default of each account is known before the service answers; corrupt ones reset', () => {
  const { storages, ...kept } = memory();
  const open = (account: string) => {
    const heard: LocalSignal[] = [];
    const parent = createActor(
      setup({
        types: { events: {} as LocalSignal | LocalCommand },
        actors: {
          port: localSettings({
            settings: undefined,
            early: undefined,
            storages,
            ...kept,
            channel: nobody,
          }),
        },
      }).createMachine({
        invoke: { id: 'port', src: 'port', input: { account } },
        on: {
          'local.kept': { actions: ({ event }) => heard.push(event) },
          'local.keep': {
            actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event),
          },
        },
      }),
    ).start();
    return { heard, parent };
  };
  const zaps = pressed({ ...DEFAULT_ZAPS, zapDefault: { amount: 7, message: 'Yes', emoji: '' } });
  const first = open(ME);
  expect(first.heard).toEqual([]);
  first.parent.send({ type: 'local.keep', zaps, shown: 7, newest: seconds(5) });
  expect([open(ME).heard, open(OTHER).heard]).toEqual([
    [{ type: 'local.kept', zaps, shown: 7, newest: seconds(5) }],
    [],
  ]);
  first.parent.send({ type: 'local.keep', zaps, shown: 7 });
  expect(storages.account(ME).read('zaps')).toMatchObject({ newest: 5 });
  first.parent.send({ type: 'local.keep', zaps, shown: 7, newest: seconds(9_999_999_999) });
  expect(storages.account(ME).read('zaps')).not.toMatchObject({ newest: 9_999_999_999 });
  storages.account(OTHER).write('zaps', { zapDefault: { amount: -1 }, zapConfig: 'x' });
  expect(open(OTHER).heard).toEqual([{ type: 'local.kept', zaps: DEFAULT_ZAPS, shown: undefined }]);
});

type Hears = (event: { readonly data: unknown }) => void;

/** One tab of a browser: its settings and the port. Its messages reach the other tabs at once. */
function tab(kept: ReturnType<typeof memory>, lines: { name: string; hears: Hears[] }[]) {
  const input = { account: ME, saved: {}, forcedTheme: undefined, systemDark: false } as const;
  const device = fakePort<SettingsStoreCommand, undefined, never>();
  const clock = new SimulatedClock();
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock,
  }).start();
  const heard: LocalSignal[] = [];
  const channel = (name: string) => {
    const line = { name, hears: [] as Hears[] };
    lines.push(line);
    return {
      postMessage: (data: unknown) =>
        lines
          .filter((one) => one !== line && one.name === name)
          .forEach(({ hears }) => hears.forEach((hear) => hear({ data: structuredClone(data) }))),
      addEventListener: (_: string, hear: Hears) => void line.hears.push(hear),
      close: () => void lines.splice(lines.indexOf(line), 1),
    };
  };
  const port = localSettings({ settings, early: undefined, ...kept, channel });
  const machine = setup({
    types: { events: {} as LocalSignal | LocalCommand },
    actors: { port },
  }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: {
      'local.changed': { actions: ({ event }) => heard.push(event) },
      'local.resumed': { actions: ({ event }) => heard.push(event) },
      'local.heard': { actions: ({ event }) => heard.push(event) },
      'local.held': {},
      '*': { actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event) },
    },
  });
  const parent = createActor(machine).start();
  return {
    heard,
    send: parent.send,
    stop: () => parent.stop(),
    change: (change: Partial<LocalSettings>) => settings.send({ type: 'settings.change', change }),
    local: () => settings.getSnapshot().context.local,
  };
}

test("INV-NO-LOSS SETTINGS-02 a tab's choice applies in other tabs unreported, and their next one keeps it", () => {
  const [storages, lines] = [memory(), []];
  const [one, other] = [tab(storages, lines), tab(storages, lines)];
  one.change({
    theme: 'ice',
    alerts: { a: true },
    searches: ['x'],
    readingPlaces: { feed: 1 },
    selectedHomeFeed: 'mine',
    language: 'de',
  });
  expect(other.local()).toMatchObject({
    theme: 'ice',
    alerts: { a: true },
    searches: ['x'],
    readingPlaces: { feed: 1 },
    language: 'de',
  });
  // the feed that a tab shows is its own
  expect(other.local().selectedHomeFeed).toBeUndefined();
  other.change({ alerts: { ...other.local().alerts, b: true }, moderation: { c: false } });
  one.change({ alerts: { ...one.local().alerts, a: false }, language: undefined });
  for (const each of [one, other])
    expect(each.local()).toMatchObject({
      theme: 'ice',
      alerts: { a: false, b: true },
      moderation: { c: false },
    });
  expect(other.local().language).toBeUndefined();
  expect(one.heard).toEqual([{ type: 'local.changed', change: { theme: 'ice' } }]);
  expect(other.heard).toEqual([{ type: 'local.changed', change: { moderation: { c: false } } }]);
});

test('INV-NO-LOSS E-60 an unknown setting changes nothing in another tab', () => {
  const lines: { name: string; hears: Hears[] }[] = [];
  const one = tab(memory(), lines);
  const before = one.local();
  for (const data of [
    null,
    1,
    'x',
    [],
    {
      theme: 'mud',
      animated: 'no',
      alerts: 3,
      readingSize: {},
      language: 7,
      homeFeeds: [1],
      account: 'x',
    },
  ])
    for (const { name, hears } of lines)
      if (!name.includes('saved')) hears.forEach((hear) => hear({ data }));
  expect(one.local()).toEqual(before);
});

test('SETTINGS-02 INV-NO-LOSS unsaved changes survive the page, win over the service, and go once saved', () => {
  const storages = memory();
  const one = tab(storages, []);
  one.send({ type: 'local.unsaved', change: { theme: 'ice', moderation: { a: false } } });
  one.send({ type: 'local.unsaved', change: { moderation: { b: false } } });
  const next = tab(storages, []);
  expect(next.heard).toEqual([
    { type: 'local.resumed', change: { theme: 'ice', moderation: { a: false, b: false } } },
  ]);
  next.change({ theme: 'ice' });
  next.send({ type: 'local.adopt', change: { theme: 'midnight', animated: false } });
  expect(next.local()).toMatchObject({ theme: 'ice', animated: false });
  next.send({ type: 'local.saved', change: { theme: 'ice' }, content: pressed('{"theme":"ice"}') });
  expect(tab(storages, []).heard).toEqual([
    { type: 'local.resumed', change: { moderation: { a: false, b: false } } },
  ]);
  next.send({
    type: 'local.saved',
    change: { moderation: { a: false, b: false } },
    content: pressed('{}'),
  });
  expect(tab(storages, []).heard).toEqual([]);
});

/** A browser whose tabs see each other's writes only after `settle`, like processes. */
function lateBrowser() {
  const real = fakeBrowser();
  const views: Map<string, string>[] = [];
  const writes: (() => void)[] = [];
  return {
    tab: () => {
      const view = new Map(real.texts);
      views.push(view);
      const write = (act: (texts: Map<string, string>) => void) => {
        act(view);
        writes.push(() => [real.texts, ...views].forEach(act));
      };
      const device = {
        get length() {
          return view.size;
        },
        key: (at: number) => [...view.keys()][at] ?? null,
        getItem: (key: string) => view.get(key) ?? null,
        setItem: (key: string, text: string) => write((texts) => void texts.set(key, text)),
        removeItem: (key: string) => write((texts) => void texts.delete(key)),
      };
      return { device, page: { localStorage: device, addEventListener: () => undefined } };
    },
    settle: () => writes.splice(0).forEach((write) => write()),
  };
}

test('INV-NO-LOSS SETTINGS-02 two tabs that store unsaved changes at once do not overwrite each other', () => {
  const browser = lateBrowser();
  const [one, other] = [tab(memory(browser), []), tab(memory(browser), [])];
  one.send({ type: 'local.unsaved', change: { theme: 'ice' } });
  other.send({ type: 'local.unsaved', change: { moderation: { a: false } } });
  browser.settle();
  const both = { theme: 'ice', moderation: { a: false } } as const;
  expect(tab(memory(browser), []).heard).toEqual([{ type: 'local.resumed', change: both }]);
  one.send({ type: 'local.saved', change: both, content: pressed('{}') });
  other.send({ type: 'local.unsaved', change: { animated: false } });
  browser.settle();
  // the rewritten change is stored, and the saved change may be saved once more
  expect(tab(memory(browser), []).heard).toEqual([
    { type: 'local.resumed', change: { ...both, animated: false } },
  ]);
  other.send({ type: 'local.saved', change: { ...both, animated: false }, content: pressed('{}') });
  browser.settle();
  expect(tab(memory(browser), []).heard).toEqual([]);
});

test("INV-NO-LOSS an earlier version's record is found, and without storage this page remembers it", () => {
  const kept = memory();
  kept.storages.account(ME).write('unsaved', { theme: 'ice' });
  const one = tab(kept, []);
  expect(one.heard).toEqual([{ type: 'local.resumed', change: { theme: 'ice' } }]);
  one.send({ type: 'local.unsaved', change: { animated: false } });
  expect(tab(kept, []).heard).toEqual([
    { type: 'local.resumed', change: { theme: 'ice', animated: false } },
  ]);
  const page = nowhere();
  const lost = tab(page, []);
  lost.send({ type: 'local.unsaved', change: { theme: 'ice' } });
  lost.send({ type: 'local.unsaved', change: { animated: false } });
  lost.stop();
  expect(tab(page, []).heard).toEqual([
    { type: 'local.resumed', change: { theme: 'ice', animated: false } },
  ]);
});

test("ZAP-01 one tab's saved zap default is the base for saving and zapping in the others", () => {
  const lines: { name: string; hears: Hears[] }[] = [];
  const storages = memory();
  const [one, other] = [tab(storages, lines), tab(storages, lines)];
  one.send({ type: 'local.saved', change: {}, content: pressed('{"zapDefault":{"amount":9}}') });
  expect([one.heard, other.heard]).toEqual([
    [],
    [{ type: 'local.heard', content: '{"zapDefault":{"amount":9}}' }],
  ]);
});
