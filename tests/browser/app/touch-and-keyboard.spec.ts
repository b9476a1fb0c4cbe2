import { EXPLORE_TABS } from '../../../src/events/reading/explore/explore.ts';
import { rows, shortcuts } from '../support/pages/reading.ts';
import { expect, type Locator, LONG, test } from '../support/test.ts';

/** Opens each tab in a part of the page and checks its panel. */
async function eachTab(
  part: Locator,
  choose: (tab: Locator) => Promise<void>,
  least: number,
): Promise<void> {
  const tabs = part.getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  expect(await tabs.count()).toBeGreaterThanOrEqual(least);
  for (const tab of await tabs.all()) {
    await choose(tab);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(part.getByRole('tabpanel')).toBeVisible();
  }
}

test('ACCESS-04 ROUTE-23 every main screen can be reached by touch alone, and left again', {
  tag: LONG,
}, async ({ browser, town }) => {
  test.slow();
  const page = await browser.newPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
    baseURL: town.url,
  });
  const bar = page.getByRole('navigation', { name: 'Main' });
  const back = page.getByRole('button', { name: 'Back' });
  const title = (name: string) => expect(page).toHaveTitle(name);
  await page.goto('/home');
  await expect(rows(page).first()).toBeVisible();

  // another feed, and home again
  const feed = page.getByRole('combobox', { name: 'Choose a feed' });
  const before = (await feed.textContent()) ?? '';
  await feed.tap();
  await page.getByRole('option').last().tap();
  await expect(feed).not.toHaveText(before);
  await feed.tap();
  await page.getByRole('option', { name: before.trim() }).tap();
  await expect(feed).toHaveText(before);

  // the note’s menu, and its reactions
  const row = rows(page).first();
  await row.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menuitem', { name: 'Reactions' }).tap();
  await eachTab(page.getByRole('dialog'), (tab) => tab.tap(), 4);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // the thread of the note, its author, and their other posts
  await row
    .getByRole('link')
    .filter({ has: page.locator('time') })
    .first()
    .tap();
  await expect(page).toHaveURL(/\/e\//);
  const opened = page.getByRole('main').getByRole('article').first();
  const name = (await opened.getByRole('link').first().textContent()) ?? '';
  await opened.getByRole('link', { name }).first().tap();
  await title(`${name} - Nostr Profile`);
  await eachTab(page.getByRole('main'), (tab) => tab.tap(), 5);
  await back.tap();
  await expect(page).toHaveURL(/\/e\//);
  await back.tap();
  await title('Home');

  await bar.getByRole('link', { name: 'Explore' }).tap();
  await eachTab(page.getByRole('main'), (tab) => tab.tap(), EXPLORE_TABS.length);

  await page.getByRole('main').getByRole('link', { name: 'Search' }).tap();
  await title('Search');
  const field = page.getByRole('main').getByRole('combobox', { name: 'Search' });
  // an account without a key is never asked for one
  await expect(page.locator(':root[data-shortcuts]')).toHaveCount(1);
  await expect(page.locator('[role="search"] kbd').first()).toBeHidden();
  await expect(field).toBeFocused();
  await field.pressSequentially('light');
  // the search key of the keyboard on the screen
  await page.keyboard.press('Enter');
  await title('search for light');
  await expect(rows(page).first()).toBeVisible();

  await bar.getByRole('link', { name: 'Reads' }).tap();
  await expect(rows(page).first()).toBeVisible();
  const article = rows(page).first().getByRole('heading');
  const about = (await article.textContent()) ?? '';
  await article.getByRole('link').tap();
  await title(about);
  await back.tap();
  await title('Reads');

  // the menu is where Back was: a tap at once would be the second one of a double tap
  await page.waitForTimeout(600);
  await page.getByRole('button', { name: 'Menu' }).tap();
  await page.getByRole('menuitem', { name: 'Bookmarks' }).tap();
  await title('Bookmarks');
  await page.close();
});

test('ACCESS-02 ACCESS-03 ROUTE-23 every main screen can be reached by keyboard alone, and left again', {
  tag: LONG,
}, async ({ page }) => {
  test.slow();
  const { keyboard } = page;
  const keys = async (...pressed: readonly string[]) => {
    for (const key of pressed) await keyboard.press(key);
  };
  /** Presses Tab until the element has the focus. */
  const tabTo = async (wanted: Locator) => {
    await expect(wanted).toBeVisible();
    for (let step = 0; step < 80; step++) {
      if (await wanted.evaluate((one) => one === document.activeElement)) return;
      await keys('Tab');
    }
    throw new Error(`Tab does not lead to ${String(wanted)}`);
  };
  /** Arrow keys move between tabs, and only the selected tab is a Tab stop. */
  const walkTabs = async (least: number) => {
    await tabTo(page.getByRole('main').getByRole('tab', { selected: true }));
    await eachTab(
      page.getByRole('main'),
      async (tab) => {
        if ((await tab.getAttribute('aria-selected')) !== 'true') await keys('ArrowRight');
        await expect(tab).toBeFocused();
        if ((await tab.getAttribute('aria-selected')) !== 'true') await keys('Enter');
      },
      least,
    );
  };
  await page.goto('/home');
  await expect(rows(page).first()).toBeVisible();
  await shortcuts(page);

  await keys('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await keys('Escape');
  await keys('j', 'j');
  const row = page.locator('article:focus');
  await expect(row).toHaveAttribute('aria-posinset', '2');
  const note = (await row.getAttribute('data-note')) ?? '';
  await keys('Enter');
  await expect(page).toHaveURL(/\/e\//);
  await expect(page.locator(`main article[data-note="${note}"]`)).toBeVisible();

  const author = page.locator(`main article[data-note="${note}"]`).getByRole('link').first();
  const name = (await author.textContent()) ?? '';
  await tabTo(page.getByRole('main').getByRole('link', { name }).first());
  await keys('Enter');
  await expect(page).toHaveTitle(`${name} - Nostr Profile`);
  await expect(page.getByRole('main')).toBeFocused();
  await walkTabs(5);
  await keys('Backspace');
  await expect(page).toHaveURL(/\/e\//);
  await keys('Backspace');
  await expect(page).toHaveTitle('Home');
  await expect(page.locator(`[role=feed] [data-note="${note}"]`)).toBeVisible();

  await keys('g', 'e');
  await expect(page).toHaveTitle('Explore');
  await walkTabs(EXPLORE_TABS.length);

  await keys('/');
  await keyboard.type('light');
  await keys('Enter');
  await expect(page).toHaveTitle('search for light');
  await expect(rows(page).first()).toBeVisible();
  await keys('j', 'Enter');
  await expect(page).toHaveURL(/\/(e|a)\//);
  await keys('Backspace');
  await expect(page).toHaveTitle('search for light');

  await keys('g', 'r');
  await expect(page).toHaveTitle('Reads');
  const article = rows(page).first().getByRole('heading');
  const about = (await article.textContent()) ?? '';
  await tabTo(article.getByRole('link'));
  await keys('Enter');
  await expect(page).toHaveTitle(about);
  await keys('Backspace');
  await expect(page).toHaveTitle('Reads');

  // open a screen with the command palette
  await keys('Control+k');
  await keyboard.type('bookm');
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('bookm');
  await keys('Enter');
  await expect(page).toHaveTitle('Bookmarks');
});
