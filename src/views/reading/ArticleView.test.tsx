// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { range } from '../../../tests/support/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/rendered-account.tsx';
import { trusted } from '../../../tests/support/trusted.ts';
import { articlePath } from '../../events/account/verified-name.ts';
import { KIND, RESULT } from '../../events/kinds.ts';
import { seconds } from '../../events/time.ts';

let close = () => {};
afterEach(() => close());

test('NOTE-22 an article says by whom it was written, with the way to follow and to share; below it how long it is, how often it was quoted and kept, and with what it was written', async () => {
  const author = 'b'.repeat(64);
  const tags = [
    ['d', 'tides'],
    ['title', 'Reading tides'],
    ['client', 'Reed'],
  ];
  const article = trusted({ pubkey: author, kind: KIND.LongForm, content: 'The sea comes and goes.', tags, created_at: 1_000 });
  const profile = trusted({ pubkey: author, kind: KIND.Metadata, content: JSON.stringify({ name: 'iris' }), created_at: 900 });
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  await world.settle(() => world.answer('long_form_content_thread_view', { events: [article, profile], claims: [range([article.id])] }));
  const byline = within(screen.getByText('Written by').parentElement?.parentElement ?? document.body);
  expect(screen.getByText('Written by').nextSibling?.textContent).toContain('iris');
  expect(byline.getByText('January 1, 1970')).toBeDefined();
  expect(byline.getAllByRole('button').map((one) => one.ariaLabel ?? one.textContent)).toEqual([
    'Looking up if you follow them',
    'Share the article',
    'More',
  ]);
  const details = () => screen.getByText('5 words').parentElement?.textContent;
  expect(details()).toBe('5 wordsvia Reed');
  const content = { event_id: article.id, count: 3 };
  await world.settle(() => world.answer('note_mentions_count', { claims: [{ claim: 'other', kind: RESULT.NoteMentionsCount, content }] }));
  const counts = {
    claim: 'stats',
    id: article.id,
    likes: 0,
    replies: 0,
    reposts: 3,
    zaps: 0,
    satszapped: 0,
    score: 0,
    score24h: 0,
  } as const;
  await world.settle(() =>
    world.app.send({ type: 'facts.received', events: [], claims: [{ ...counts, bookmarks: 12 }], now: seconds(2_000) }),
  );
  expect(details()).toBe('5 words3 quotes12 bookmarksvia Reed');
});

test('BEYOND-15 who saves data asks for each picture of an article, whose description stands there meanwhile; covers are left out', async () => {
  const author = 'b'.repeat(64);
  const [cover, inText] = ['https://pictures.example/cover.jpg', 'https://pictures.example/tide.jpg'];
  const tags = [
    ['d', 'tides'],
    ['image', cover],
  ];
  const content = `The sea.\n\n![High tide](${inText})\n\nIt goes.`;
  const article = trusted({ pubkey: author, kind: KIND.LongForm, content, tags, created_at: 1_000 });
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await fetchViews(path);
  await import('./ArticleBody.tsx');
  const world = await renderedAccount(path);
  close = world.close;
  const save = (dataSaver: boolean) =>
    world.settle(() => world.app.getSnapshot().children.settings?.send({ type: 'settings.change', change: { dataSaver } }));
  const loaded = () => [...document.querySelectorAll('img')].map(({ src }) => src).filter((src) => src.startsWith('https://pictures'));
  await save(true);
  await world.settle(() => world.answer('long_form_content_thread_view', { events: [article], claims: [range([article.id])] }));
  expect(loaded()).toEqual([]);
  await world.click(screen.getByRole('button', { name: /Tap to load the picture.*High tide/ }));
  expect(loaded()).toEqual([inText]);
  await save(false);
  expect(loaded()).toEqual([cover, inText]);
});
