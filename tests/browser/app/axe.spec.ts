import { faults, faultsInThemes } from '../support/checks/axe.ts';
import { allRoutes } from '../support/checks/routes.ts';
import { expect, LONG, test } from '../support/test.ts';

const PARTS = 4;

for (let part = 0; part < PARTS; part++) {
  test(`ACCESS-01 axe finds nothing serious on any screen in any theme (${part + 1} of ${PARTS})`, {
    tag: LONG,
  }, async ({ page, request, town }) => {
    test.slow();
    // axe would see colours in the middle of a fade
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const routes = await allRoutes(request, town);
    // paths with the same title lead to the same screen
    const screens = routes.filter(
      ({ title }, at) => routes.findIndex((one) => String(one.title) === String(title)) === at,
    );
    for (const { path, title } of screens.filter((_, at) => at % PARTS === part)) {
      await page.goto(path);
      await expect(page, path).toHaveTitle(title);
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      expect(await faultsInThemes(page), path).toEqual([]);
    }
  });
}

test('ACCESS-01 the test above finds a breach: grey on grey and a button without a name', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/help');
  await expect(page.locator('main').getByRole('heading').first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.evaluate(() => {
    const text = Object.assign(document.createElement('p'), { textContent: 'hardly seen' });
    text.style.color = '#999';
    text.style.background = '#aaa';
    document.querySelector('main')?.append(text, document.createElement('button'));
  });
  expect((await faults(page)).map((fault) => fault.split(':')[0])).toEqual([
    'button-name',
    'color-contrast',
  ]);
});
