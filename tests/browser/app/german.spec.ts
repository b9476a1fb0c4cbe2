import { german } from '../../../src/views/ui/strings/de/areas.ts';
import { main } from '../../../src/views/ui/strings/de/main.ts';
import { neighbourhood, signIn } from '../support/pages/account.ts';
import { nip04Message } from '../support/pages/direct-messages.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, test } from '../support/test.ts';
import {
  PARTS,
  PLANTED,
  plantedIn,
  speak,
  walkIn,
  wrongOnScreens,
} from '../support/checks/translation-checks.ts';

const GERMAN = { code: 'de', name: 'Deutsch', words: german, theme: 'sunset' } as const;

test('ACCESS-05 choosing German makes every screen German, without clipping on a phone', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(180_000);
  expect(await walkIn(page, await house(neighbourhood()), GERMAN)).toEqual([]);
});

for (let part = 0; part < PARTS; part++) {
  test(`ACCESS-05 ACCESS-01 no screen in German shows English or clips (${part + 1} of ${PARTS})`, {
    tag: LONG,
  }, async ({ page, request, town }) => {
    test.setTimeout(600_000);
    expect(await wrongOnScreens(page, request, town, GERMAN, part)).toEqual([]);
  });
}

test('ACCESS-05 DM-01 on a phone the title of Messages is not clipped by the "mark all as read" button', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await publish(
    site.url,
    nip04Message({ from: 2, to: 9, text: 'The lamps flicker again', ago: 60 }),
  );
  await signIn(page, site);
  await speak(page, 'de');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/dms`);
  await expect(page.getByRole('button', { name: 'Alle als gelesen markieren' })).toBeVisible();
  const title = page.getByRole('heading', { level: 1, name: 'Nachrichten' });
  expect(
    await title.evaluate((one) => [
      one.scrollWidth - one.clientWidth,
      one.scrollHeight < 2 * Number.parseFloat(getComputedStyle(one).lineHeight),
    ]),
  ).toEqual([0, true]);
});

test('an English word and a clipped text are detected in German (planted)', { tag: LONG }, async ({
  page,
}) => {
  expect(await plantedIn(page, GERMAN)).toEqual(PLANTED);
});

test.describe('in a browser that asks for German', () => {
  test.use({ locale: 'de-AT' });

  test('ACCESS-05 a browser that asks for German gets German, in any region', {
    tag: LONG,
  }, async ({ page }) => {
    await page.goto('/help');
    await expect(page.getByRole('heading', { name: main.app.nav.help, level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  });
});
