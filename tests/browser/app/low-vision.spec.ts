import { allRoutes } from '../support/checks/routes.ts';
import { openFeed, rows } from '../support/pages/reading.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

/** Screens that a reader opens most, by their paths. */
const SCREENS = [
  '/home',
  '/explore',
  '/search',
  '/search/lamp',
  '/bookmarks',
  '/help',
  '/downloads',
  '/settings/appearance',
];

/** Horizontal overflow of the page, in CSS pixels. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );

async function readable(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main'), path).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), path).toHaveCount(0);
}

test('ACCESS-04 at 200 % zoom in a small window no screen scrolls sideways', { tag: LONG }, async ({
  page,
  request,
  town,
}) => {
  // 1280 px at 200 % equals 640 CSS pixels, and WCAG 1.4.10 requires 320
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 512 });
    for (const path of SCREENS) {
      await readable(page, path);
      expect(await overflow(page), `${path} at ${width}`).toBe(0);
    }
  }
  const profile = (await allRoutes(request, town)).find(({ path }) => path.startsWith('/p/npub'));
  await readable(page, profile?.path ?? '/p');
  expect(await overflow(page)).toBe(0);
});

test('ACCESS-04 in right-to-left layout nothing leaves the window, and the columns are mirrored', {
  tag: LONG,
}, async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      document.documentElement.setAttribute('dir', 'rtl'),
    );
  });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of SCREENS) {
      await readable(page, path);
      expect(await overflow(page), `${path} at ${width}`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await openFeed(page);
  const [navigation, main] = [
    await page.getByRole('navigation', { name: 'Main' }).boundingBox(),
    await page.getByRole('main').boundingBox(),
  ];
  expect(navigation?.x ?? 0).toBeGreaterThan(main?.x ?? Infinity);
});

test('ACCESS-04 forced colours still show the selection and the focus', { tag: LONG }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openFeed(page);
  const edge = (of: string) =>
    page.locator(of).evaluate((one) => {
      const { outlineStyle, outlineWidth, borderStyle, backgroundColor } = getComputedStyle(one);
      return {
        outline: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0,
        border: borderStyle !== 'none',
        backgroundColor,
      };
    });
  await rows(page).first().focus();
  await page.keyboard.press('Tab');
  expect((await edge(':focus-visible')).outline).toBe(true);
  await page.getByRole('combobox', { name: 'Choose a feed' }).press('Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  expect((await edge('[role="listbox"]')).border).toBe(true);
});

test('ACCESS-04 with reduced motion no animation lasts longer than a frame', { tag: LONG }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFeed(page);
  await page.getByRole('combobox', { name: 'Choose a feed' }).press('Enter');
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('*')].flatMap((one) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(one);
        return [transitionDuration, animationName === 'none' ? '0s' : animationDuration].flatMap(
          (list) =>
            list
              .split(',')
              .map((time) => parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1_000)),
        );
      }),
    ),
  );
  expect(longest).toBeLessThan(20);
});
