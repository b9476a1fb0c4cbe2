import { german } from '../../src/views/app/strings/de/areas.ts';
import { main } from '../../src/views/app/strings/de/main.ts';
import { neighbourhood } from './support/account.ts';
import { faultsInThemes } from './support/axe.ts';
import { allRoutes } from './support/routes.ts';
import { expect, LONG, test } from './support/test.ts';
import { isThere, PHONE, PLANTED, plantedIn, textsOf, walkIn, wrongOn } from './support/translated.ts';

const PARTS = 2;

const GERMAN = { code: 'de', name: 'Deutsch', words: german, theme: 'sunset' } as const;

test('ACCESS-05 German is chosen in the settings, and all that follows is German; on a phone nothing is cut off, and axe finds nothing', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  expect(await walkIn(page, await house(neighbourhood()), GERMAN)).toEqual([]);
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
  expect(await plantedIn(page, GERMAN)).toEqual(PLANTED);
});

test.describe('in a browser that asks for German', () => {
  test.use({ locale: 'de-AT' });

  test('ACCESS-05 who chose nothing is answered in German, whatever the region', async ({ page }) => {
    await page.goto('/help');
    await expect(page.getByRole('heading', { name: main.app.nav.help, level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });
});
