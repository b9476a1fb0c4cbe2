import type { Theme } from '../../../../src/events/settings/appearance.ts';
import { directionOf, type LanguageCode } from '../../../../src/events/settings/language.ts';
import { arabic } from '../../../../src/views/ui/strings/ar/areas.ts';
import type { Areas, Loaders } from '../../../../src/views/ui/strings/areas.ts';
import { german } from '../../../../src/views/ui/strings/de/areas.ts';
import { ENGLISH_WORDS } from '../../../support/views/pseudo-language.ts';
import type { APIRequestContext } from '@playwright/test';
import { leftDialogs, neighbourhood, pubkeyOfJun, signIn } from '../pages/account.ts';
import { faults, faultsIn, faultsInThemes } from './axe.ts';
import { clipped, saidOf, wide } from './clipping.ts';
import { misdirected } from './directions.ts';
import { follow } from '../pages/reading.ts';
import { allRoutes } from './routes.ts';
import type { TestService } from '../service/test-service.ts';
import { expect, type Locator, type Page } from '../test.ts';

const PHONE = { width: 390, height: 844 };
/** The viewport of a 1,280-pixel window at 200 %. */
const ENLARGED = { width: 640, height: 400 };
/** All languages. English needs no loader. */
export const LANGUAGES: Readonly<Record<string, Loaders | undefined>> = {
  en: undefined,
  de: german,
  ar: arabic,
};
const SIZES = [
  { name: 'wide', width: 1_280, height: 900 },
  { name: 'phone', ...PHONE },
  { name: 'at 200 %', ...ENLARGED },
];
/** Each language in each window size. */
export const LOOKS = Object.entries(LANGUAGES).flatMap(([code, language]) =>
  SIZES.map(({ name, ...size }) => ({ code, language, name, size })),
);

/** Screens that are checked in a language, for a signed-in user. */
const SCREENS =
  '/home /notifications /dms /explore /bookmarks /myarticles /reads/edit /search /settings /settings/account /settings/network /settings/nwc /settings/zaps /settings/filters /help'.split(
    ' ',
  );

/** All texts of a part of the catalogue, without functions. */
function textsIn(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : [];
}

/** All texts of a language's catalogue, without functions. */
const textsOf = async (language: Loaders | undefined): Promise<readonly string[]> =>
  textsIn(
    language ? await Promise.all(Object.values(language).map((load) => load())) : ENGLISH_WORDS,
  ).filter((text) => text !== '');

/** The texts of an area. */
export const wordsOf = async <A extends keyof Areas>(
  language: Loaders | undefined,
  area: A,
): Promise<Areas[A]> => (language ? language[area]() : ENGLISH_WORDS[area]);

/** Set the language of the next page load. */
export const speak = (page: Page, code: string): Promise<void> =>
  page.evaluate((one) => localStorage.setItem('forcedLanguage', one), code);

/**
 * Return the catalogue's English texts that the language does not contain. Short words are skipped,
 * because they may be names of people.
 */
const onlyEnglish = (texts: readonly string[]): readonly string[] =>
  textsIn(ENGLISH_WORDS).filter((text) => text.length > 3 && !texts.includes(text));

/**
 * Return the faults of the current page: clipped, too wide, English, or of the wrong direction.
 * `texts`: the texts of the language.
 */
async function wrongOn(page: Page, texts: readonly string[]): Promise<readonly string[]> {
  return [
    ...(await clipped(page, texts)),
    ...(await wide(page)).map((one) => `${one} sticks out`),
    ...(await saidOf(page, onlyEnglish(texts))).map((one) => `${one} is English`),
    ...(await misdirected(page)),
  ];
}

/** `look` checks the current page, also with axe in each theme. `wrong` collects the faults. */
export async function looking(page: Page, language: Loaders | undefined) {
  const texts = await textsOf(language);
  const wrong: string[] = [];
  const look = async (where: string): Promise<void> => {
    wrong.push(
      ...[...(await wrongOn(page, texts)), ...(await faultsInThemes(page))].map(
        (one) => `${where}: ${one}`,
      ),
    );
  };
  return { wrong, look };
}

/** Presses a button by the keyboard. */
export async function press(button: Locator): Promise<void> {
  await button.focus();
  await expect(button).toBeFocused();
  await button.press('Enter');
}

/** Waits until a screen has loaded. */
const isThere = async (page: Page): Promise<void> => {
  // the previous screen stays hidden in the document until the next one is drawn
  await expect(page.locator('#main:visible')).toHaveCount(1);
  await expect(page.locator('#main:visible [role=status] > div[aria-hidden]')).toHaveCount(0);
};

interface Walked {
  readonly code: LanguageCode;
  /** The language's name in the settings. */
  readonly name: string;
  readonly words: Loaders;
  readonly theme: Theme;
}

/**
 * Choose a language in the settings and visit screens, the composer and a note menu on a phone.
 * Returns the faults, including axe violations.
 */
export async function walkIn(
  page: Page,
  site: TestService,
  { code, name, words, theme }: Walked,
): Promise<readonly string[]> {
  const [main, settings, acts, compose] = await Promise.all([
    words.main(),
    words.settings(),
    words.actions(),
    words.compose(),
  ]);
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
    wrong.push(
      ...[...(await wrongOn(page, texts)), ...(await faultsIn(page, theme))].map(
        (one) => `${where}: ${one}`,
      ),
    );
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

/** Number of parts into which the walk of all screens is split. */
export const PARTS = 4;

/**
 * Return the faults of a part of all screens in a language, for a signed-in user: English, clipped
 * or too wide on a phone and at 200 %, and axe violations in any theme.
 */
export async function wrongOnScreens(
  page: Page,
  request: APIRequestContext,
  town: Pick<TestService, 'url' | 'demo'>,
  { code, words }: Pick<Walked, 'code' | 'words'>,
  part: number,
): Promise<readonly string[]> {
  const texts = await textsOf(words);
  const routes = await allRoutes(request, town);
  // paths with the same title lead to the same screen
  const screens = routes.filter(
    ({ title }, at) => routes.findIndex((one) => String(one.title) === String(title)) === at,
  );
  await signIn(page, town);
  await speak(page, code);
  const wrong: string[] = [];
  for (const { path } of screens.filter((_, at) => at % PARTS === part)) {
    await page.setViewportSize(PHONE);
    await page.goto(`${town.url}${path}`);
    await isThere(page);
    wrong.push(
      ...[...(await wrongOn(page, texts)), ...(await faultsInThemes(page))].map(
        (one) => `${path}: ${one}`,
      ),
    );
    await page.setViewportSize(ENLARGED);
    wrong.push(
      ...[...(await wrongOn(page, texts)), ...(await faults(page))].map(
        (one) => `${path} at 200 %: ${one}`,
      ),
    );
  }
  return wrong;
}

/**
 * Plant an English word, a clipped text and a too wide text in a faultless page of that language.
 * Returns the faults found.
 */
export async function plantedIn(
  page: Page,
  { code, words }: Pick<Walked, 'code' | 'words'>,
): Promise<readonly string[]> {
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

/** The faults that `plantedIn` must find. */
export const PLANTED: readonly string[] = [
  'it in p.',
  'p.null 500 sticks out',
  'Nothing published yet is English',
];
