import type { LanguageCode } from '../../../events/settings/language.ts';
import { ENGLISH, followAreas, type Language } from '../strings.ts';
import type { Areas, Loaders } from './areas.ts';

type Area = keyof Areas;
type Spoken = Language & Required<Pick<Language, 'coming'>>;

const MADE: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Spoken>>> = {
  de: () => import('./de/areas.ts').then(({ german }) => languageFrom(german)),
  ar: () => import('./ar/areas.ts').then(({ arabic }) => languageFrom(arabic)),
  'en-XA': () => import('./pseudo.ts').then(({ pseudoLanguage }) => pseudoLanguage()),
};

const made = new Map<LanguageCode, Spoken>();

/**
 * Load a language with the words of all loaded areas, and of those that `screen` loads. Words of
 * later areas are fetched with their code. Rejects if not even the words of the first load can be
 * fetched.
 */
export async function languageOf(code: LanguageCode, screen: Promise<unknown>): Promise<Language> {
  if (code === 'en') {
    followAreas(() => undefined);
    return ENGLISH;
  }
  const language = made.get(code) ?? (await MADE[code]());
  const arrived = followAreas(language.coming);
  const here = () => Promise.all(arrived.map(async (tell) => tell(language.coming)));
  await Promise.all([here(), screen]);
  await here();
  if (!language.main) throw new Error(`the words of ${code} did not come`);
  made.set(code, language);
  return language;
}

/**
 * A language whose words are loaded by area. If the words of an area fail to load, English replaces
 * them until the page is reloaded. A loaded area keeps its promise, marked as React marks it: a
 * view that React draws again must call `use` as often as before.
 */
export function languageFrom(loaders: Partial<Loaders>): Spoken {
  const words: { -readonly [A in Area]?: Areas[A] } = {};
  const begun = new Map<Area, Promise<void> | undefined>();
  const fetchWords = <A extends Area>(area: A, load: () => Promise<Areas[A]>): Promise<void> => {
    const fetching = load()
      .then(
        (fetched) => void (words[area] = fetched),
        () => undefined,
      )
      .then(() => void Object.assign(fetching, { status: 'fulfilled', value: undefined }));
    return fetching;
  };
  const coming = (area: Area): Promise<void> | undefined => {
    const load = loaders[area];
    if (!begun.has(area)) begun.set(area, load && fetchWords(area, load));
    return begun.get(area);
  };
  return Object.assign(words, { coming });
}
