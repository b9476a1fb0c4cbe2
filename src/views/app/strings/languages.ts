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
 * A language with the words of all areas whose code is there, and of those that have come with `screen`; those of later ones are fetched as
 * their code comes. Rejects where not even the words of the first load come.
 */
export async function languageOf(code: LanguageCode, screen: Promise<unknown>): Promise<Language> {
  if (code === 'en') {
    followAreas(() => undefined);
    return ENGLISH;
  }
  const language = made.get(code) ?? (await MADE[code]());
  const areas = followAreas(language.coming);
  const wordsOf = async (area: Area) => {
    const inEnglish = areas[area];
    if (inEnglish) await language.coming(area, inEnglish);
  };
  const here = () => Promise.all(namesIn(areas).map(wordsOf));
  await Promise.all([here(), screen]);
  await here();
  if (!language.main) throw new Error(`the words of ${code} did not come`);
  made.set(code, language);
  return language;
}

function namesIn(areas: Readonly<Partial<Areas>>): readonly Area[] {
  return Object.keys(areas).filter((name): name is Area => Object.hasOwn(areas, name));
}

/** A language whose words are fetched by area. Where those of an area do not come English stands in for them until the page is opened again. */
export function languageFrom(loaders: Partial<Loaders>): Spoken {
  const words: Partial<Areas> = {};
  const begun = new Map<Area, Promise<void> | undefined>();
  const fetchWords = async (area: Area): Promise<void> => {
    const fetched = await loaders[area]?.().catch(() => undefined);
    if (fetched) Object.assign(words, { [area]: fetched });
    begun.set(area, undefined);
  };
  const coming = (area: Area): Promise<void> | undefined => {
    if (!begun.has(area)) begun.set(area, loaders[area] && fetchWords(area));
    return begun.get(area);
  };
  return Object.assign(words, { coming });
}
