import { createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakePort } from '../../../tests/support/fake-port.ts';
import type { OwnFeed } from '../../events/reading/own-feeds.ts';
import { type LocalSettings, settingsMachine, type StoreCommand } from '../../machines/settings/settings.machine.ts';
import type { LocalCommand, LocalSignal } from '../../machines/settings/settings-sync.machine.ts';
import { ownFeeds } from './own-feeds.ts';
import { openStorages } from './storage.ts';

const ME = 'a'.repeat(64);
const feed = (name: string): OwnFeed => ({ name, spec: `{"id":"${name}"}`, feedkind: 'primal' });
const [A, B, X] = [feed('a'), feed('b'), { name: 'x', spec: '{"id":"x"}' }];

function memory() {
  const texts = new Map<string, string>();
  const device = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
  return openStorages(device);
}

/** One life of a page: its settings, and the port, which tells `heard`. `hears`: by which it is told of other tabs. */
function page(saved: Partial<LocalSettings>, storages = memory(), hears: ((event: { key: string }) => void)[] = []) {
  const device = fakePort<StoreCommand, undefined, never>();
  const input = { account: ME, saved, forcedTheme: undefined, systemDark: false };
  const settings = createActor(settingsMachine.provide({ actors: { device: device.logic } }), {
    input,
    clock: new SimulatedClock(),
  }).start();
  const heard: unknown[] = [];
  const port = ownFeeds('homeFeeds', {
    settings,
    storages,
    early: undefined,
    page: { addEventListener: (_, hear) => void hears.push(hear) },
  });
  const machine = setup({ types: { events: {} as LocalSignal | LocalCommand }, actors: { port } }).createMachine({
    invoke: { id: 'port', src: 'port', input: { account: ME } },
    on: {
      'local.changed': { actions: ({ event }) => heard.push(event.change.feeds) },
      'local.adopt': { actions: ({ event, self }) => self.getSnapshot().children['port']?.send(event) },
    },
  });
  const parent = createActor(machine).start();
  const change = (homeFeeds: readonly OwnFeed[]) => settings.send({ type: 'settings.change', change: { homeFeeds } });
  const adopt = (before: readonly OwnFeed[], after: readonly OwnFeed[]) =>
    parent.send({ type: 'local.adopt', change: { feeds: { before, after } } });
  return { heard, change, adopt, storages, list: () => settings.getSnapshot().context.local.homeFeeds };
}

test('FEED-06 SETTINGS-02 what a person does to the feeds is told with the list on which it was done; what is taken over is told to nobody', () => {
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

test('FEED-06 ACTIVITY-03 what another tab did to the feeds holds here, is told by that tab alone, and is not lost with the next change', () => {
  const hears: ((event: { key: string }) => void)[] = [];
  const { heard, change, list, storages } = page({ homeFeeds: [A] }, memory(), hears);
  const happen = (key: string) => hears[0]?.({ key });
  storages.account(ME).write('homeFeeds', [A, B]);
  storages.account(ME).write('feedsBefore', [A], 'homeFeeds');
  happen(`starling/${'b'.repeat(64)}/homeFeeds`);
  expect(list()).toEqual([A]);
  happen(`starling/${ME}/homeFeeds`);
  expect([list(), heard]).toEqual([[A, B], []]);
  change([A, B, X]);
  expect(heard).toEqual([{ before: [A], after: [A, B, X] }]);
});

test('FEED-06 the service’s list becomes the account’s without being a change, and what is done to it is told from there', () => {
  const { heard, change } = page({});
  change([A, B]);
  expect(heard).toEqual([]);
  change([A, B, X]);
  expect(heard).toEqual([{ before: [A, B], after: [A, B, X] }]);
});

test('FEED-06 INV-NO-LOSS what was done while nothing could be saved is told again by the next page, and no more once it is saved', () => {
  const first = page({ homeFeeds: [A, B] });
  first.change([B]);
  const next = page({ homeFeeds: [B] }, first.storages);
  expect(next.heard).toEqual([{ before: [A, B], after: [B] }]);
  next.adopt([B], [B]);
  expect(page({ homeFeeds: [B] }, first.storages).heard).toEqual([]);
});

test('FEED-07 INV-NO-LOSS feeds that a former version added are added to the list of the account', () => {
  const { heard } = page({ homeFeeds: [X] });
  expect(heard).toEqual([{ before: [], after: [X] }]);
});
