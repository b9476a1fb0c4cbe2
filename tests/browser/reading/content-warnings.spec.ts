import { KIND } from '../../../src/events/nostr/kinds.ts';
import { signed } from '../../support/events/signed.ts';
import { expect, test, LONG } from '../support/test.ts';
import { note } from '../support/service/village.ts';

test('NOTE-02 a content warning covers note and article, whose pictures load only when shown', {
  tag: LONG,
}, async ({ page, house }) => {
  const warned = [
    ['content-warning', 'spiders'],
    ['d', 'x'],
    ['title', 'A long look'],
    ['image', 'https://media.example/cover.jpg'],
  ];
  const told = note('Look at it https://media.example/spider.jpg', { tags: warned });
  const article = signed({
    kind: KIND.LongForm,
    content: 'The whole story.\n\n![](https://media.example/in.jpg)',
    tags: warned,
  });
  const { url } = await house({ events: [told, article] });
  const asked: string[] = [];
  await page.route(/media\.example/, (route) => route.abort());
  page.on(
    'request',
    (request) => request.url().includes('media.example') && asked.push(request.url()),
  );
  for (const [path, words] of [
    [`/e/${told.id}`, 'Look at it'],
    // by its own id an article opens as an article
    [`/e/${article.id}`, 'The whole story.'],
  ] as const) {
    await page.goto(url + path);
    const main = page.getByRole('main');
    await expect(main.getByText('spiders')).toBeVisible();
    await expect(main.getByText(words)).toHaveCount(0);
    expect(asked).toEqual([]);
    await main.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(main.getByText(words)).toBeVisible();
    // its pictures load now, and perhaps again while it is open
    await page.goto('about:blank');
    asked.length = 0;
  }
});
