// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { seconds } from '../../../events/core/time.ts';
import { KIND } from '../../../events/nostr/kinds.ts';

const ME = 'a'.repeat(64);

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/bookmarks'));

test('FEED-11 FEED-10 bookmarked articles look as on the reads page, with title, summary and reading time', async () => {
  world = await renderedAccount('/bookmarks?tab=reads');
  const { answer, settle } = world;
  const tags = Object.entries({ d: 'lamps', title: 'On lamps', summary: 'What lamps are' });
  const kept = trusted({ kind: KIND.LongForm, content: 'Lamps.', created_at: 9, tags });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [kept],
      claims: [range([kept.id], { since: 9, until: 9 })],
    }),
  );
  const row = within(within(screen.getByRole('main')).getByRole('article'));
  expect(row.getByRole('heading', { level: 2 }).textContent).toBe('On lamps');
  expect([row.getByText('What lamps are'), row.getByText('1 min read')]).toHaveLength(2);
});

test('STATE-01 FEED-11 the last tab opens per account unless the address names one (selectedBookmarksFeed)', async () => {
  world = await renderedAccount('/bookmarks');
  const { app, click } = world;
  const selected = () =>
    within(screen.getByRole('main')).getByRole('tab', { selected: true }).textContent;
  const settings = app.getSnapshot().children.settings;
  await click(within(screen.getByRole('main')).getByRole('tab', { name: 'Reads' }));
  expect([selected(), settings?.getSnapshot().context.local.selectedBookmarksFeed]).toEqual([
    'Reads',
    'reads',
  ]);
  world.close();
  world = await renderedAccount('/bookmarks');
  const { settle } = world;
  const change = { selectedBookmarksFeed: 'reads' };
  await settle(() =>
    world?.app.getSnapshot().children.settings?.send({ type: 'settings.change', change }),
  );
  expect(selected()).toBe('Reads');
  world.close();
  world = await renderedAccount('/bookmarks?tab=notes');
  await world.settle(() =>
    world?.app.getSnapshot().children.settings?.send({ type: 'settings.change', change }),
  );
  expect(selected()).toBe('Notes');
});

test('FEED-11 bookmarks that were added since the last visit are on the page', async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, app, click, settle, socket } = world;
  const notes = ['old', 'new'].map((content) => trusted({ content, created_at: 9 }));
  const list = (...ids: readonly string[]) =>
    trusted({
      pubkey: ME,
      kind: KIND.Bookmarks,
      tags: ids.map((id) => ['e', id]),
      created_at: 10 + ids.length,
    });
  const received = (event: ReturnType<typeof list>) =>
    settle(() =>
      app.send({ type: 'facts.received', events: [event], claims: [], now: seconds(20) }),
    );
  const answered = (...events: typeof notes) =>
    settle(() =>
      answer('mega_feed_directive', {
        events,
        claims: [
          range(
            events.map(({ id }) => id),
            { since: 9, until: 9 },
          ),
        ],
      }),
    );
  const page = within(screen.getByRole('main'));
  const shown = () =>
    page.queryAllByRole('article').map(({ textContent }) => /old|new/.exec(textContent)?.[0]);
  const tab = (name: string) => click(page.getByRole('tab', { name }));
  const [old, added] = notes.map(({ id }) => id) as [string, string];
  await answered(notes[0]!);
  expect(shown()).toEqual(['old']);
  await received(list(old, added));
  expect(shown()).toEqual(['old']);
  await tab('Reads');
  const isAsked = () => socket.open().some(({ query }) => query.verb === 'mega_feed_directive');
  while (isAsked()) await answered();
  await tab('Notes');
  await answered(...notes);
  expect(shown()).toEqual(['old', 'new']);
});

test.each(['notes', 'reads'])(
  'FEED-11 ACCOUNT-10 hidden bookmarks (%s) are counted, and shown on request',
  async (tab) => {
    world = await renderedAccount(`/bookmarks?tab=${tab}`);
    const { answer, app, click, settle } = world;
    const kind = tab === 'notes' ? KIND.Text : KIND.LongForm;
    const events = ['c', 'd'].map((digit) =>
      trusted({
        pubkey: digit.repeat(64),
        kind,
        content: `by ${digit}`,
        created_at: 9,
        tags: tab === 'notes' ? [] : Object.entries({ d: digit, title: `by ${digit}` }),
      }),
    );
    const tags = [['p', 'c'.repeat(64)] as const];
    const mutes = trusted({ pubkey: ME, kind: KIND.MuteList, tags, created_at: 9 });
    await settle(() =>
      app.send({ type: 'facts.received', events: [mutes], claims: [], now: seconds(20) }),
    );
    const ids = events.map(({ id }) => id);
    await settle(() =>
      answer('mega_feed_directive', {
        events,
        claims: [range(ids, { since: 9, until: 9 })],
      }),
    );
    const page = within(screen.getByRole('main'));
    const shown = () => ['by c', 'by d'].map((content) => page.queryAllByText(content).length > 0);
    expect(shown()).toEqual([false, true]);
    expect(page.getByRole('status').textContent).toBe('Your filters hide 1 bookmark.');
    await click(page.getByRole('button', { name: 'Show them' }));
    expect(shown()).toEqual([true, true]);
    await click(page.getByRole('button', { name: 'Hide them' }));
    expect(shown()).toEqual([false, true]);
  },
);

test("FEED-11 the bookmarks page lists notes or reads; an empty tab says 'You don’t have any bookmarks'", async () => {
  world = await renderedAccount('/bookmarks');
  const { answer, click, settle, socket } = world;
  const specs = () =>
    socket
      .open()
      .flatMap(({ query }) =>
        query.verb === 'mega_feed_directive' ? [JSON.parse(String(query.payload?.['spec']))] : [],
      );
  const spec = (kind: number) => ({
    id: 'feed',
    kind: 'notes',
    kinds: [kind],
    notes: 'bookmarks',
    pubkey: ME,
  });
  expect(specs()).toEqual([spec(KIND.Text)]);
  const kept = trusted({ content: 'kept for later', created_at: 9 });
  await settle(() =>
    answer('mega_feed_directive', {
      events: [kept],
      claims: [range([kept.id], { since: 9, until: 9 })],
    }),
  );
  await settle(() => answer('mega_feed_directive', { claims: [range([])] }));
  const page = within(screen.getByRole('main'));
  expect(
    page.getAllByRole('article').map(({ textContent }) => textContent?.includes('kept for later')),
  ).toEqual([true]);
  await click(page.getByRole('tab', { name: 'Reads' }));
  expect(specs()).toEqual([spec(KIND.LongForm)]);
  await later(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(page.getByText('You don’t have any bookmarks')).toBeDefined();
});
