import type { Loaders } from '../../../src/views/app/strings/areas.ts';
import { ENGLISH_WORDS } from '../../support/pseudo-language.ts';
import { clipped, saidOf, wide } from './clipping.ts';
import { expect, type Page } from './test.ts';

/** Screens that a language is walked on, for who is signed in. */
export const SCREENS =
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
