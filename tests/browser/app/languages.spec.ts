import { main as arabic } from '../../../src/views/ui/strings/ar/main.ts';
import { main as german } from '../../../src/views/ui/strings/de/main.ts';
import { settings as germanSettings } from '../../../src/views/ui/strings/de/settings.ts';
import { english } from '../../../src/views/ui/strings/english.ts';
import { clipped, wide } from '../support/checks/clipping.ts';
import { servePictures } from '../support/pages/png.ts';
import { openFeed } from '../support/pages/reading.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { note } from '../support/service/village.ts';

const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const speak = (page: Page, code: string) =>
  page.addInitScript((language) => localStorage.setItem('forcedLanguage', language), code);

const spoken = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);

/** Pixels by which the page is wider than its window, to either side. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const middleOf = async (page: Page, selector: string): Promise<number> => {
  const box = await page.locator(selector).first().boundingBox();
  return box ? box.x + box.width / 2 : Number.NaN;
};

/** Records whether the navigation ever contained this text, from the first element on. */
async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((wanted) => {
    new MutationObserver(() => {
      for (const link of document.querySelectorAll('nav a'))
        if (link.textContent.trim() === wanted) Object.assign(window, { [`said ${wanted}`]: true });
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
  return () => page.evaluate((wanted) => Reflect.get(window, `said ${wanted}`) === true, text);
}

test('ACCESS-05 E-55 in Arabic the page is right-to-left before any script runs, at both widths', {
  tag: LONG,
}, async ({ page }) => {
  test.slow();
  await speak(page, 'ar');
  await page.route('**/assets/*.js', (route) =>
    route.request().url().includes('first-theme') ? route.continue() : route.abort(),
  );
  await page.setViewportSize(WIDE);
  await page.goto('/home');
  expect(await spoken(page)).toEqual(['ar', 'rtl']);
  expect(await middleOf(page, '.shell-nav')).toBeGreaterThan(await middleOf(page, '.shell-main'));
  await page.unroute('**/assets/*.js');
  await openFeed(page);
  await expect(page.getByRole('link', { name: arabic.app.nav.explore }).first()).toBeVisible();
  expect(await spoken(page)).toEqual(['ar', 'rtl']);
  expect(await middleOf(page, '#navigation')).toBeGreaterThan(await middleOf(page, '#main'));
  expect(await middleOf(page, 'aside')).toBeLessThan(await middleOf(page, '#main'));
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size);
    for (const path of [
      '/home',
      '/settings',
      '/settings/appearance',
      '/settings/filters',
      '/explore',
      '/help',
    ]) {
      await page.goto(path);
      await expect(page.locator('#main')).toBeVisible();
      await expect(page.locator('#main [role=status] > [aria-hidden]')).toHaveCount(0);
      expect([path, size.width, await overflow(page)]).toEqual([path, size.width, 0]);
    }
  }
});

test('ACCESS-05 a German page shows no English navigation while it loads', { tag: LONG }, async ({
  page,
}) => {
  await speak(page, 'de');
  const wasSaid = await watchFor(page, english.app.nav.home);
  const isGerman = await watchFor(page, german.app.nav.home);
  await page.setViewportSize(WIDE);
  await openFeed(page);
  await expect(
    page.getByRole('link', { name: german.app.nav.home, exact: true }).first(),
  ).toBeVisible();
  expect(await page.title()).toContain(german.app.nav.home);
  expect(await spoken(page)).toEqual(['de', 'ltr']);
  await page.goto('/settings/appearance');
  await expect(
    page.getByRole('heading', { name: germanSettings.appearance.reading }),
  ).toBeVisible();
  expect(await isGerman()).toBe(true);
  expect(await wasSaid()).toBe(false);
});

test('ACCESS-05 a chosen language applies at once, and before the first paint of a reload', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/settings/appearance');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(
    page.getByRole('heading', { name: germanSettings.appearance.reading }),
  ).toBeVisible();
  expect(await spoken(page)).toEqual(['de', 'ltr']);
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
  await page.reload();
  await expect(
    page.getByRole('heading', { name: germanSettings.appearance.reading }),
  ).toBeVisible();
});

test('ACCESS-05 NOTE-07 in right-to-left layout the left arrow shows the next picture', {
  tag: LONG,
}, async ({ page, house }) => {
  const urls = ['one', 'two', 'three'].map((name) => `https://media.example/${name}.png`);
  const tags = urls.map((url, at) => ['imeta', `url ${url}`, 'dim 800x600', `alt ${at + 1}`]);
  const { url } = await house({ events: [note(`Three of them ${urls.join(' ')}`, { tags })] });
  await servePictures(page);
  await speak(page, 'ar');
  await openFeed(page, `${url}/home`);
  await page.getByRole('button', { name: arabic.media.openNamed('2') }).click();
  const image = page.getByRole('dialog').getByRole('img');
  await expect(image).toHaveAttribute('src', urls[1] ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(image).toHaveAttribute('src', urls[2] ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(image).toHaveAttribute('src', urls[1] ?? '');
});

const SCREENS =
  '/home /reads /explore /notifications /bookmarks /downloads /help /search/miaow /settings /settings/appearance /settings/network /settings/filters /settings/muted /settings/zaps /settings/home_feeds';

test('ACCESS-05 E-55 on a phone a language with texts 40 % longer is not clipped', {
  tag: LONG,
}, async ({ page }) => {
  test.slow();
  await speak(page, 'en-XA');
  await page.setViewportSize(PHONE);
  const cut: string[] = [];
  for (const path of SCREENS.split(' ')) {
    await page.goto(path);
    await expect(page.locator('#main')).toContainText('⟦');
    await expect(page.locator('#main [role=status] > [aria-hidden]')).toHaveCount(0);
    cut.push(...(await clipped(page)).map((one) => `${path}: ${one}`));
    cut.push(...(await wide(page)).map((one) => `${path}: ${one} sticks out`));
  }
  expect(cut).toEqual([]);
});

test('a clipped text is detected (planted)', { tag: LONG }, async ({ page }) => {
  await speak(page, 'en-XA');
  await page.setViewportSize(PHONE);
  await page.goto('/help');
  await expect(page.locator('#main')).toContainText('⟦');
  await page.evaluate(() => {
    const box = document.createElement('p');
    Object.assign(box.style, { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' });
    box.textContent = '⟦plánted séntence that is long⟧';
    document.querySelector('#main')?.append(box);
  });
  expect((await clipped(page)).filter((one) => one.includes('plánted'))).toHaveLength(1);
});

test('NOTE-23 ACCESS-05 on a phone, a count in long words covers no other action', {
  tag: LONG,
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openFeed(page);
  const covered = await page
    .getByRole('group', { name: 'Actions' })
    .first()
    .evaluate((bar) => {
      const buttons = [...bar.querySelectorAll('button')];
      const edges = () =>
        buttons.map((button) => {
          const { left, right } = button.getBoundingClientRect();
          return { left, right };
        });
      return ['56.9 ألف', '123 Mio.'].flatMap((words) => {
        buttons[1]?.append(words);
        const found = edges();
        buttons[1]?.lastChild?.remove();
        const isApart = found.every(({ left }, at) => left >= (found[at - 1]?.right ?? 0) - 0.5);
        return isApart && (found.at(-1)?.right ?? 999) <= 390 ? [] : [words, JSON.stringify(found)];
      });
    });
  expect(covered).toEqual([]);
});
