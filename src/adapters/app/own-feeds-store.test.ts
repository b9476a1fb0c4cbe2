import { createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import type { OwnFeed } from '../../events/reading/feed/own-feeds.ts';
import {
  type LocalSettings,
  settingsMachine,
  type SettingsStoreCommand,
} from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import { ownFeeds } from './own-feeds-store.ts';
import { openStorages } from '../core/storage.ts';

const ME = 'a'.repeat(64);
const feed = (name: string): OwnFeed => ({ name, spec: `{"id":"${name}"}`, feedkind: 'primal' });
const [A, B, X] = [feed('a'), feed('b'), { name: 'x', spec: '{"id":"x"}' }];

const memory = () => openStorages(fakeBrowser().tab().device);

type Hears = (event: { readonly data: unknown }) => void;
let tabs = 0;

/**
 * One page: its settings, and the port, whose reports are in `heard`. `hears`: receives messages of
 * other tabs. `early`: the state before the port started.
 */
function page(
  saved: Partial<LocalSettings>,
  storages = memory(),
  hears: Hears[] = [],
  early?: readonly OwnFeed[],
) {
  const device = fakePort<SettingsStoreCommand, undefined, never>();
  const input = { account: ME, saved, forcedTheme: undefined, systemDark: false };
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const heard: unknown[] = [];
  const port = ownFeeds('homeFeeds', {
    settings,
    storages,
    early: early && { account: ME, settings: { homeFeeds: early, readsFeeds: [] } },
    channel: () => ({
      postMessage: () => undefined,
      addEventListener: (_, hear) => void hears.push(hear),
      close: () => undefined,
    }),
    newId: () => `tab ${++tabs}`,
  });
  const machine = setup({
    types: { events: {} as LocalSignal | LocalCommand },
    actors: { port },
  }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: {
      'local.changed': { actions: ({ event }) => heard.push(event.change.feeds) },
      'local.adopt': {
        actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event),
      },
    },
  });
  const parent = createActor(machine).start();
  const change = (homeFeeds: readonly OwnFeed[]) =>
    settings.send({ type: 'settings.change', change: { homeFeeds } });
  const adopt = (before: readonly OwnFeed[], after: readonly OwnFeed[]) =>
    parent.send({ type: 'local.adopt', change: { feeds: { before, after } } });
  return {
    heard,
    change,
    adopt,
    storages,
    list: () => settings.getSnapshot().context.local.homeFeeds,
  };
}

test("FEED-06 SETTINGS-02 the user's feed changes are reported with their base list; applied ones are not", () => {
  const { heard, change, adopt, list } = page({ homeFeeds: [A, B] });
  change([B, A]);
  change([B]);
  adopt([A, B], [B]);
  expect(heard).toEqual([
    { before: [A, B], after: [B, A] },
    { before: [A, B], after: [B] },
  ]);
  adopt([B], [B, feed('c')]);
  adopt([B, feed('c')], [B, feed('c')]);
  expect([heard.length, list()]).toEqual([2, [B, feed('c')]]);
  change([feed('c')]);
  expect(heard.at(-1)).toEqual({ before: [B, feed('c')], after: [feed('c')] });
});

test("FEED-06 ACTIVITY-03 another tab's feed change applies here, is saved there, and joins the next one", () => {
  const hears: Hears[] = [];
  const { heard, change, list } = page({ homeFeeds: [A] }, memory(), hears);
  const step = { tab: 'other', nr: 1, before: [A], after: [A, B] };
  for (const data of [
    null,
    'x',
    {},
    {
      steps: [
        { ...step, nr: '1' },
        { ...step, before: 1 },
      ],
    },
    { saved: 1 },
  ])
    hears[0]?.({ data });
  expect(list()).toEqual([A]);
  for (let times = 0; times < 2; times++) hears[0]?.({ data: { steps: [step] } });
  expect([list(), heard]).toEqual([[A, B], []]);
  change([A, B, X]);
  expect(heard).toEqual([{ before: [A], after: [A, B, X] }]);
});

test('FEED-06 adopting the service’s list is not a change, and later changes are based on it', () => {
  const { heard, change } = page({});
  change([A, B]);
  expect(heard).toEqual([]);
  change([A, B, X]);
  expect(heard).toEqual([{ before: [A, B], after: [A, B, X] }]);
});

test('FEED-06 INV-NO-LOSS unsaved changes are reported again by the next page until they are saved', () => {
  const first = page({ homeFeeds: [A, B] });
  first.change([B]);
  const next = page({ homeFeeds: [B] }, first.storages);
  expect(next.heard).toEqual([{ before: [A, B], after: [B] }]);
  next.adopt([B], [B]);
  expect(page({ homeFeeds: [B] }, first.storages).heard).toEqual([]);
});

test('FEED-06 INV-NO-LOSS a search added to the service’s list before the port started is reported', () => {
  const search = { name: 'over', spec: '{"id":"advsearch"}', feedkind: 'search' };
  const { heard } = page({ homeFeeds: [A, B, search] }, memory(), [], []);
  expect(heard).toEqual([{ before: [A, B], after: [A, B, search] }]);
});

test("FEED-07 INV-NO-LOSS feeds that an earlier version added are added to the account's list", () => {
  const { heard } = page({ homeFeeds: [X] });
  expect(heard).toEqual([{ before: [], after: [X] }]);
});
