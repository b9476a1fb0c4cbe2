import { german } from '../../src/views/app/strings/de/areas.ts';
import { main } from '../../src/views/app/strings/de/main.ts';
import { neighbourhood } from './support/account.ts';
import { expect, LONG, test } from './support/test.ts';
import { PARTS, PLANTED, plantedIn, walkIn, wrongOnScreens } from './support/translated.ts';

const GERMAN = { code: 'de', name: 'Deutsch', words: german, theme: 'sunset' } as const;

test('ACCESS-05 German is chosen in the settings, and all that follows is German; on a phone nothing is cut off, and axe finds nothing', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(180_000);
  expect(await walkIn(page, await house(neighbourhood()), GERMAN)).toEqual([]);
});

for (let part = 0; part < PARTS; part++) {
  test(`ACCESS-05 ACCESS-01 no screen says an English word in German, none cuts a text off on a phone or at 200 %, and axe finds nothing in any theme (${part + 1} of ${PARTS})`, {
    tag: LONG,
  }, async ({ page, request, town }) => {
    test.setTimeout(600_000);
    expect(await wrongOnScreens(page, request, town, GERMAN, part)).toEqual([]);
  });
}

test('an English word and a text that is cut off are found out in German (planted)', { tag: LONG }, async ({ page }) => {
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
