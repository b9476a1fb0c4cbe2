// @vitest-environment jsdom
import { nsecEncode } from 'nostr-tools/nip19';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  dialog,
  fetchViews,
  renderedAccount,
} from '../../../../tests/support/views/rendered-account.tsx';
import type { FeedEntry } from '../../../events/connection/claims.ts';
import type { OwnFeed } from '../../../events/reading/feed/own-feeds.ts';

const primal = (name: string, enabled = true): FeedEntry => ({
  name,
  spec: `{"id":"${name}","kind":"notes"}`,
  description: `About ${name}`,
  enabled,
  feedkind: 'primal',
});
const DEFAULTS = [primal('one'), primal('two'), primal('three', false)];

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/settings/home_feeds', '/settings/reads_feeds'));

async function opened() {
  const one = await renderedAccount('/settings/home_feeds');
  world = one;
  await one.settle(() =>
    one.answer('get_home_feeds', { claims: [{ claim: 'feeds', list: 'home', feeds: DEFAULTS }] }),
  );
  const own = () =>
    one.app.getSnapshot().children.settings?.getSnapshot().context.local.homeFeeds ?? [];
  const press = (name: string) => one.click(screen.getByRole('button', { name }));
  const key = (name: string, pressed: string) =>
    one.settle(
      () => void fireEvent.keyDown(screen.getByRole('button', { name }), { key: pressed }),
    );
  const type = (label: string, value: string) =>
    one.settle(() => void fireEvent.input(screen.getByLabelText(label), { target: { value } }));
  return { ...one, own, press, key, type };
}
const shown = () =>
  screen.getAllByRole('switch').map(({ ariaLabel, ariaChecked }) => `${ariaLabel} ${ariaChecked}`);
const alerts = () =>
  within(screen.getByRole('main'))
    .getAllByRole('alert')
    .map(({ textContent }) => textContent);
const names = (feeds: readonly OwnFeed[]) =>
  feeds.map(({ name, enabled }) => `${name}${enabled === false ? ' off' : ''}`);

test('SETTINGS-13 FEED-06 home feeds are moved by keyboard and toggled, and the list is saved whole', async () => {
  const { own, key, click } = await opened();
  expect(shown()).toEqual(['Show one true', 'Show two true', 'Show three false']);
  const handle = screen.getByRole('button', { name: 'Move one' });
  handle.focus();
  await key('Move one', 'ArrowDown');
  await key('Move one', 'End');
  expect(names(own())).toEqual(['two', 'three off', 'one']);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'one: place 3 of 3',
  );
  // The focus stays on the handle when its row moves.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move one' }));
  await key('Move one', 'ArrowDown');
  expect(names(own())).toEqual(['two', 'three off', 'one']);
  await click(screen.getByRole('switch', { name: 'Show three' }));
  expect(own()).toEqual([primal('two'), primal('three'), primal('one')]);
});

test('SETTINGS-13 FEED-06 a feed is added by search or specification under a free name, renamed, removed', async () => {
  const { own, press, type } = await opened();
  const add = async (name: string, spec: string) => {
    await type('Name', name);
    await type('Search words or feed specification', spec);
    await press('Add feed');
  };
  await add('Birds', 'birds -cats');
  await add('Hot', '{"id":"global-trending","kind":"notes","hours":2,"mine":1}');
  expect(own().slice(3)).toEqual([
    {
      name: 'Birds',
      spec: '{"id":"advsearch","query":"birds -cats"}',
      description: '',
      enabled: true,
      feedkind: 'search',
    },
    {
      name: 'Hot',
      spec: '{"id":"global-trending","kind":"notes","hours":2,"mine":1}',
      description: '',
      enabled: true,
      feedkind: 'user',
    },
  ]);
  await add('Birds', 'other birds');
  expect(alerts()).toEqual(['You already have a feed with this name']);
  await add('Twice', 'birds -cats');
  expect(alerts()).toEqual(['You already have this feed']);
  await add(' ', 'birds');
  expect(alerts()).toEqual(['Choose a name']);
  // settings with a key are never signed, so later changes would not be saved either
  const nsec = nsecEncode(new Uint8Array(32).fill(7));
  const refusal = 'This contains a private key or a wallet connection. Choose another name.';
  await add(nsec, 'boats');
  expect(alerts()).toEqual([refusal]);
  // the words go into the settings as well
  await add('Boats', nsec);
  expect(alerts()).toEqual([
    'This contains a private key or a wallet connection. Enter other words.',
  ]);
  await type('Search words or feed specification', '');
  await type('Name', '');
  expect(own()).toHaveLength(5);
  await press('Rename Birds');
  await world?.settle(
    () => void fireEvent.input(screen.getByDisplayValue('Birds'), { target: { value: nsec } }),
  );
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await world?.settle(
    () => void fireEvent.input(screen.getByDisplayValue(nsec), { target: { value: 'Birds' } }),
  );
  await world?.settle(
    () => void fireEvent.input(screen.getByDisplayValue('Birds'), { target: { value: 'Gulls' } }),
  );
  await press('Save');
  await press('Remove Hot');
  expect(names(own())).toEqual(['one', 'two', 'three off', 'Gulls']);
  // The service's own feeds can only be toggled and moved.
  expect(screen.queryByRole('button', { name: 'Remove one' })).toBeNull();
});

test('SETTINGS-13 FEED-06 restoring the defaults asks first', async () => {
  const { own, press, click, type } = await opened();
  await type('Name', 'Birds');
  await type('Search words or feed specification', 'birds');
  await press('Add feed');
  await press('Restore defaults');
  const asked = dialog('Restore default home feeds?') ?? expect.fail('nothing is asked');
  await click(within(asked).getByRole('button', { name: 'Keep mine' }));
  expect(names(own())).toEqual(['one', 'two', 'three off', 'Birds']);
  await press('Restore defaults');
  await click(
    within(dialog('Restore default home feeds?') ?? asked).getByRole('button', { name: 'Restore' }),
  );
  expect(own()).toEqual(DEFAULTS);
});

test("SETTINGS-13 reads feeds are the service's list until changed; visitors are asked to sign in", async () => {
  world = await renderedAccount('/settings/reads_feeds');
  const { answer, settle } = world;
  await settle(() =>
    answer('get_reads_feeds', {
      claims: [{ claim: 'feeds', list: 'reads', feeds: [primal('lamps')] }],
    }),
  );
  expect(shown()).toEqual(['Show lamps true']);
  world.close();
  world = await renderedAccount('/settings/reads_feeds', { accounts: [] });
  expect(screen.getByRole('main').textContent).toContain(
    'Sign in to choose which feeds you see, in your order.',
  );
  expect(screen.queryByRole('switch')).toBeNull();
});

test("STATE-01 feeds of the account's settings are offered as last seen, except those already added", async () => {
  const { own, settle, app, press } = await opened();
  const more = (name: string, hours: number) => ({
    name,
    spec: `{"id":"global-trending","kind":"notes","hours":${hours}}`,
  });
  const availableFeeds = [
    more('Trending', 7),
    more('two', 9),
    { name: 'Other name', spec: '{"kind":"notes","id":"one"}' },
  ];
  expect(screen.queryByRole('region', { name: 'More feeds' })).toBeNull();
  await settle(() =>
    app
      .getSnapshot()
      .children.settings?.send({ type: 'settings.change', change: { availableFeeds } }),
  );
  const buttons = () =>
    within(screen.getByRole('region', { name: 'More feeds' })).getAllByRole('button');
  expect(buttons().map(({ ariaLabel }) => ariaLabel)).toEqual(['Add Trending to home']);
  await press('Add Trending to home');
  expect(own().at(-1)).toEqual({
    ...more('Trending', 7),
    description: '',
    enabled: true,
    feedkind: 'user',
  });
  expect(screen.queryByRole('region', { name: 'More feeds' })).toBeNull();
});
