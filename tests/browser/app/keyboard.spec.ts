import { openFeed, rows, shortcuts } from '../support/pages/reading.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

/** The role and name of the focused element, and whether its focus is visible. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (!(one instanceof HTMLElement)) return { said: '', seen: false };
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const inside = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
    return {
      said: one.getAttribute('aria-label') ?? one.textContent ?? '',
      seen: inside && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1,
    };
  });

test('ACCESS-02 Tab skips past the navigation first, and focus is always visible', async ({
  page,
}) => {
  await openFeed(page);
  await page.keyboard.press('Tab');
  expect(await focus(page)).toEqual({ said: 'Skip to content', seen: true });
  await page.keyboard.press('Tab');
  expect(await focus(page)).toEqual({ said: 'Skip to navigation', seen: true });
  const walked: string[] = [];
  for (let step = 0; step < 24; step++) {
    await page.keyboard.press('Tab');
    const { said, seen } = await focus(page);
    expect(seen, `${said} after ${walked.join(', ')}`).toBe(true);
    walked.push(said);
  }
  expect(walked).toEqual(expect.arrayContaining(['Home', 'Settings', 'New note', 'Choose a feed']));
  await page.reload();
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Choose a feed' })).toBeFocused();
});

test('ACCESS-02 a note and its thread open and close by keyboard', async ({ page }) => {
  await openFeed(page);
  await shortcuts(page);
  await rows(page).first().focus();
  const name = (await rows(page).first().getByRole('link').nth(0).textContent()) ?? '';
  await page.keyboard.press('Tab');
  expect((await focus(page)).said).toBe(name);
  // on a slow page the person's card has opened meanwhile, and its controls come first
  const isInCard = () =>
    page.evaluate(() => Boolean(document.activeElement?.closest('[data-card]')));
  do await page.keyboard.press('Tab');
  while (await isInCard());
  await expect(rows(page).first().getByRole('link').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(`Note by ${name}`);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect((await focus(page)).said).toBe('Back');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Home');
  await expect(rows(page).first()).toBeFocused();
});

test('ACCESS-03 the palette ranks places above a search for the words', { tag: LONG }, async ({
  page,
}) => {
  await openFeed(page);
  await shortcuts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('expl');
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toHaveText(/Search for/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Explore');
});

test('ACCESS-02 ACCESS-03 Esc leaves a field and a screen for the note one came from, and j goes on', {
  tag: LONG,
}, async ({ page }) => {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await openFeed(page);
  await shortcuts(page);
  await press('j', 'j');
  const second = page.locator('article:focus');
  const note = (await second.getAttribute('data-note')) ?? '';
  const row = page.locator(`[role=feed] [data-note="${note}"]`);
  await press('/');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await press('Escape');
  await expect(row).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(/\/e\//);
  await expect(page.getByRole('main')).toBeFocused();
  await press('Escape');
  await expect(row).toBeFocused();
  // a second Esc leaves the row, and the next key goes on from there
  await press('Escape');
  await expect(row).not.toBeFocused();
  await press('j');
  await expect(page.locator('article:focus')).toHaveAttribute('aria-posinset', '3');

  // rows that are no notes
  await press('g', 'e');
  await expect(page).toHaveTitle('Explore');
  await expect(page.getByRole('main').getByRole('article').nth(1)).toBeVisible();
  await press('j', 'j');
  const offer = await page.locator('article:focus').getByRole('link').first().getAttribute('href');
  await press('o');
  await expect(page).toHaveURL(/\/explore\/feed\//);
  await page.goBack();
  await expect(page.locator('article:focus').getByRole('link').first()).toHaveAttribute(
    'href',
    offer ?? '',
  );
});

test('ACCESS-02 menus and selects work by keyboard, and focus returns', { tag: LONG }, async ({
  page,
}) => {
  await openFeed(page);
  const more = rows(page).first().getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem').last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(more).toBeFocused();

  const select = page.getByRole('combobox', { name: 'Choose a feed' });
  await select.focus();
  const before = await select.textContent();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(select).toHaveText(before ?? '');
  await expect(select).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(select).not.toHaveText(before ?? '');
  await expect(select).toBeFocused();
});

test('ACCESS-02 SEARCH-01 the slash key focuses search, and a forbidden action focuses the sign-in prompt', {
  tag: LONG,
}, async ({ page }) => {
  await openFeed(page);
  await shortcuts(page);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type('lamp oil');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\/lamp%20oil$/);
  await page.goBack();
  await rows(page).first().getByRole('button', { name: /^Like/ }).press('Enter');
  const door = page
    .getByRole('dialog')
    .filter({ hasText: 'You need to be signed in to perform this action' });
  await expect(door.getByRole('button', { name: 'Create account' })).toBeFocused();
});

test('ACCESS-02 ACCESS-04 feed rows are in order, labelled by author, with their text’s direction', {
  tag: LONG,
}, async ({ page }) => {
  await openFeed(page);
  const found = await rows(page).evaluateAll((all) =>
    all.map((one) => ({
      place: one.ariaPosInSet,
      label: document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
      stop: one.tabIndex,
      texts: [...one.querySelectorAll('p')].every(
        (text) =>
          text.dir === 'auto' ||
          text.closest('[dir]') !== null ||
          text.querySelector('bdi') !== null ||
          // a link that is the whole text is the client's own "see more"
          (text.querySelector('a') !== null &&
            text.textContent === text.querySelector('a')?.textContent),
      ),
    })),
  );
  expect(found.map(({ place }) => place)).toEqual(found.map((_, at) => String(at + 1)));
  expect(found.every(({ label, stop }) => label !== '' && stop === 0)).toBe(true);
  expect(found.every(({ texts }) => texts)).toBe(true);
});
