// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Claim, FeedEntry } from '../../../events/connection/claims.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { naddrOf } from '../../../events/nostr/nip19.ts';

const AUTHOR = 'b'.repeat(64);
const FEEDS: readonly FeedEntry[] = [
  {
    name: 'Reads',
    spec: '{"id":"nostr-reads-feed","kind":"reads"}',
    description: '',
    enabled: true,
    feedkind: 'primal',
  },
  {
    name: 'Off',
    spec: '{"id":"off","kind":"reads"}',
    description: '',
    enabled: false,
    feedkind: 'primal',
  },
  {
    name: 'All articles',
    spec: '{"kind":"reads","minwords":0}',
    description: '',
    enabled: true,
    feedkind: 'primal',
  },
];
const article = (identifier: string, words: number) =>
  trusted({
    kind: KIND.LongForm,
    pubkey: AUTHOR,
    created_at: 90,
    content: Array.from({ length: words }, () => 'word').join(' '),
    tags: [
      ['d', identifier],
      ['title', `On ${identifier}`],
      ['summary', `What ${identifier} are`],
      ['image', 'https://media.example/cover.jpg'],
      ['published_at', '80'],
    ],
  });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/reads'));

const asked = () =>
  (world?.socket.open() ?? []).flatMap(({ query }) =>
    query.verb === 'mega_feed_directive' ? [JSON.parse(String(query.payload?.['spec']))] : [],
  );
const listed = (
  list: 'readsTopics' | 'featuredAuthors' | 'recommendedReads',
  values: readonly string[],
): Claim => ({
  claim: 'list',
  list,
  values,
});

test('FEED-10 ROUTE-03 reads lists articles with cover, title, summary and time at 238 words a minute', async () => {
  world = await renderedAccount('/reads');
  const { answer, settle } = world;
  expect(asked()).toEqual([{ id: 'nostr-reads-feed', kind: 'reads' }]);
  const [lamps, benches] = [article('lamps', 239), article('benches', 238)];
  await settle(() =>
    answer('mega_feed_directive', {
      events: [lamps, benches],
      claims: [range([lamps.id, benches.id])],
    }),
  );
  const rows = within(screen.getByRole('main')).getAllByRole('article');
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
    'On lamps',
    'On benches',
  ]);
  expect(
    rows.map(({ textContent }) => /What \w+ are|\d+ min read/g[Symbol.match](textContent)),
  ).toEqual([
    ['What lamps are', '2 min read'],
    ['What benches are', '1 min read'],
  ]);
  expect(rows[0]?.querySelector('img[loading=lazy]')?.getAttribute('src')).toBe(
    'https://media.example/cover.jpg',
  );
  expect(screen.getByRole('main').textContent).toContain(
    'You reached the end. You are a quick reader',
  );
});

test('FEED-10 NOTE-05 a cover that fails to load leaves no broken picture', async () => {
  world = await renderedAccount('/reads');
  const { answer, settle } = world;
  const lamps = article('lamps', 239);
  await settle(() =>
    answer('mega_feed_directive', { events: [lamps], claims: [range([lamps.id])] }),
  );
  const [row] = within(screen.getByRole('main')).getAllByRole('article');
  const cover = row?.querySelector('img[loading=lazy]');
  if (!cover) throw new Error('no cover');
  await settle(() => fireEvent.error(cover));
  expect(row?.querySelector('img[loading=lazy]')).toBeNull();
});

test('FEED-10 the user chooses among the enabled reads feeds, and the choice is saved for the account', async () => {
  world = await renderedAccount('/reads');
  const { answer, app, click, settle } = world;
  await settle(() => answer('mega_feed_directive', { claims: [range([])] }));
  await settle(() =>
    answer('get_reads_feeds', { claims: [{ claim: 'feeds', list: 'reads', feeds: FEEDS }] }),
  );
  await click(screen.getByRole('combobox', { name: 'Choose a reads feed' }));
  expect(
    screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent),
  ).toEqual(['Reads', 'All articles']);
  await click(screen.getByRole('option', { name: 'All articles', hidden: true }));
  expect(asked()).toEqual([{ kind: 'reads', minwords: 0 }]);
  expect(app.getSnapshot().children.settings?.getSnapshot().context.local.selectedReadsFeed).toBe(
    FEEDS[2]?.spec,
  );
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(screen.getByRole('main').textContent).toContain('No articles here yet');
});

test('FEED-10 TRUST-07 a service list without the shown reads feed replaces neither its query nor answer', async () => {
  world = await renderedAccount('/reads');
  const { answer, settle } = world;
  const feeds = FEEDS.slice(2);
  await settle(() =>
    answer('get_reads_feeds', { claims: [{ claim: 'feeds', list: 'reads', feeds }] }),
  );
  expect(asked()).toEqual([{ id: 'nostr-reads-feed', kind: 'reads' }]);
  expect(screen.getByRole('combobox', { name: 'Choose a reads feed' }).textContent).toContain(
    'Reads',
  );
});

test('FEED-10 ROUTE-03 a topic in the address is listed and shows its articles; its quotes are escaped', async () => {
  world = await renderedAccount(`/reads/${encodeURIComponent('small "web"')}`);
  const { answer, click, settle } = world;
  expect(asked()).toEqual([{ kind: 'reads', topic: 'small "web"' }]);
  await settle(() =>
    answer('get_reads_topics', { claims: [listed('readsTopics', ['birds', 'lamps'])] }),
  );
  const chips = within(screen.getByRole('navigation', { name: 'Topics' }));
  expect(
    chips
      .getAllByRole('link')
      .map(({ textContent, ariaCurrent }) => `${textContent} ${ariaCurrent ?? ''}`.trim()),
  ).toEqual(['All', 'small "web" true', 'birds', 'lamps']);
  await click(chips.getByRole('link', { name: 'birds' }));
  expect(asked().at(-1)).toEqual({ kind: 'reads', topic: 'birds' });
});

test('FEED-10 ROUTE-03 a blank topic is ignored, and an overlong topic is cut', async () => {
  world = await renderedAccount('/reads/%20');
  expect(asked().map(({ topic }) => topic)).toEqual([undefined]);
  world.close();
  world = await renderedAccount(`/reads/${'x'.repeat(3_000)}`);
  expect(asked().map(({ topic }) => topic)).toEqual(['x'.repeat(100)]);
});

test('FEED-07 FEED-06 adding or removing a topic of the reads page is confirmed; a taken name is not added', async () => {
  world = await renderedAccount('/reads/birds');
  const { answer, app, click, settle } = world;
  const named: FeedEntry = { ...(FEEDS[0] ?? expect.fail()), name: 'birds' };
  const own = () =>
    app.getSnapshot().children.settings?.getSnapshot().context.local.readsFeeds ?? [];
  await settle(() =>
    answer('get_reads_feeds', { claims: [{ claim: 'feeds', list: 'reads', feeds: FEEDS }] }),
  );
  await click(screen.getByRole('button', { name: 'Add to reads' }));
  expect(own()).toEqual([
    ...FEEDS,
    { name: 'birds', spec: '{"kind":"reads","topic":"birds"}', enabled: true, feedkind: 'user' },
  ]);
  await click(screen.getByRole('button', { name: 'On reads' }));
  expect(own()).toEqual(FEEDS);
  await settle(() =>
    app
      .getSnapshot()
      .children.settings?.send({ type: 'settings.change', change: { readsFeeds: [named] } }),
  );
  await click(screen.getByRole('button', { name: 'Add to reads' }));
  expect(own()).toEqual([named]);
  expect(toasts()).toEqual([
    '“birds” has been added to your reads page',
    '“birds” has been removed from your reads page',
    'You already have a feed named “birds”',
  ]);
});

test('FEED-07 FEED-06 a topic added before the service lists its feeds does not replace those feeds', async () => {
  world = await renderedAccount('/reads/birds');
  const { answer, app, click, settle } = world;
  const own = () =>
    app.getSnapshot().children.settings?.getSnapshot().context.local.readsFeeds ?? [];
  const add = () => screen.getByRole('button', { name: 'Add to reads' });
  await click(add());
  expect([own(), add().ariaBusy, toasts()]).toEqual([[], 'true', []]);
  await settle(() =>
    answer('get_reads_feeds', { claims: [{ claim: 'feeds', list: 'reads', feeds: FEEDS }] }),
  );
  await click(add());
  expect(own().map(({ name }) => name)).toEqual(['Reads', 'Off', 'All articles', 'birds']);
});

test('FEED-10 top picks, topics and a featured author are beside the list', async () => {
  world = await renderedAccount('/reads');
  const { answer, settle } = world;
  const pick = article('lamps', 500);
  const naddr = naddrOf({ kind: KIND.LongForm, pubkey: AUTHOR, identifier: 'lamps' }) ?? '';
  await settle(() => answer('get_reads_topics', { claims: [listed('readsTopics', ['birds'])] }));
  await settle(() =>
    answer('get_recommended_reads', { claims: [listed('recommendedReads', [naddr])] }),
  );
  await settle(() => answer('parametrized_replaceable_events', { events: [pick] }));
  await settle(() =>
    answer('get_featured_authors', { claims: [listed('featuredAuthors', [AUTHOR])] }),
  );
  const side = within(screen.getByRole('complementary', { name: 'Discover' }));
  expect(side.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Top picks',
    'Topics',
    'Featured author',
  ]);
  expect(side.getByRole('link', { name: 'On lamps' }).getAttribute('href')).toBe(`/a/${naddr}`);
  expect(side.getByRole('link', { name: 'birds' }).getAttribute('href')).toBe('/reads/birds');
  expect(world.isAsked('user_profile')).toBe(true);
});
