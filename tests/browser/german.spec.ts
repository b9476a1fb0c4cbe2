import { german } from '../../src/views/app/strings/de/areas.ts';
import { acts } from '../../src/views/app/strings/de/acts.ts';
import { compose } from '../../src/views/app/strings/de/compose.ts';
import { main } from '../../src/views/app/strings/de/main.ts';
import { settings } from '../../src/views/app/strings/de/settings.ts';
import { zaps } from '../../src/views/app/strings/de/zaps.ts';
import { ENGLISH_WORDS } from '../support/pseudo-language.ts';
import { leftDialogs, neighbourhood, pubkeyOfJun, signIn } from './support/account.ts';
import { faultsIn, faultsInThemes } from './support/axe.ts';
import { clipped, saidOf, wide } from './support/clipping.ts';
import { follow } from './support/reading.ts';
import { allRoutes } from './support/routes.ts';
import { expect, LONG, type Page, test } from './support/test.ts';

const PHONE = { width: 390, height: 844 };
const PARTS = 2;

/** All texts of a part of the catalogue that stand there whole. */
function textsIn(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : [];
}

const germanTexts = async (): Promise<readonly string[]> =>
  textsIn(await Promise.all(Object.values(german).map((load) => load()))).filter((text) => text !== '');

/** What would be English: texts of its catalogue that German does not have. Short words may be names that people gave. */
const onlyEnglish = (inGerman: readonly string[]): readonly string[] =>
  textsIn(ENGLISH_WORDS).filter((text) => text.length > 3 && !inGerman.includes(text));

/** What is wrong with the page as it stands: cut off, sticking out, or in English. */
async function wrongOn(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  return [
    ...(await clipped(page, texts)),
    ...(await wide(page)).map((one) => `${one} sticks out`),
    ...(await saidOf(page, onlyEnglish(texts))).map((one) => `${one} is English`),
  ];
}

const isThere = async (page: Page): Promise<void> => {
  await expect(page.locator('#main')).toBeVisible();
  await expect(page.locator('#main [role=status] > [aria-hidden]')).toHaveCount(0);
};

test('ACCESS-05 German is chosen in the settings, and all that follows is German; on a phone nothing is cut off, and axe finds nothing', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  const texts = await germanTexts();
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
  const paths =
    '/home /notifications /dms /explore /bookmarks /myarticles /reads/edit /search /settings /settings/account /settings/network /settings/nwc /settings/zaps /settings/filters /help';
  for (const path of [...paths.split(' '), `/p/${pubkeyOfJun()}`, `/thread/${said?.id ?? ''}`]) {
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
    const texts = await germanTexts();
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
  const texts = await germanTexts();
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
