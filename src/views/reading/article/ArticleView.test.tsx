// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { statsOf } from '../../../../tests/support/views/stats-samples.ts';
import { articlePath } from '../../../events/account/profile/profile-path.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { blobLookup } from '../../../machines/media/blob-lookup.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { pressed } from '../../../events/nostr/ours.ts';

let close = () => {};
/** Files that a search finds, by address. */
let found: ReadonlyMap<string, string>;
beforeEach(() => {
  found = new Map();
  blobLookup.provide(
    async () =>
      async ({ url }) =>
        found.get(url),
  );
});
afterEach(() => close());

test('NOTE-22 an opened article shows its author with follow and share, and its length, counts and client', async () => {
  const author = 'b'.repeat(64);
  const tags = [
    ['d', 'tides'],
    ['title', 'Reading tides'],
    ['client', 'Reed'],
  ];
  const article = trusted({
    pubkey: author,
    kind: KIND.LongForm,
    content: 'The sea comes and goes.',
    tags,
    created_at: 1_000,
  });
  const profile = trusted({
    pubkey: author,
    kind: KIND.Metadata,
    content: JSON.stringify({ name: 'iris' }),
    created_at: 900,
  });
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await Promise.all([fetchViews(path), import('./ArticleBody.tsx')]);
  const world = await renderedAccount(path);
  close = world.close;
  await world.settle(() =>
    world.answer('long_form_content_thread_view', {
      events: [article, profile],
      claims: [range([article.id])],
    }),
  );
  const byline = within(
    screen.getByText('Written by').parentElement?.parentElement ?? document.body,
  );
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
  await world.settle(() =>
    world.answer('note_mentions_count', {
      claims: [{ claim: 'other', kind: RESULT.NoteMentionsCount, content }],
    }),
  );
  const counts = statsOf(article.id, { reposts: 3, bookmarks: 12 });
  await world.settle(() =>
    world.app.send({ type: 'facts.received', events: [], claims: [counts], now: seconds(2_000) }),
  );
  expect(details()).toBe('5 words3 quotes12 bookmarksvia Reed');
});

test('THREAD-04 an article that changed since it was last read says so over the page and shows the changes', async () => {
  const author = 'b'.repeat(64);
  const version = (created_at: number, content: string) =>
    trusted({
      pubkey: author,
      kind: KIND.LongForm,
      content,
      tags: [
        ['d', 'tides'],
        ['title', 'Reading tides'],
      ],
      created_at,
    });
  const [before, after] = [
    version(1_000, 'The sea comes.\n\nIt is blue today.'),
    version(2_000, 'The sea comes.\n\nIt is grey today.'),
  ];
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await fetchViews(path);
  await import('./ArticleChangesDialog.tsx');
  const world = await renderedAccount(path);
  close = world.close;
  await world.settle(() =>
    world.answer('long_form_content_thread_view', { events: [after], claims: [range([after.id])] }),
  );
  expect(screen.queryByRole('button', { name: 'Changed since you read it' })).toBeNull();
  await world.settle(() =>
    world.shelf.report({ type: 'readArticlesStore.found', events: [before] }),
  );
  expect(world.shelf.told().at(-1)).toEqual({ type: 'readArticlesStore.keep', event: after });
  await world.settle(() =>
    fireEvent.click(screen.getByRole('button', { name: 'Changed since you read it' })),
  );
  const dialog = screen.getByRole('dialog', { name: 'What changed since you read it' });
  expect(
    [...dialog.querySelectorAll('del, ins')].map((one) => `${one.tagName} ${one.textContent}`),
  ).toEqual(['DEL blue', 'INS grey']);
  expect(dialog.textContent).toContain('2 paragraphs unchanged');
});

test('THREAD-04 BEYOND-04 earlier comments can be loaded if the service withholds a whole page of comments', async () => {
  const article = trusted({
    kind: KIND.LongForm,
    content: 'The sea.',
    tags: [['d', 'tides']],
    created_at: 1_000,
  });
  const path = articlePath({ kind: KIND.LongForm, pubkey: article.pubkey, identifier: 'tides' });
  await fetchViews(path);
  const world = await renderedAccount(path);
  close = world.close;
  const withheld = Array.from({ length: 100 }, (_, at) => String(at).padStart(64, '0'));
  await world.settle(() =>
    world.answer('long_form_content_thread_view', {
      events: [article],
      claims: [range(withheld, { since: 1_100, until: 1_900 })],
    }),
  );
  await world.settle(() =>
    fireEvent.click(screen.getByRole('button', { name: 'Show earlier replies' })),
  );
  const comment = trusted({
    pubkey: 'c'.repeat(64),
    content: 'how true',
    tags: [['a', `30023:${article.pubkey}:tides`, '', 'root']],
  });
  await world.settle(() =>
    world.answer('long_form_content_thread_view', {
      events: [article, comment],
      claims: [range([comment.id])],
    }),
  );
  expect(screen.getByText('how true')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show earlier replies' })).toBeNull();
});

test("THREAD-07 an author's paid tiers are listed with prices, and a subscription is started and ended", async () => {
  const author = 'b'.repeat(64);
  const article = trusted({
    pubkey: author,
    kind: KIND.LongForm,
    content: 'Words.',
    tags: [
      ['d', 'tides'],
      ['title', 'Tides'],
    ],
    created_at: 1_000,
  });
  const profile = trusted({
    pubkey: author,
    kind: KIND.Metadata,
    content: '{"name":"iris"}',
    created_at: 900,
  });
  const tier = trusted({
    pubkey: author,
    kind: KIND.Tier,
    tags: [
      ['d', 'gold'],
      ['title', 'Gold'],
      ['perk', 'Tea'],
      ['amount', '1200', 'sats', 'yearly'],
      ['amount', '150', 'sats', 'monthly'],
    ],
    created_at: 900,
  });
  const list = trusted({
    pubkey: author,
    kind: KIND.TierList,
    tags: [['e', tier.id]],
    created_at: 900,
  });
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await fetchViews(path);
  await import('../../money/subscriptions/SubscribeDialog.tsx');
  const world = await renderedAccount(path);
  close = world.close;
  const button = (name: string) => screen.getByRole('button', { name });
  const press = (name: string) => world.settle(() => fireEvent.click(button(name)));
  const wanted = () => {
    const context = world.features().intents?.getSnapshot().context;
    return [
      ...(context?.waiting ?? []),
      ...(context?.locating.values() ?? []),
      ...[...(context?.ordered.values() ?? [])].map(({ intent }) => intent),
    ].at(-1);
  };
  await world.settle(() =>
    world.answer('long_form_content_thread_view', {
      events: [article, profile],
      claims: [range([article.id])],
    }),
  );
  expect(screen.queryByRole('button', { name: 'Subscribe' })).toBeNull();
  await world.settle(() => world.answer('creator_paid_tiers', { events: [list, tier] }));
  await press('Subscribe');
  const dialog = screen.getByRole('dialog', { name: 'Subscribe to iris' });
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((one) => one.closest('label')?.textContent),
  ).toEqual(['1,200 sats a year about 100 sats a month', '150 sats a month']);
  expect(dialog.textContent).toContain('Tea');
  expect(dialog.textContent).toContain('Starling pays nothing');
  const subscribe = within(dialog).getByRole('button', { name: 'Subscribe' });
  expect(subscribe.hasAttribute('disabled')).toBe(true);
  /** Send the answer of the account's relays about subscriptions. */
  const relaysSay = (complete: boolean, ...events: readonly ReturnType<typeof trusted>[]) =>
    world.settle(() => {
      const { subscriptions } = world.features();
      for (const url of subscriptions?.getSnapshot().context.open ?? []) {
        subscriptions?.send({ type: 'relay.events', url: pressed(url), events });
        subscriptions?.send({ type: 'relay.ended', url: pressed(url), complete });
      }
    });
  // The account's relays are searched first, so that the user does not subscribe twice.
  await world.settle(() => fireEvent.click(within(dialog).getByLabelText(/150 sats/)));
  await world.settle(() => fireEvent.click(subscribe));
  expect(wanted()).toBeUndefined();
  await relaysSay(true);
  await world.settle(() => fireEvent.click(subscribe));
  expect(wanted()).toMatchObject({
    type: 'intents.publish',
    draft: {
      kind: 7_001,
      tags: [
        ['p', author],
        ['e', tier.id],
        ['amount', '150', 'sats', 'monthly'],
        ['event', expect.any(String)],
      ],
    },
  });
  await press('Subscribe');
  const mine = trusted({
    pubkey: world.session().getSnapshot().context.accounts[0]?.pubkey ?? '',
    kind: 7_001,
    tags: [
      ['p', author],
      ['e', tier.id],
      ['amount', '150', 'sats', 'monthly'],
    ],
    created_at: 1_000,
  });
  await relaysSay(false, mine);
  expect(screen.getByRole('dialog').textContent).toContain(
    'Your tier: Gold, 150 sats a month, since January 1, 1970',
  );
  expect(screen.getByRole('dialog').textContent).toContain('Not all of your relays answered.');
  await press('Unsubscribe');
  expect(wanted()).toMatchObject({
    draft: {
      kind: 7_002,
      tags: [
        ['p', author],
        ['e', mine.id],
      ],
    },
  });
});

test('BEYOND-15 with data saving, article pictures show their description until clicked; covers are absent', async () => {
  const author = 'b'.repeat(64);
  const [cover, inText] = [
    'https://pictures.example/cover.jpg',
    'https://pictures.example/tide.jpg',
  ];
  const tags = [
    ['d', 'tides'],
    ['image', cover],
  ];
  const content = `The sea.\n\n![High tide](${inText})\n\nIt goes.`;
  const article = trusted({
    pubkey: author,
    kind: KIND.LongForm,
    content,
    tags,
    created_at: 1_000,
  });
  const path = articlePath({ kind: KIND.LongForm, pubkey: author, identifier: 'tides' });
  await fetchViews(path);
  await import('./ArticleBody.tsx');
  const world = await renderedAccount(path);
  close = world.close;
  const save = (dataSaver: boolean) =>
    world.settle(() =>
      world.app
        .getSnapshot()
        .children.settings?.send({ type: 'settings.change', change: { dataSaver } }),
    );
  const loaded = () =>
    [...document.querySelectorAll('img')]
      .map(({ src }) => src)
      .filter((src) => src.startsWith('https://pictures'));
  await save(true);
  await world.settle(() =>
    world.answer('long_form_content_thread_view', {
      events: [article],
      claims: [range([article.id])],
    }),
  );
  expect(loaded()).toEqual([]);
  await world.click(screen.getByRole('button', { name: /Tap to load the picture.*High tide/ }));
  expect(loaded()).toEqual([inText]);
  await save(false);
  expect(loaded()).toEqual([cover, inText]);
  // a failed picture keeps its place, with another try and its link (NOTE-05)
  const failed = document.querySelector(`img[src="${inText}"]`) ?? expect.fail('no picture');
  await world.settle(() => void fireEvent.error(failed));
  expect(loaded()).toEqual([cover]);
  expect(screen.getByText('This picture didn’t load')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open link' }).getAttribute('href')).toBe(inText);
  await world.click(screen.getByRole('button', { name: 'Try again' }));
  expect(loaded()).toEqual([cover, inText]);
});

/** Open an article of the account itself. Its pictures do not load from their addresses. */
async function ownArticle(
  content: string,
  { dataSaver = false, events = [] }: { dataSaver?: boolean; events?: VerifiedEvent[] } = {},
) {
  const tags = [['d', 'tides']];
  const article = trusted({ pubkey: A, kind: KIND.LongForm, content, tags, created_at: 1_000 });
  const path = articlePath({ kind: KIND.LongForm, pubkey: A, identifier: 'tides' });
  await Promise.all([fetchViews(path), import('./ArticleBody.tsx')]);
  const world = await renderedAccount(path);
  close = world.close;
  const change = { type: 'settings.change', change: { dataSaver } } as const;
  await world.settle(() => world.app.getSnapshot().children.settings?.send(change));
  await world.settle(() =>
    world.answer('long_form_content_thread_view', {
      events: [article],
      claims: [range([article.id])],
    }),
  );
  await world.settle(() => world.answer('get_highlights', { events }));
  const pictures = () => [...document.querySelectorAll<HTMLImageElement>('article span > img')];
  await world.settle(() => {
    for (const picture of pictures()) fireEvent.error(picture);
  });
  return { ...world, pictures };
}

test('NOTE-05 MEDIA-06 the account’s own picture that the service lacks is fetched from its host', async () => {
  const url = 'https://pictures.example/tide.jpg';
  found = new Map([[url, 'blob:here']]);
  const { pictures } = await ownArticle(`![High tide](${url})`);
  expect(pictures().map(({ src, alt }) => [src, alt])).toEqual([['blob:here', 'High tide']]);
  expect(screen.queryByText('This picture didn’t load')).toBeNull();
});

const CONTROLS = 'a a, a button';
const LINKED =
  '[![Cat](https://p.example/1.png)](https://b.example/) and [![](https://p.example/2.png)](https://c.example/)';

test('NOTE-05 BEYOND-15 ACCESS-01 a link around a picture has a name and contains no control', async () => {
  const names = () =>
    ['https://b.example/', 'https://c.example/'].map(
      (url) => document.querySelector(`a[href="${url}"]`)?.textContent,
    );
  await ownArticle(LINKED);
  expect(document.querySelector(CONTROLS)).toBeNull();
  expect(names()).toEqual(['Cat', 'This picture didn’t load']);
  close();
  await ownArticle(LINKED, { dataSaver: true });
  expect(document.querySelector(CONTROLS)).toBeNull();
  expect(names()).toEqual(['Cat', 'Picture']);
});

test('THREAD-04 ACCESS-01 a highlight that ends in a link has its sign beside the link', async () => {
  found = new Map([['https://p.example/2.png', 'blob:here']]);
  const highlight = trusted({
    pubkey: 'c'.repeat(64),
    kind: KIND.Highlight,
    content: 'rises and the tide',
    tags: [['a', `${KIND.LongForm}:${A}:tides`]],
    created_at: 2_000,
  });
  const text =
    'It rises and [the tide](https://b.example/). [![](https://p.example/2.png)](https://c.example/)';
  const { pictures } = await ownArticle(text, { events: [highlight] });
  expect(document.querySelector(CONTROLS)).toBeNull();
  const link = screen.getByRole('link', { name: 'the tide' });
  expect(link.nextElementSibling?.getAttribute('aria-label')).toMatch(/ighlight/);
  expect(pictures().map(({ alt }) => alt)).toEqual(['Picture']);
});
