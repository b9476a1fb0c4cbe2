import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { naddrOf, note1Of } from '../../../src/events/nostr/nip19.ts';
import { signed } from '../../support/events/signed.ts';
import { ADDRESSES, BIDI, GROWING, MARKUP } from '../support/hostile/payloads.ts';
import { openFeed, rows, scrollTo } from '../support/pages/reading.ts';
import { expectInBounds, strayParts } from '../support/hostile/document-audit.ts';
import { expect, LONG, test } from '../support/test.ts';
import { note, profile } from '../support/service/village.ts';
import { LOST_PICTURES, watch } from '../support/checks/page-watch.ts';

/** A profile whose every field is an attack. */
function hostileProfile(key: number, text: string, address: string): SignedEvent {
  const fields = {
    name: text,
    display_name: `${text} `,
    about: `${text} ${address}`,
    nip05: text,
    lud06: address,
    lud16: text,
  };
  return profile(key, {
    ...fields,
    picture: address,
    banner: address,
    website: address,
    bot: text,
    birthday: { day: text },
  });
}

const texts = [...MARKUP, ...ADDRESSES, ...BIDI];
const people = texts.map((text, at) =>
  hostileProfile(at + 1, text, ADDRESSES[at % ADDRESSES.length] ?? ''),
);
const notes = texts.map((text, at) =>
  note(
    `${text} and ${MARKUP[at % MARKUP.length]} and ${ADDRESSES[at % ADDRESSES.length]} :boom: end of ${at}`,
    {
      key: at + 1,
      ago: at * 60,
      tags: [
        ['emoji', 'boom', ADDRESSES[at % ADDRESSES.length] ?? ''],
        ['t', text],
        ['imeta', `url ${ADDRESSES[at % ADDRESSES.length]}`, `alt ${text}`, 'dim 999999999x-1'],
        ['subject', text],
        ['content-warning', text],
      ],
    },
  ),
);

test('E-01 E-03 E-04 E-05 E-06 NOTE-09 hostile notes and profiles show as text and run nothing', async ({
  page,
  house,
}) => {
  const { url } = await house({ events: [...people, ...notes] });
  const said = await watch(page, { expected: LOST_PICTURES });
  await openFeed(page, `${url}/home`);
  await expect(rows(page).first()).toContainText(MARKUP[0] ?? '');
  for (const place of [12, 24, 36, texts.length]) {
    await scrollTo(page, place);
    expect(await strayParts(page)).toEqual([]);
    await expectInBounds(page);
  }
  for (const path of [
    `/p/${people[1]?.pubkey}`,
    `/p/${people[30]?.pubkey}`,
    `/e/${note1Of(notes[2]?.id ?? '')}`,
  ]) {
    await page.goto(url + path);
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await strayParts(page)).toEqual([]);
    await expectInBounds(page);
  }
  expect(said).toEqual([]);
});

test('the test above detects a handler, a script address and a foreign element (planted)', {
  tag: LONG,
}, async ({ page, town }) => {
  await openFeed(page, `${town.url}/home`);
  expect(await strayParts(page)).toEqual([]);
  await page.evaluate(() => {
    const main = document.querySelector('main');
    const link = document.createElement('a');
    link.setAttribute('href', 'javascript:1');
    link.setAttribute('onward', '1');
    main?.append(link, document.createElement('object'));
  });
  expect(await strayParts(page)).toEqual(['<a href=javascript:1>', '<a onward>', '<object>']);
});

test('E-02 THREAD-04 a hostile article shows as text', { tag: LONG }, async ({ page, house }) => {
  const markdown = [
    ...MARKUP,
    ...ADDRESSES.flatMap((address) => [
      `[press](${address})`,
      `![see](${address})`,
      `<${address}>`,
      `[ref]: ${address}`,
    ]),
    `| <b> | ${MARKUP[1]} |\n|---|---|\n| ${MARKUP[2]} | x |`,
    `text[^1]\n\n[^1]: ${MARKUP[1]}`,
    `\`\`\`html\n${MARKUP[0]}\n\`\`\``,
  ].join('\n\n');
  const tags = [
    ['d', `x"><script>`],
    ['title', MARKUP[1] ?? ''],
    ['summary', MARKUP[2] ?? ''],
    ['image', ADDRESSES[0] ?? ''],
    ['t', MARKUP[3] ?? ''],
  ];
  const article = signed({ kind: 30_023, content: markdown, tags, created_at: 1_760_000_000 });
  const { url } = await house({ events: [article, people[0] ?? article] });
  const said = await watch(page, { expected: LOST_PICTURES });
  await page.goto(
    `${url}/a/${naddrOf({ kind: 30_023, pubkey: article.pubkey, identifier: tags[0]?.[1] ?? '' })}`,
  );
  await expect(page.getByText(MARKUP[1] ?? '').first()).toBeVisible();
  await expect(page.locator('pre')).toContainText(MARKUP[0] ?? '');
  expect(await strayParts(page)).toEqual([]);
  await expectInBounds(page);
  expect(said).toEqual([]);
});

test('E-07 E-09 ACCESS-04 names cannot turn other text, and links start with their true domain', {
  tag: LONG,
}, async ({ page, house }) => {
  const events = BIDI.flatMap((name, at) => [
    profile(at + 1, { name, display_name: name }),
    note(`${name} https://media.example/${encodeURI(name)} after it`, {
      key: at + 1,
      ago: at * 60,
    }),
  ]);
  const { url } = await house({ events });
  await openFeed(page, `${url}/home`);
  await expect(rows(page)).toHaveCount(BIDI.length);
  for (const row of await rows(page).all()) {
    const name = row.locator('header bdi').first();
    await expect(name).toHaveAttribute('dir', 'auto');
    const [right = 0, left = 0] = await row.evaluate((one) => {
      const at = (selector: string) => one.querySelector(selector)?.getBoundingClientRect();
      return [at('header bdi')?.right, at('header time')?.left];
    });
    expect(right).toBeLessThanOrEqual(left);
    const link = row.getByRole('link', { name: /^media\.example/ });
    await expect(link.locator('bdi')).toHaveAttribute('dir', 'ltr');
  }
  // the visited page tries to navigate its opener
  const body = '<script>try { opener.location = "https://evil.example/" } catch {}</script>there';
  await page
    .context()
    .route('https://media.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
  const before = page.url();
  const [visited] = await Promise.all([
    page.waitForEvent('popup'),
    rows(page)
      .first()
      .getByRole('link', { name: /^media\.example/ })
      .click(),
  ]);
  await expect(visited.getByText('there')).toBeVisible();
  expect(await visited.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  expect(page.url()).toBe(before);
});

test('E-08 oversized text stays in its row at any width', { tag: LONG }, async ({
  page,
  house,
}) => {
  const names = GROWING.map((text, at) =>
    profile(at + 1, {
      name: text.slice(0, 3_000),
      about: text,
      nip05: `${text.slice(0, 60)}@x.example`,
    }),
  );
  const events = GROWING.map((text, at) =>
    note(`${text} end of ${at}`, { key: at + 1, ago: at * 60 }),
  );
  const { url } = await house({ events: [...names, ...events] });
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await openFeed(page, `${url}/home`);
    await expectInBounds(page);
    await scrollTo(page, GROWING.length);
    await expectInBounds(page);
    expect(await strayParts(page)).toEqual([]);
    for (const { pubkey } of [names[0], names[5]].filter((one) => one !== undefined)) {
      await page.goto(`${url}/p/${pubkey}`);
      await expect(page.getByRole('tab', { name: 'Notes' })).toBeVisible();
      await expectInBounds(page);
      expect(
        await page.evaluate(
          () => document.querySelector('[role=tablist]')?.getBoundingClientRect().top ?? 0,
        ),
      ).toBeLessThan(4_000);
    }
  }
});
