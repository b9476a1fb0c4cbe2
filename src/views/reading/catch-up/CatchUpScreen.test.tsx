// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { statsOf } from '../../../../tests/support/views/stats-samples.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { readPlace, withPlace } from '../../../events/reading/feed/reading-place.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';

const SPEC = '{"id":"all-notes","kind":"notes"}';
const [ANN, BOB] = ['b', 'c'].map((digit) => digit.repeat(64)) as [string, string];
const SEEN = trusted({ pubkey: ANN, content: 'seen before', created_at: 1_000 });
const NEW = [
  trusted({ pubkey: ANN, content: 'ann says more', created_at: 1_030 }),
  trusted({ pubkey: BOB, content: 'bob answers the bell', created_at: 1_020 }),
  trusted({ pubkey: ANN, content: 'ann says something', created_at: 1_010 }),
];
const liked = statsOf(NEW[1]?.id ?? '', {
  likes: 9,
  replies: 2,
  reposts: 1,
  zaps: 1,
  satszapped: 2_100,
});

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/home/catch-up', '/home'));

const settings = () => world?.app.getSnapshot().children.settings;
const kept = () => readPlace(settings()?.getSnapshot().context.local.readingPlaces, SPEC);
const mark = (id: string, at: number) => ({ id, at: seconds(at) });

/**
 * Open the catch-up page from another page, for an account whose newest seen note of that feed is
 * `SEEN`.
 */
async function opened(spec = SPEC, { seen = SEEN, since = '' } = {}) {
  const one = await renderedAccount('/help');
  world = one;
  const at = mark(seen.id, inSeconds(seen.created_at));
  const place = { newest: at, top: { ...at, offset: 3 } };
  const readingPlaces = withPlace(undefined, spec, place);
  await one.settle(() =>
    settings()?.send({
      type: 'settings.change',
      change: { readingPlaces, selectedHomeFeed: SPEC },
    }),
  );
  await one.settle(() => {
    window.history.pushState(
      null,
      '',
      spec === SPEC ? `/home/catch-up${since}` : `/home/catch-up?feed=${encodeURIComponent(spec)}`,
    );
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  return one;
}

test('BEYOND-11 the catch-up page groups newer notes by author and weight; marking as read can be undone', async () => {
  const { answer, click, settle, socket } = await opened();
  const asked = socket.open().findLast(({ query }) => query.verb === 'mega_feed_directive')
    ?.query.payload;
  expect(asked).toMatchObject({ spec: SPEC, since: 1_000, limit: 100 });
  const events = [...NEW, SEEN];
  await settle(() =>
    answer('mega_feed_directive', { events, claims: [liked, range(events.map(({ id }) => id))] }),
  );
  const page = within(screen.getByRole('region', { name: 'Catch up' }));
  expect(page.getByRole('heading', { level: 2 }).textContent).toMatch(/^3 notes since Jan 1, 1970/);
  expect(page.getByText('From 2 authors. Reading takes about 1 minute.')).toBeDefined();
  const [authors, weights] = page
    .getAllByRole('list')
    .filter(({ parentElement }) => parentElement?.tagName === 'SECTION');
  expect(
    [...(authors?.children ?? [])].map(
      ({ textContent }) => /ann says more|bob answers the bell/.exec(textContent)?.[0],
    ),
  ).toEqual(['ann says more', 'bob answers the bell']);
  expect(page.queryByText('ann says something')).toBeNull();
  await click(page.getByRole('button', { name: '2' }));
  expect(page.getByText('ann says something')).toBeDefined();
  expect(
    [...(weights?.children ?? [])].map(({ textContent }) =>
      textContent.includes('2 replies, 9 likes, 2,100 sats'),
    ),
  ).toEqual([true]);
  expect(page.queryByText('seen before')).toBeNull();
  await click(page.getByRole('button', { name: 'Mark as read' }));
  expect(kept()?.newest).toEqual(mark(NEW[0]?.id ?? '', 1_030));
  await click(page.getByRole('button', { name: 'Undo' }));
  expect(kept()).toEqual({
    newest: mark(SEEN.id, 1_000),
    top: { ...mark(SEEN.id, 1_000), offset: 3 },
  });
});

test('BEYOND-11 the page counts from the line on Home, also once the stored place is newer', async () => {
  const [newest = SEEN] = NEW;
  const { answer, settle, socket } = await opened(SPEC, { seen: newest, since: '?since=1000' });
  const asked = socket.open().findLast(({ query }) => query.verb === 'mega_feed_directive')
    ?.query.payload;
  expect(asked).toMatchObject({ spec: SPEC, since: 1_000 });
  await settle(() =>
    answer('mega_feed_directive', { events: NEW, claims: [range(NEW.map(({ id }) => id))] }),
  );
  expect(screen.getByRole('heading', { level: 2, name: /^3 notes since/ })).toBeDefined();
});

test('BEYOND-11 missed articles of a reads feed are listed in order on the reads page', async () => {
  const { answer, settle } = await opened('{"kind":"reads","minwords":0}');
  const read = trusted({
    kind: KIND.LongForm,
    pubkey: ANN,
    content: 'new',
    created_at: 1_030,
    tags: Object.entries({ d: 'x', title: 'On birds' }),
  });
  await settle(() => answer('mega_feed_directive', { events: [read], claims: [range([read.id])] }));
  expect(screen.getByRole('link', { name: 'Read in order' }).getAttribute('href')).toBe('/reads');
});

test('BEYOND-11 the page says so if nothing was missed or the feed was never opened', async () => {
  const { answer, settle } = await opened();
  await settle(() => answer('mega_feed_directive', { events: [SEEN], claims: [range([SEEN.id])] }));
  expect(screen.getByRole('main').textContent).toContain('You’re all caught up');
  world?.close();
  world = await renderedAccount('/home/catch-up');
  expect(screen.getByRole('main').textContent).toContain('No reading position yet');
});
