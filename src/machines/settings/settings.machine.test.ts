import { createActor, fromCallback, setup, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { shownTheme, type Theme } from '../../events/settings/appearance.ts';
import {
  DEFAULT_SETTINGS,
  type SettingsNews,
  type SettingsSignal,
  settingsMachine,
  type SettingsStoreCommand,
} from './settings.machine.ts';

type Device = (command: SettingsStoreCommand, say: (signal: SettingsSignal) => void) => void;

const revisionOf = (command: SettingsStoreCommand | undefined) =>
  command?.type === 'store.write' ? command.revision : -1;
const keeps: Device = (command, say) =>
  say({ type: 'store.written', revision: revisionOf(command) });
const isFull: Device = (command, say) =>
  say({ type: 'store.failed', reason: 'full', revision: revisionOf(command) });
const isSilent: Device = () => {};
const breaks: Device = () => {
  throw new Error('gone');
};

/** Start the settings with a parent that records news and a device played by the test. */
function start(device: Device, saved = {}, forcedTheme?: Theme) {
  const clock = new SimulatedClock();
  const written: SettingsStoreCommand[] = [];
  const news: SettingsNews[] = [];
  let use = device;
  let say: (signal: SettingsSignal) => void = () => {};
  const port = fromCallback<SettingsStoreCommand, undefined>(({ sendBack, receive }) => {
    say = sendBack;
    receive((command) => {
      written.push(command);
      use(command, sendBack);
    });
  });
  const parent = setup({
    types: { events: {} as SettingsNews },
    actors: { settings: settingsMachine.provide({ actors: { device: port } }) },
  }).createMachine({
    invoke: { id: 'settings', src: 'settings', input: { saved, forcedTheme, systemDark: false } },
    on: { 'settings.unsaved': { actions: ({ event }) => news.push(event) } },
  });
  const app = createActor(parent, { clock }).start();
  const { settings } = app.getSnapshot().children;
  if (!settings) throw new Error('no settings');
  const shown = () => {
    const { local, forcedTheme: forced, systemDark } = settings.getSnapshot().context;
    return shownTheme({
      theme: local.theme,
      useSystemTheme: local.useSystemTheme,
      systemDark,
      forced,
    });
  };
  return {
    clock,
    settings,
    written,
    news,
    shown,
    say: (signal: SettingsSignal) => say(signal),
    turn: (next: Device) => (use = next),
  };
}

describe('appearance', () => {
  test('SETTINGS-04 stored settings apply, and the rest defaults to the animated sunrise theme', () => {
    expect(start(keeps).settings.getSnapshot().context.local).toEqual(DEFAULT_SETTINGS);
    expect(start(keeps).shown()).toBe('sunrise');
    expect(start(keeps, { theme: 'midnight' }).settings.getSnapshot().context.local).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'midnight',
    });
  });

  test('SETTINGS-04 the system scheme chooses within the theme pair, immediately when it turns dark', () => {
    const { settings, say, shown } = start(keeps, { theme: 'ice', useSystemTheme: true });
    expect(shown()).toBe('ice');
    say({ type: 'system.scheme', dark: true });
    expect(shown()).toBe('midnight');
    settings.send({ type: 'settings.change', change: { useSystemTheme: false } });
    expect(shown()).toBe('ice');
  });

  test('SETTINGS-04 a forced theme wins over the choice and the system, and the choice is still stored', () => {
    const { settings, say, shown, written } = start(keeps, { theme: 'sunset' }, 'ice');
    expect(shown()).toBe('ice');
    settings.send({ type: 'settings.change', change: { theme: 'midnight', useSystemTheme: true } });
    say({ type: 'system.scheme', dark: true });
    expect(shown()).toBe('ice');
    expect(written.map((one) => one.type === 'store.write' && one.change.theme)).toEqual([
      'midnight',
    ]);
  });
});

describe('saving', () => {
  test("SETTINGS-04 STATE-01 a change applies at once and is written alone, so other tabs' changes stay", () => {
    const { settings, written, news } = start(keeps);
    settings.send({ type: 'settings.change', change: { animated: false } });
    settings.send({ type: 'settings.change', change: { theme: 'ice' } });
    expect(written.at(-1)).toEqual({
      type: 'store.write',
      account: undefined,
      change: { theme: 'ice' },
      revision: 2,
    });
    expect([settings.getSnapshot().value, news]).toEqual(['saved', []]);
  });

  test('E-47 on a full device the change applies, is reported as unsaved, and is retried with the next one', () => {
    const { settings, news, written, turn } = start(isFull);
    settings.send({ type: 'settings.change', change: { theme: 'ice' } });
    expect([
      settings.getSnapshot().hasTag('unsaved'),
      settings.getSnapshot().context.local.theme,
    ]).toEqual([true, 'ice']);
    expect(news).toEqual([{ type: 'settings.unsaved', reason: 'full' }]);
    turn(keeps);
    settings.send({ type: 'settings.change', change: { animated: false } });
    expect(settings.getSnapshot().value).toBe('saved');
    expect(written.at(-1)).toMatchObject({ change: { theme: 'ice', animated: false } });
    settings.send({ type: 'settings.change', change: { dataSaver: true } });
    expect(written.at(-1)).toEqual({
      type: 'store.write',
      account: undefined,
      change: { dataSaver: true },
      revision: 3,
    });
  });

  test('E-47 a response belongs to the change that it names, so a late failure does not undo a success', () => {
    const { settings, written, say, news } = start(isSilent);
    settings.send({ type: 'settings.change', change: { theme: 'ice' } });
    settings.send({ type: 'settings.change', change: { animated: false } });
    say({ type: 'store.written', revision: revisionOf(written[0]) });
    expect(settings.getSnapshot().value).toBe('saving');
    say({ type: 'store.failed', reason: 'full', revision: revisionOf(written[1]) });
    expect([settings.getSnapshot().value, news]).toEqual([
      'unsaved',
      [{ type: 'settings.unsaved', reason: 'full' }],
    ]);
    settings.send({ type: 'settings.change', change: { dataSaver: true } });
    expect(written.at(-1)).toMatchObject({
      change: { theme: 'ice', animated: false, dataSaver: true },
    });
  });

  test('E-47 INV-PROGRESS a silent device counts as unsaved after 2 s, and a late response still counts', () => {
    const { clock, settings, news, written, say } = start(isSilent);
    settings.send({ type: 'settings.change', change: { theme: 'ice' } });
    elapse(clock, 1_999);
    expect([settings.getSnapshot().value, news]).toEqual(['saving', []]);
    clock.increment(1);
    expect([settings.getSnapshot().value, news.length]).toEqual(['unsaved', 1]);
    say({ type: 'store.written', revision: revisionOf(written[0]) });
    expect(settings.getSnapshot().value).toBe('saved');
  });

  test('E-47 a device that crashes does not lose settings: the chosen values still apply', () => {
    const { clock, settings, news } = start(breaks);
    settings.send({ type: 'settings.change', change: { theme: 'ice' } });
    expect([settings.getSnapshot().value, news.length]).toEqual(['unsaved', 1]);
    settings.send({ type: 'settings.change', change: { animated: false } });
    elapse(clock, 2_000);
    expect(settings.getSnapshot()).toMatchObject({
      status: 'active',
      value: 'unsaved',
      context: { local: { theme: 'ice', animated: false } },
    });
  });
});

test('STATE-01 after a switch, changes and late responses of the previous account are ignored', () => {
  const { settings, written, say, news, turn } = start(isSilent);
  settings.send({ type: 'settings.change', change: { theme: 'ice' } });
  settings.send({ type: 'settings.switch', account: 'a' });
  say({ type: 'store.failed', reason: 'full', revision: revisionOf(written[0]) });
  say({ type: 'store.opened', account: 'a', saved: {} });
  expect([settings.getSnapshot().value, news]).toEqual(['saved', []]);
  turn(keeps);
  settings.send({ type: 'settings.change', change: { animated: false } });
  expect(written.at(-1)).toEqual({
    type: 'store.write',
    account: 'a',
    change: { animated: false },
    revision: 3,
  });
  expect(settings.getSnapshot().value).toBe('saved');
});

test('STATE-01 INV-PROGRESS a new account starts with the defaults, also if the device is silent', () => {
  const { settings, written, clock } = start(isSilent, { theme: 'midnight' });
  settings.send({ type: 'settings.switch', account: 'a' });
  expect(written).toEqual([{ type: 'store.open', account: 'a' }]);
  elapse(clock, 2_100, 100);
  expect(settings.getSnapshot().context).toMatchObject({ account: 'a', local: DEFAULT_SETTINGS });
});
