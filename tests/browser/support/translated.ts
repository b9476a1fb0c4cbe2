import type { Theme } from '../../../src/events/settings/appearance.ts';
import { directionOf, type LanguageCode } from '../../../src/events/settings/language.ts';
import type { Loaders } from '../../../src/views/app/strings/areas.ts';
import { ENGLISH_WORDS } from '../../support/pseudo-language.ts';
import { leftDialogs, neighbourhood, pubkeyOfJun, signIn } from './account.ts';
import { faultsIn } from './axe.ts';
import { clipped, saidOf, wide } from './clipping.ts';
import { follow } from './reading.ts';
import type { House } from './start.ts';
import { expect, type Page } from './test.ts';

export const PHONE = { width: 390, height: 844 };

/** Screens that a language is walked on, for who is signed in. */
const SCREENS =
  '/home /notifications /dms /explore /bookmarks /myarticles /reads/edit /search /settings /settings/account /settings/network /settings/nwc /settings/zaps /settings/filters /help'.split(
    ' ',
  );

/** All texts of a part of the catalogue that stand there whole. */
function textsIn(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : [];
}

/** All texts of a language that stand in its catalogue whole. */
export const textsOf = async (language: Loaders): Promise<readonly string[]> =>
  textsIn(await Promise.all(Object.values(language).map((load) => load()))).filter((text) => text !== '');

/** What would be English: texts of its catalogue that the language does not have. Short words may be names that people gave. */
const onlyEnglish = (texts: readonly string[]): readonly string[] =>
  textsIn(ENGLISH_WORDS).filter((text) => text.length > 3 && !texts.includes(text));

/** What is wrong with the page as it stands: cut off, sticking out, or in English. `texts`: those of the language. */
export async function wrongOn(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  return [
    ...(await clipped(page, texts)),
    ...(await wide(page)).map((one) => `${one} sticks out`),
    ...(await saidOf(page, onlyEnglish(texts))).map((one) => `${one} is English`),
  ];
}

/** Waits until a screen has come. */
export const isThere = async (page: Page): Promise<void> => {
  // what is left stands hidden until the next screen is drawn
  await expect(page.locator('#main:visible')).toHaveCount(1);
  await expect(page.locator('#main:visible [role=status] > div[aria-hidden]')).toHaveCount(0);
};

interface Walked {
  readonly code: LanguageCode;
  /** As the settings name it. */
  readonly name: string;
  readonly words: Loaders;
  readonly theme: Theme;
}

/** Chooses a language in the settings and walks screens, the composer and the menu of a note on a phone. Gives what is wrong there, also as axe finds. */
export async function walkIn(page: Page, site: House, { code, name, words, theme }: Walked): Promise<readonly string[]> {
  const [main, settings, acts, compose] = await Promise.all([words.main(), words.settings(), words.acts(), words.compose()]);
  const texts = await textsOf(words);
  const [said] = neighbourhood().events ?? [];
  await signIn(page, site);
  await page.goto(`${site.url}/settings/appearance`);
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('heading', { name: settings.appearance.reading })).toBeVisible();
  await page.setViewportSize(PHONE);
  const wrong: string[] = [];
  const look = async (where: string): Promise<void> => {
    wrong.push(...[...(await wrongOn(page, texts)), ...(await faultsIn(page, theme))].map((one) => `${where}: ${one}`));
  };
  for (const path of [...SCREENS, `/p/${pubkeyOfJun()}`, `/thread/${said?.id ?? ''}`]) {
    await follow(page, path);
    await isThere(page);
    await expect(page.locator(`html[dir=${directionOf(code)}]`)).toHaveAttribute('lang', code);
    await look(path);
  }
  await page.goto(`${site.url}/home`);
  await page.getByRole('button', { name: main.app.nav.newNote }).first().click();
  await expect(page.getByRole('dialog', { name: compose.titles.note })).toBeVisible();
  await look('composer');
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  const row = page.getByRole('feed').getByRole('article').first();
  await row.getByRole('button', { name: main.note.more }).click();
  await expect(page.getByRole('menuitem', { name: acts.broadcast })).toBeVisible();
  await look('menu of a note');
  return wrong;
}

/** What is found wrong with a page of that language on which nothing was wrong, once an English word, a text that is cut off and one that sticks out were planted. */
export async function plantedIn(page: Page, { code, words }: Pick<Walked, 'code' | 'words'>): Promise<readonly string[]> {
  await page.addInitScript((one) => localStorage.setItem('forcedLanguage', one), code);
  const texts = await textsOf(words);
  const { dialog } = await words.zaps();
  await page.setViewportSize(PHONE);
  await page.goto('/help');
  await isThere(page);
  expect(await wrongOn(page, texts)).toEqual([]);
  await page.evaluate(
    ([english = '', long = '']) => {
      const [box, broad] = [document.createElement('p'), document.createElement('p')];
      Object.assign(box.style, { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' });
      box.textContent = long;
      box.setAttribute('aria-label', english);
      Object.assign(broad.style, { width: '500px', maxWidth: 'none' });
      broad.textContent = '500';
      document.body.append(broad);
      document.querySelector('#main')?.append(box);
    },
    ['Nothing published yet', dialog.others],
  );
  return (await wrongOn(page, texts)).map((one) => one.replace(dialog.others, 'it'));
}

/** What `plantedIn` has to find. */
export const PLANTED: readonly string[] = ['it in p.', 'p.null 500 sticks out', 'Nothing published yet is English'];
