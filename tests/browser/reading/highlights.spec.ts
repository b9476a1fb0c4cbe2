import { naddrOf, npubOf } from '../../../src/events/nostr/nip19.ts';
import { signed } from '../../support/events/signed.ts';
import { servePictures } from '../support/pages/png.ts';
import { faults } from '../support/checks/axe.ts';
import { expect, test, LONG } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

const BODY = `The lamp is lit at dusk. Whoever walks home **sees it** from the hill, and knows the way.

Nobody has to ask for it. [The keeper](https://keeper.example) climbs the stairs each night, even in winter.

| Month | Oil |
|---|---|
| May | 3 |
`;
const ARTICLE = signed({
  kind: 30_023,
  content: BODY,
  tags: [
    ['d', 'lamp'],
    ['title', 'The lamp'],
    ['summary', 'On light.'],
    ['t', 'light'],
  ],
  created_at: now() - 9_000,
});
const ADDRESS = `30023:${ARTICLE.pubkey}:lamp`;

function highlight(content: string, key: number, comment?: string) {
  const tags = [
    ['a', ADDRESS],
    ['p', ARTICLE.pubkey, '', 'author'],
    ...(comment === undefined ? [] : [['comment', comment]]),
  ];
  return signed({ kind: 9_802, content, tags, created_at: now() - 5_000 + key }, key);
}
const FIRST = highlight(
  'Whoever walks home sees it from the hill',
  2,
  'I have seen it from there.',
);
const EVENTS = [
  profile(1, { display_name: 'Ada' }),
  profile(2, { display_name: 'Ben' }),
  profile(3, { display_name: 'Cleo' }),
  ARTICLE,
  FIRST,
  highlight('Whoever walks home sees it from the hill', 3),
  highlight('The keeper climbs the stairs', 3),
  highlight('A sentence that was edited away.', 2),
  note('So have I, last May.', {
    key: 3,
    ago: 100,
    tags: [
      ['e', FIRST.id, '', 'root'],
      ['p', FIRST.pubkey],
    ],
  }),
];

test('THREAD-04 highlights are marked in the article and open their authors and comments by keyboard', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: EVENTS });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 1_600 });
  await page.goto(
    `${url}/a/${naddrOf({ kind: 30_023, pubkey: ARTICLE.pubkey, identifier: 'lamp' })}`,
  );
  await expect(page.locator('mark')).toHaveText([
    'Whoever walks home ',
    'sees it',
    ' from the hill',
    'The keeper',
    ' climbs the stairs',
  ]);
  const list = page.getByRole('region', { name: 'Highlights' });
  const passages = list.locator('> ol > li');
  await expect(passages).toHaveCount(3);
  await expect(passages.nth(0)).toContainText('Ben');
  await expect(passages.nth(0)).toContainText('I have seen it from there.');
  await expect(passages.nth(0)).toContainText('So have I, last May.');
  await expect(passages.nth(2)).toContainText('A sentence that was edited away.');
  await expect(passages.nth(2)).toContainText('No longer in the text');
  await page.screenshot({ path: 'artifacts/highlights-1280.png' });
  expect(await faults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  const sign = page.getByRole('link', { name: 'Highlighted by 2 people, see who' });
  await sign.focus();
  await page.keyboard.press('Enter');
  await expect(passages.nth(0)).toBeFocused();
  await expect(passages.nth(0)).toBeInViewport();
  await page.screenshot({ path: 'artifacts/highlights-390.png' });
  await passages.nth(0).getByRole('link', { name: 'Back to the text' }).press('Enter');
  await expect(sign).toBeFocused();
  await page.screenshot({ path: 'artifacts/highlights-text-390.png' });
});

const WHOLE = signed({
  kind: 30_023,
  content: [
    'As {MENTION} says[^1].',
    '| Month | Oil |\n|---|---:|\n| May | 3 |',
    '```ts\nconst oil = 3;\n```',
    '![A lamp](https://media.example/lamp.png)',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '[^1]: In a letter.',
  ]
    .join('\n\n')
    .replace('{MENTION}', `nostr:${npubOf(FIRST.pubkey)}`),
  tags: [
    ['d', 'whole'],
    ['title', 'The whole lamp'],
    ['summary', 'All of it.'],
    ['image', 'https://media.example/cover.png'],
    ['published_at', '1700000000'],
    ['t', 'light'],
  ],
  created_at: now() - 9_000,
});

test('THREAD-04 an article shows all its parts: head, table, code, footnote, media, actions, replies', {
  tag: LONG,
}, async ({ page, house }) => {
  const tags = [
    ['A', `30023:${WHOLE.pubkey}:whole`],
    ['K', '30023'],
    ['a', `30023:${WHOLE.pubkey}:whole`],
    ['k', '30023'],
  ];
  const reply = signed({ kind: 1_111, content: 'Well lit.', tags, created_at: now() - 60 }, 3);
  const { url } = await house({ events: [...EVENTS, WHOLE, reply] });
  await page.setViewportSize({ width: 1280, height: 2_000 });
  await servePictures(page);
  await page.goto(
    `${url}/a/${naddrOf({ kind: 30_023, pubkey: WHOLE.pubkey, identifier: 'whole' })}`,
  );
  const article = page.locator(`article[data-note="${WHOLE.id}"]`);
  await expect(article.getByRole('heading', { name: 'The whole lamp' })).toBeVisible();
  for (const words of ['All of it.', 'Ada', 'November 14, 2023', '@Ben', 'In a letter.'])
    await expect(article).toContainText(words);
  await expect(article.getByRole('cell', { name: '3' })).toBeVisible();
  await expect(article.locator('pre span', { hasText: 'const' })).toHaveCount(1);
  await expect(article.locator('sup a')).toHaveText('1');
  await expect(article.getByRole('img', { name: 'A lamp' })).toHaveCount(1);
  await expect(article.locator('img[src*="cover.png"]')).toHaveCount(1);
  await expect(article.getByRole('button', { name: 'Load from YouTube' })).toBeVisible();
  await expect(article.getByRole('list', { name: 'Topics' })).toContainText('light');
  await expect(article.getByRole('button', { name: /^Zap/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText('Well lit.');
  await page.screenshot({ path: 'artifacts/article-1280.png' });
});
