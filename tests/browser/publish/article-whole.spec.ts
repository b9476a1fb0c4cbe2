import MarkdownIt from 'markdown-it';
import { nip19, verifyEvent } from 'nostr-tools';
import { byJun, neighbourhood, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { kept, text } from '../support/pages/article.ts';
import { PIXEL } from '../support/pages/png.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const WORDS =
  'rain over the old harbour two boats come home late and somebody counts the lights on the water again'.split(
    ' ',
  );
/** That number of words, which begin with a distinct number. */
const passage = (number: number, count: number): string =>
  `${number} is counted: ${Array.from({ length: count }, (_, at) => WORDS[(at * 7 + number) % WORDS.length]).join(' ')}.`;

/** Crashes the page, and opens the draft in a new one. */
async function crashed(context: ReturnType<Page['context']>, page: Page): Promise<Page> {
  const { href } = new URL(page.url());
  await kept(page);
  const cdp = await context.newCDPSession(page);
  const gone = page.waitForEvent('crash');
  // a crashed page never responds
  void cdp.send('Page.crash').catch(() => undefined);
  await gone;
  const again = await context.newPage();
  await again.setViewportSize(page.viewportSize() ?? { width: 1280, height: 900 });
  await again.goto(href);
  await expect(text(again)).toBeVisible({ timeout: 20_000 });
  await page.close();
  return again;
}

/** Moves the caret to a new paragraph at the end of the text. */
async function goOn(page: Page): Promise<void> {
  // a newly focused field restores its own caret a moment later
  await expect(async () => {
    await text(page).getByRole('heading', { name: 'Beginning' }).click();
    await page.keyboard.press('Control+End');
    expect(
      await text(page).evaluate((field) =>
        field.lastElementChild?.contains(window.getSelection()?.anchorNode ?? null),
      ),
    ).toBe(true);
  }).toPass();
  await page.keyboard.press('Enter');
}

async function write(page: Page, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number++) {
    await page.keyboard.insertText(passage(number, 100));
    await page.keyboard.press('Enter');
  }
}

for (const [name, size] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`COMPOSE-06 INV-NO-LOSS a 3,000-word article survives three crashes, on a ${name}`, {
    tag: LONG,
  }, async ({ page: first, house, context, browser }) => {
    test.setTimeout(240_000);
    const quoted = byJun({ kind: 1, content: 'What was said of the lamps.' });
    const site = await house(neighbourhood(quoted));
    const me = await signIn(first, site);
    await first.setViewportSize(size);
    await first.goto(`${site.url}/reads/edit`);
    await first.getByRole('textbox', { name: 'Title', exact: true }).fill('Three thousand words');
    await first.getByRole('textbox', { name: 'Summary' }).fill('All there is');
    await text(first).click();
    await first.keyboard.type('## Beginning\n**Bold**, *italic*, ~~struck~~ and `code`.\n');
    await write(first, 1, 10);
    let page = await crashed(context, first);

    await expect(text(page)).toContainText(passage(9, 100));
    await goOn(page);
    await page.keyboard.type('- one\ntwo\n\n1. first\nsecond\n\n> quoted\n\n\n');
    await page.keyboard.type('Asked of @iri');
    await page.getByRole('option', { name: /iris/ }).first().click({ timeout: 20_000 });
    await page.keyboard.press('Enter');
    await write(page, 10, 20);
    await tool(page, 'Task list').click();
    await page.keyboard.type('to do\n\n');
    await tool(page, 'Table').click();
    for (const cell of ['Evening', 'Minutes', 'Gulls', 'first', '4', '7']) {
      await page.keyboard.insertText(cell);
      await page.keyboard.press('Tab');
    }
    page = await crashed(context, page);

    await expect(text(page).getByRole('cell', { name: '7', exact: true })).toBeVisible();
    await expect(text(page)).toContainText('@iris');
    await goOn(page);
    await page.keyboard.type('```js \nconst lamps = 4;');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.insertText(
      `nostr:${nip19.neventEncode({ id: quoted.id, author: quoted.pubkey })}`,
    );
    await page.keyboard.type(' ');
    await page.keyboard.press('Enter');
    await expect(text(page).getByText('What was said of the lamps.')).toBeVisible({
      timeout: 20_000,
    });
    await write(page, 20, 31);
    const chosen = page.waitForEvent('filechooser');
    await tool(page, 'Pictures').click();
    await (await chosen).setFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: PIXEL });
    await page
      .getByRole('textbox', { name: 'Description of the picture' })
      .fill('A lamp', { timeout: 20_000 });
    await goOn(page);
    await page.keyboard.type('A note');
    await tool(page, 'Footnote').click();
    await page.keyboard.type('Said at the end.');
    page = await crashed(context, page);

    await expect(text(page)).toContainText(passage(30, 100));
    await expect(page.getByText(/^3,[12]\d\d words$/)).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'Read it' }).click({ timeout: 20_000 });
    const mine = () => stored(site.url, { kinds: [30_023], authors: [me] });
    const [event] = await mine();
    if (!event) throw new Error('nothing was published');
    expect([
      verifyEvent(event),
      event.tags.filter(([tag]) => tag === 'imeta').map(([, ...parts]) => parts.at(-1)),
    ]).toEqual([true, ['alt A lamp']]);
    for (let number = 1; number < 31; number++)
      expect(event.content).toContain(passage(number, 100));

    // a renderer that knows nothing of this client
    const plain = await browser.newPage();
    await plain.setContent(new MarkdownIt({ html: false }).render(event.content));
    await expect(plain.getByRole('heading', { name: 'Beginning' })).toBeVisible();
    await expect(plain.locator('p strong')).toHaveText('Bold');
    await expect(plain.locator('p em')).toHaveText('italic');
    await expect(plain.locator('s')).toHaveText('struck');
    await expect(plain.locator('blockquote')).toHaveText('quoted');
    await expect(plain.locator('ol > li')).toHaveText(['first', 'second']);
    await expect(plain.locator('th')).toHaveText(['Evening', 'Minutes', 'Gulls']);
    await expect(plain.locator('pre code.language-js')).toHaveText('const lamps = 4;');
    await expect(plain.locator('img')).toHaveAttribute('alt', 'A lamp');
    await plain.close();

    // accounts in another client, which are unknown here
    const elsewhere = await browser.newContext({ viewport: size });
    const reader = await elsewhere.newPage();
    await reader.goto(
      `${site.url}/a/${nip19.naddrEncode({ kind: 30_023, pubkey: pubkeyOfJun(), identifier: 'three-thousand-words' })}`,
    );
    const read = reader.getByRole('article').first();
    await expect(read.getByRole('heading', { name: 'Beginning' })).toBeVisible({ timeout: 20_000 });
    await expect(read.getByText('What was said of the lamps.')).toBeVisible();
    await expect(read.getByText('Said at the end.')).toBeVisible();
    await expect(read.getByRole('cell', { name: '7', exact: true })).toBeVisible();
    await elsewhere.close();

    await page.goto(
      `${site.url}/reads/edit/${nip19.naddrEncode({ kind: 30_023, pubkey: me, identifier: 'three-thousand-words' })}`,
    );
    await expect(text(page)).toContainText(passage(30, 100), { timeout: 20_000 });
    await page.getByRole('radio', { name: 'Markdown' }).click();
    await text(page).fill(
      event.content.replace(passage(30, 100), `${passage(30, 100)} And one more.`),
    );
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('dialog')).toContainText('Links keep working');
    await page.getByRole('switch', { name: 'Also post a note about it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Your article is published')).toBeVisible({ timeout: 20_000 });
    const [edited, ...more] = await mine();
    // parts that were not edited stay the same, to the byte
    expect([more.length, edited?.content]).toEqual([
      0,
      event.content.replace(passage(30, 100), `${passage(30, 100)} And one more.`),
    ]);
    await expect
      .poll(
        async () =>
          (await stored(site.url, { kinds: [1], authors: [me] })).filter(({ content }) =>
            content.startsWith('Three thousand words'),
          ).length,
      )
      .toBe(1);
  });
}
