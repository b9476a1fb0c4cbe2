import { verifyEvent } from 'nostr-tools';
import { byJun, leftDialogs, neighbourhood, openAs, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { kept, text } from '../support/pages/article.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const tagOf = (event: { tags: readonly (readonly string[])[] } | undefined, name: string) =>
  event?.tags.find(([one]) => one === name)?.[1];
const COVER = 'https://media.example/quay.jpg';
const title = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });

test('ROUTE-03 COMPOSE-06 INV-NO-LOSS an article survives a closed page, and is published and edited', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  const me = await openAs(page, site, '/reads');
  await page.getByRole('main').getByRole('link', { name: 'New article' }).click();
  await title(page).fill('The minute the lamps come on');
  await page.getByRole('textbox', { name: 'Summary' }).fill('Thirty evenings on the quay');
  await page.getByRole('textbox', { name: 'Add a topic' }).fill('SlowWeb');
  await page.keyboard.press('Enter');
  await text(page).click();
  // typed Markdown is converted to formatted text
  await page.keyboard.type('## Four minutes\nThey leave the wall **about** four minutes before.');
  await expect(text(page).getByRole('heading', { name: 'Four minutes' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Link to an image' }).fill(COVER);
  await kept(page);
  const { pathname } = new URL(page.url());
  // no relay has the article yet
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page
    .getByRole('alertdialog', { name: 'Leave the editor?' })
    .getByRole('button', { name: 'Keep writing' })
    .click();
  expect(new URL(page.url()).pathname).toBe(pathname);
  const cdp = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // a crashed page never responds
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;

  const again = await context.newPage();
  await again.goto(`${site.url}/myarticles/drafts`);
  await again.getByRole('link', { name: 'The minute the lamps come on' }).click();
  expect(new URL(again.url()).pathname).toBe(pathname);
  await expect(text(again).locator('strong')).toHaveText('about');
  await again.getByRole('radio', { name: 'Markdown' }).click();
  await expect(text(again)).toHaveValue(
    '## Four minutes\n\nThey leave the wall **about** four minutes before.',
  );
  await again.getByRole('radio', { name: 'Rich text' }).click();
  await again.getByRole('button', { name: 'Preview' }).click();
  const preview = again.getByRole('article', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Four minutes' })).toBeVisible();
  await expect(preview.locator('strong')).toHaveText('about');
  await again.getByRole('button', { name: 'Publish' }).click();
  const dialog = again.getByRole('dialog', { name: 'Publish this article?' });
  await expect(dialog).toContainText('the-minute-the-lamps-come-on');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await again.getByRole('link', { name: 'Read it' }).click({ timeout: 20_000 });
  await expect(again.getByRole('heading', { name: 'Four minutes' })).toBeVisible();
  const mine = () => stored(site.url, { kinds: [30_023], authors: [me] });
  const [first] = await mine();
  expect([first && verifyEvent(first), tagOf(first, 'd'), tagOf(first, 't')]).toEqual([
    true,
    'the-minute-the-lamps-come-on',
    'slowweb',
  ]);
  expect([tagOf(first, 'summary'), tagOf(first, 'image')]).toEqual([
    'Thirty evenings on the quay',
    COVER,
  ]);

  await again.getByRole('article').getByRole('button', { name: 'More' }).first().click();
  await again.getByRole('menuitem', { name: 'Edit article' }).click();
  await expect(title(again)).toHaveValue('The minute the lamps come on');
  const versions = again.getByRole('complementary', { name: 'Versions' });
  const goBack = versions.getByRole('button', { name: 'Go back to this version' });
  await versions.getByRole('button', { name: 'Compare' }).click();
  await expect(again.getByRole('dialog')).toContainText('Nothing is different.');
  await again.keyboard.press('Escape');
  await expect(goBack).toHaveCount(0);
  await again.getByRole('radio', { name: 'Markdown' }).click();
  await text(again).fill('## Four minutes\n\nThey leave five minutes before.');
  await expect(goBack).toBeVisible();
  await again.getByRole('button', { name: 'Publish' }).click();
  await expect(again.getByRole('dialog')).toContainText('Links keep working');
  await again.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await again.getByRole('link', { name: 'Read it' }).click({ timeout: 20_000 });
  await expect(again.getByText('They leave five minutes before.')).toBeVisible();
  await again.goBack();
  await expect(again).not.toHaveURL(/\/reads\/edit\//);
  const [edited, ...more] = await mine();
  expect([more.length, tagOf(edited, 'd'), tagOf(edited, 'published_at')]).toEqual([
    0,
    tagOf(first, 'd'),
    tagOf(first, 'published_at'),
  ]);
  await again.goto(`${site.url}/myarticles`);
  await expect(again.getByRole('link', { name: 'The minute the lamps come on' })).toBeVisible();
  await again.getByRole('tab', { name: 'Drafts' }).click();
  await expect(again.getByText('No drafts yet')).toBeVisible();
});

test('COMPOSE-08 COMPOSE-09 a draft is saved encrypted, opened on a second device, and deleted on both', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  await page.goto(`${site.url}/reads/edit`);
  await title(page).fill('Not for everybody');
  await text(page).fill('a secret of the quay');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('saved as draft')).toBeVisible({ timeout: 20_000 });
  const path = new URL(page.url()).pathname;
  const other = await browser.newPage();
  await signIn(other, site);
  await other.goto(`${site.url}${path}`);
  await expect(text(other)).toHaveText('a secret of the quay', { timeout: 20_000 });
  await text(other).fill('a secret of the quay, told');
  await other.getByRole('button', { name: 'Save draft' }).click();
  await expect(other.getByText('saved as draft')).toBeVisible({ timeout: 20_000 });
  await text(page).fill('a secret of the quay, kept');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('This draft was changed in another tab or device.')).toBeVisible({
    timeout: 20_000,
  });
  // in sight from the first and the last line, and the relays are not said to be silent
  await page.setViewportSize({ width: 1_280, height: 500 });
  for (const top of [0, 10_000]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await expect(page.getByRole('button', { name: 'Keep mine' })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByText('No relay answered')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the difference' }).click();
  await expect(page.getByRole('dialog').locator('ins')).toContainText('told');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(text(page)).toHaveText('a secret of the quay, kept');
  await page.goto(`${site.url}/myarticles/drafts`);
  await page.getByRole('button', { name: 'More about Not for everybody' }).click();
  await page.getByRole('menuitem', { name: 'Delete draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('No drafts yet')).toBeVisible();
  expect(
    (await stored(site.url, { kinds: [31_234], authors: [me] })).filter(
      ({ content }) => content !== '',
    ),
  ).toEqual([]);
  await other.close();
});

test('ACCESS the editor and the list pass axe in four themes, wide and on a phone', {
  tag: LONG,
}, async ({ page, house }) => {
  const article = byJun({
    kind: 30_023,
    content: 'Words of the quay.',
    tags: [
      ['d', 'quay'],
      ['title', 'Words of the quay'],
    ],
  });
  const site = await house(neighbourhood(article));
  await signIn(page, site);
  for (const path of ['/reads/edit', '/myarticles', '/myarticles/drafts']) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByRole('main')).toBeVisible();
    if (path === '/reads/edit') await title(page).fill('Words');
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await faultsInThemes(page)).toEqual([]);
    }
  }
});

test('COMPOSE-06 COMPOSE-08 COMPOSE-09 my articles can be searched, promoted and deleted', {
  tag: LONG,
}, async ({ page, house }) => {
  const article = (d: string, title: string) =>
    byJun({
      kind: 30_023,
      content: 'Words of the quay.',
      tags: [
        ['d', d],
        ['title', title],
        ['published_at', '1700000000'],
      ],
    });
  const open = byJun({
    kind: 30_024,
    content: 'Begun **elsewhere**.',
    tags: [
      ['d', 'from-elsewhere'],
      ['title', 'From elsewhere'],
    ],
  });
  const site = await house(
    neighbourhood(article('gulls', 'On gulls'), article('lamps', 'On lamps'), open),
  );
  const me = await signIn(page, site);
  await page.goto(`${site.url}/myarticles`);
  await expect(page.getByRole('tab', { name: 'Published' })).toContainText('2');
  await page.getByRole('searchbox', { name: 'Search my articles' }).fill('gull');
  await expect(page.getByRole('main').getByRole('link', { name: 'On lamps' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More about On gulls' }).click();
  await page.getByRole('menuitem', { name: 'Write a note about it' }).click();
  await expect(page.getByRole('dialog')).toContainText('On gulls');
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  await page.getByRole('button', { name: 'More about On gulls' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Request delete' }).click();
  await expect
    .poll(async () => (await stored(site.url, { kinds: [30_023], authors: [me] })).length, {
      timeout: 20_000,
    })
    .toBe(1);
  await expect(page.getByRole('tab', { name: 'Published' })).toContainText('1');

  await page.getByRole('searchbox', { name: 'Search my articles' }).fill('');
  await page.getByRole('tab', { name: 'Drafts' }).click();
  await expect(page.getByRole('tab', { name: 'Drafts' })).toContainText('1', { timeout: 20_000 });
  await page.getByRole('link', { name: 'From elsewhere' }).click();
  await expect(text(page).locator('strong')).toHaveText('elsewhere', { timeout: 20_000 });
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And here.');
  const home = page.getByRole('link', { name: 'Home', exact: true }).first();
  await home.click();
  const leave = page.getByRole('alertdialog', { name: 'Leave the editor?' });
  await leave.getByRole('button', { name: 'Keep writing' }).click();
  await expect(text(page)).toContainText('Begun elsewhere. And here.');
  await leftDialogs(page);
  await home.click();
  await leave.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(`${site.url}/myarticles/drafts`);
  await page.getByRole('link', { name: 'From elsewhere' }).click();
  await expect(text(page)).toContainText('Begun elsewhere. And here.', { timeout: 20_000 });
});

test('COMPOSE-13 a draft published on one device is edited as that article on the other', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site);
  await page.goto(`${site.url}/reads/edit`);
  await title(page).fill('The lamps');
  await text(page).fill('They come on at dusk.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('saved as draft')).toBeVisible({ timeout: 20_000 });
  const { pathname } = new URL(page.url());
  const other = await browser.newPage();
  await signIn(other, site);
  await other.goto(`${site.url}${pathname}`);
  await expect(text(other)).toHaveText('They come on at dusk.', { timeout: 20_000 });
  await text(other).fill('They come on at dusk, and go out at dawn.');
  await kept(other);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Your article is published')).toBeVisible({ timeout: 20_000 });
  // the other device shows it without a press
  await expect(other.getByText('Published on another device')).toBeVisible({ timeout: 20_000 });
  await other.getByRole('button', { name: 'Edit that article' }).click();
  await expect(text(other)).toHaveText('They come on at dusk, and go out at dawn.');
  await expect(other.getByText('A newer version was published.')).toBeVisible({ timeout: 20_000 });
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(other.getByText('Your article is published')).toBeVisible({ timeout: 20_000 });
  const articles = await stored(site.url, { kinds: [30_023], authors: [me] });
  expect(articles.map(({ content }) => content)).toEqual([
    'They come on at dusk, and go out at dawn.',
  ]);
  await other.close();
});
