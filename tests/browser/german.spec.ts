import { german } from '../../src/views/app/strings/de/areas.ts';
import { acts } from '../../src/views/app/strings/de/acts.ts';
import { compose } from '../../src/views/app/strings/de/compose.ts';
import { main } from '../../src/views/app/strings/de/main.ts';
import { settings } from '../../src/views/app/strings/de/settings.ts';
import { zaps } from '../../src/views/app/strings/de/zaps.ts';
import { leftDialogs, neighbourhood, pubkeyOfJun, signIn } from './support/account.ts';
import { faultsIn, faultsInThemes } from './support/axe.ts';
import { follow } from './support/reading.ts';
import { allRoutes } from './support/routes.ts';
import { expect, LONG, test } from './support/test.ts';
import { isThere, SCREENS, textsOf, wrongOn } from './support/translated.ts';

const PHONE = { width: 390, height: 844 };
const PARTS = 2;

test('ACCESS-05 German is chosen in the settings, and all that follows is German; on a phone nothing is cut off, and axe finds nothing', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  const texts = await textsOf(german);
  const site = await house(neighbourhood());
  const [said] = neighbourhood().events ?? [];
  await signIn(page, site);
  await page.goto(`${site.url}/settings/appearance`);
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: settings.appearance.reading })).toBeVisible();
  await page.setViewportSize(PHONE);
  const wrong: string[] = [];
  const look = async (name: string): Promise<void> => {
    wrong.push(...(await wrongOn(page, texts)), ...(await faultsIn(page, 'sunset')).map((one) => `${name}: ${one}`));
  };
  for (const path of [...SCREENS, `/p/${pubkeyOfJun()}`, `/thread/${said?.id ?? ''}`]) {
    await follow(page, path);
    await isThere(page);
    await look(path);
  }
  await page.goto(`${site.url}/home`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('button', { name: main.app.nav.newNote }).first().click();
  await expect(page.getByRole('dialog', { name: compose.titles.note })).toBeVisible();
  await look('composer');
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  const row = page.getByRole('feed').getByRole('article').first();
  await row.getByRole('button', { name: main.note.more }).click();
  await expect(page.getByRole('menuitem', { name: acts.broadcast })).toBeVisible();
  await look('menu of a note');
  expect(wrong).toEqual([]);
});

for (let part = 0; part < PARTS; part++) {
  test(`ACCESS-05 ACCESS-01 no screen says an English word in German, none cuts a text off, and axe finds nothing in any theme (${part + 1} of ${PARTS})`, {
    tag: LONG,
  }, async ({ page, request, town }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('forcedLanguage', 'de'));
    const texts = await textsOf(german);
    const routes = await allRoutes(request, town);
    const screens = routes.filter(({ title }, at) => routes.findIndex((one) => String(one.title) === String(title)) === at);
    const wrong: string[] = [];
    for (const { path } of screens.filter((_, at) => at % PARTS === part)) {
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await isThere(page);
      wrong.push(...[...(await wrongOn(page, texts)), ...(await faultsInThemes(page))].map((one) => `${path}: ${one}`));
    }
    expect(wrong).toEqual([]);
  });
}

test('an English word and a text that is cut off are found out in German (planted)', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('forcedLanguage', 'de'));
  const texts = await textsOf(german);
  await page.setViewportSize(PHONE);
  await page.goto('/help');
  await isThere(page);
  expect(await wrongOn(page, texts)).toEqual([]);
  await page.evaluate(
    ([english = '', long = '']) => {
      const box = document.createElement('p');
      Object.assign(box.style, { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' });
      box.textContent = long;
      box.setAttribute('aria-label', english);
      document.querySelector('#main')?.append(box);
    },
    ['Nothing published yet', zaps.dialog.others],
  );
  expect(await wrongOn(page, texts)).toEqual([`${zaps.dialog.others} in p.`, 'Nothing published yet is English']);
});

test.describe('in a browser that asks for German', () => {
  test.use({ locale: 'de-AT' });

  test('ACCESS-05 who chose nothing is answered in German, whatever the region', async ({ page }) => {
    await page.goto('/help');
    await expect(page.getByRole('heading', { name: main.app.nav.help, level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });
});
