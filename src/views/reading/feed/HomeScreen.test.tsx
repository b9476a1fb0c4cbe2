// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { type RenderedApp, renderedApp } from '../../../../tests/support/views/rendered-app.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { FeedEntry } from '../../../events/connection/claims.ts';
import {
  DEFAULT_HOME_SPEC,
  FOLLOWS_SPEC,
  VISITOR_SPEC,
} from '../../../events/reading/feed/home.ts';

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
const asked = (of: Pick<RenderedApp, 'socket'> | undefined = world) =>
  (of?.socket.open() ?? []).flatMap(({ query }) =>
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

// The page remembers that its service is quiet, so no other test here may make it so. The first one
// goes from a short list to trending notes, which says nothing about those.
test("FEED-08 fewer than five notes with reactions: a visitor sees everyone's, also after coming back", async () => {
  const settings = { saved: {}, forcedTheme: undefined, systemDark: false };
  const visitor = renderedApp('/home', { settings });
  const { socket, answer, settle, go } = visitor;
  const page = async (...contents: string[]) => {
    const events = contents.map((content, at) => trusted({ content, created_at: 9 - at }));
    const claims = [range(events.map(({ id }) => id))];
    await settle(() => answer('mega_feed_directive', { events, claims }));
  };
  try {
    await settle(() => socket.opened());
    expect(asked(visitor)).toEqual([VISITOR_SPEC]);
    await page('one', 'two');
    expect(asked(visitor)).toEqual([DEFAULT_HOME_SPEC]);
    await page('of everyone');
    expect(screen.getByRole('main').textContent).toContain('of everyone');
    await go('/elsewhere');
    await go('/home');
    expect(asked(visitor)).not.toContain(VISITOR_SPEC);
    expect(screen.getByRole('main').textContent).toContain('of everyone');
  } finally {
    visitor.close();
  }
});
