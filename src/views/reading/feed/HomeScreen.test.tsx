// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { FeedEntry } from '../../../events/connection/claims.ts';
import { FOLLOWS_SPEC } from '../../../events/reading/feed/home.ts';

const TRENDING: FeedEntry = {
  name: 'Trending',
  spec: '{"id":"global-trending","kind":"notes","hours":24}',
  description: '',
  enabled: true,
  feedkind: 'primal',
};

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/home'));

/** Return the specs of the pending first-page requests. */
const asked = () =>
  (world?.socket.open() ?? []).flatMap(({ query }) =>
    query.verb === 'mega_feed_directive' ? [String(query.payload?.['spec'])] : [],
  );
const options = () =>
  screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent);

test('FEED-01 FEED-08 TRUST-07 a service list without the shown feed replaces neither its query nor answer', async () => {
  world = await renderedAccount('/home');
  const { answer, click, settle } = world;
  expect(asked()).toEqual([FOLLOWS_SPEC]);
  await settle(() =>
    answer('get_home_feeds', { claims: [{ claim: 'feeds', list: 'home', feeds: [TRENDING] }] }),
  );
  expect(asked()).toEqual([FOLLOWS_SPEC]);
  const note = trusted({ content: 'first of all', created_at: 9 });
  await settle(() => answer('mega_feed_directive', { events: [note], claims: [range([note.id])] }));
  expect(screen.getByRole('main').textContent).toContain('first of all');
  await click(screen.getByRole('combobox', { name: 'Choose a feed' }));
  expect(options()).toEqual(['Following', 'Trending']);
  await click(screen.getByRole('option', { name: 'Trending', hidden: true }));
  expect(asked()).toEqual([TRENDING.spec]);
});

test('FEED-06 a shown feed that the account removes from its list is replaced by the first of that list', async () => {
  world = await renderedAccount('/home');
  const { app, settle } = world;
  const homeFeeds = [{ ...TRENDING, feedkind: 'user' }];
  await settle(() =>
    app.getSnapshot().children.settings?.send({ type: 'settings.change', change: { homeFeeds } }),
  );
  expect(asked().at(-1)).toBe(TRENDING.spec);
});
