import { neighbourhood, pubkeyOfJun } from '../support/pages/account.ts';
import { openFeed, rows, shortcuts } from '../support/pages/reading.ts';
import { expect, type Page, test, LONG } from '../support/test.ts';
import { notesBy } from '../support/service/village.ts';

const PHONE = { width: 390, height: 844 };

test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

/** One finger moves over the middle of the screen, as fast on a busy machine. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  // all of it is past, so that it does not overlap with the next one
  const begun = Date.now() / 1_000 - 0.03;
  const touch = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    after: number,
    ...points: number[]
  ) =>
    tools.send('Input.dispatchTouchEvent', {
      type,
      timestamp: begun + after,
      touchPoints: points.map((x) => ({ x, y: 500 })),
    });
  await touch('touchStart', 0, from);
  await touch('touchMove', 0.01, (from + to) / 2);
  await touch('touchMove', 0.02, to);
  await touch('touchEnd', 0.03);
}

test('ROUTE-19 ACCOUNT-01 a menu is a sheet at the lower edge; a tap beside it and Back only close it', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: notesBy(1, 20) });
  await openFeed(page, `${url}/home`);
  await shortcuts(page);
  await page.getByRole('button', { name: 'Menu' }).tap();
  const menu = page.getByRole('menu', { name: 'Menu' });
  await expect(menu.getByRole('menuitem').first()).toHaveText('Create account');
  await expect(menu.getByRole('menuitem').nth(1)).toHaveText('Sign in');
  const box = await menu.boundingBox();
  expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 844]);
  // over a note, which would open
  await page.touchscreen.tap(200, 140);
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveTitle('Home');

  await page.getByRole('combobox', { name: 'Choose a feed' }).tap();
  const list = page.getByRole('listbox', { name: 'Choose a feed' });
  const open = await list.boundingBox();
  expect([open?.x, open?.width, (open?.y ?? 0) + (open?.height ?? 0)]).toEqual([0, 390, 844]);
  await list.getByRole('option', { name: 'Everyone', exact: true }).tap();
  await expect(list).toHaveCount(0);

  // Back closes a sheet, and stays on the page
  for (const opener of [
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('combobox', { name: 'Choose a feed' }),
    rows(page).first().getByRole('button', { name: 'More' }),
  ]) {
    await opener.tap();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await page.waitForFunction(() => window.history.state?.layers === 1);
    await page.goBack();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(page).toHaveTitle('Home');
  }
  // an entry that navigates leaves no entry of its sheet behind
  await page.getByRole('button', { name: 'Menu' }).tap();
  await menu.getByRole('menuitem', { name: 'Help' }).tap();
  await expect(page).toHaveTitle('Help');
  await page.goBack();
  await expect(page).toHaveTitle('Home');
});

test('ROUTE-19 the New note button stands on feeds only, and hides while the reader scrolls down', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: notesBy(1, 40) });
  await openFeed(page, `${url}/home`);
  await shortcuts(page);
  await page.getByRole('button', { name: 'Close' }).tap();
  const button = page.getByRole('button', { name: 'New note' });
  await expect(button).toBeVisible();
  const scroll = (by: number) => page.evaluate((top) => window.scrollBy(0, top), by);
  await scroll(600);
  await expect(button).toBeHidden();
  await scroll(-200);
  await expect(button).toBeVisible();
  await page.getByRole('link', { name: 'Reads' }).tap();
  await expect(page).toHaveTitle('Reads');
  await expect(button).toHaveCount(0);
});

test('ROUTE-05 a swipe chooses the next tab, but not from the edge or in a box that scrolls', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house(neighbourhood());
  await page.goto(`${url}/explore`);
  const isOn = async (name: string) => {
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    // a swipe that begins on a placeholder is lost when the content replaces it
    const touched = () => page.evaluate(() => document.elementFromPoint(80, 500)?.tagName);
    await expect.poll(touched).toBe('MAIN');
  };
  await isOn('Feeds');
  await swipe(page, 300, 80);
  await isOn('People');
  // from the edge the system goes back; with the next swipe, a step too many would show
  await swipe(page, 8, 300);
  await swipe(page, 300, 80);
  await isOn('Zaps');
  for (const tag of ['textarea', 'div'] as const) {
    await swipe(page, 80, 300);
    await isOn('People');
    const box = await page.evaluateHandle((name) => {
      const made = document.createElement(name);
      made.style.cssText = 'position: fixed; inset: 400px 0 200px; overflow-x: auto';
      const wide = document.createElement('p');
      wide.style.width = '2000px';
      made.append(wide);
      document.querySelector('main')?.append(made);
      return made;
    }, tag);
    await swipe(page, 80, 300);
    await box.evaluate((made) => made.remove());
    await swipe(page, 300, 80);
    await isOn('Zaps');
  }
});

test('PROFILE-02 tabs that do not fit scroll, also by the arrow at their end', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house(neighbourhood());
  await page.goto(`${url}/p/${pubkeyOfJun()}`);
  const last = page.getByRole('tab', { name: 'Relays' });
  await expect(last).not.toBeInViewport();
  const arrow = page.getByRole('tablist').locator('xpath=following-sibling::button');
  await expect(async () => {
    await arrow.last().tap();
    await expect(last).toBeInViewport({ ratio: 1, timeout: 500 });
  }).toPass();
  await expect(arrow).toHaveCount(1);
});

test('ACCESS-02 header and bar stay clear of a notch and a home indicator', { tag: LONG }, async ({
  page,
  house,
}) => {
  const { url } = await house({ events: notesBy(1, 20) });
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 44, bottom: 34 } });
  await openFeed(page, `${url}/home`);
  const [select, home] = await Promise.all(
    [
      page.getByRole('combobox', { name: 'Choose a feed' }),
      page.getByRole('link', { name: 'Home' }).last(),
    ].map((one) => one.boundingBox()),
  );
  expect(select?.y).toBeGreaterThanOrEqual(44);
  // the hairline of the bar takes one pixel
  expect((home?.y ?? 0) + (home?.height ?? 0)).toBeLessThanOrEqual(844 - 34 + 1);
  const [row, head] = await Promise.all([
    rows(page).first().boundingBox(),
    page.locator('main > header').boundingBox(),
  ]);
  expect(row?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
});

test('CACHE-02 the offline strip stands on the bar, and covers neither tabs nor names', {
  tag: LONG,
}, async ({ page, context, house }) => {
  const { url } = await house({ events: notesBy(1, 20) });
  await openFeed(page, `${url}/home`);
  const before = await rows(page).first().boundingBox();
  await context.setOffline(true);
  const strip = page.getByRole('status').filter({ hasText: /^Offline\./ });
  await expect(strip).toBeVisible();
  const [box, bar, row] = await Promise.all([
    strip.boundingBox(),
    page.getByRole('navigation', { name: 'Main' }).last().boundingBox(),
    rows(page).first().boundingBox(),
  ]);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(bar?.y);
  expect(row?.y).toBe(before?.y);
});
