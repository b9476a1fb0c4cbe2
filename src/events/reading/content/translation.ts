import type { Token } from './content-token.ts';

/** Why a text was not translated. `same`: it is in the reader's language already. */
export type TranslationProblem = 'wordless' | 'unknown' | 'same' | 'unavailable' | 'slow' | 'failed';

/** What a translator is given of one note at most. */
const MOST_TEXTS = 400;

/** What has words among the pieces of a note, each once. Names, links, hashtags and all else are nobody's to translate. */
export function textsOf(tokens: readonly Token[]): readonly string[] {
  const texts = tokens.flatMap((token) => (token.type === 'text' && /\p{L}/u.test(token.text) ? [token.text] : []));
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

/** The same pieces with those texts in other words; all others, and white space around a text, stay as they are. */
export function inOtherWords<T extends Token>(tokens: readonly T[], words: ReadonlyMap<string, string>): readonly T[] {
  return tokens.map((token) => {
    const said = token.type === 'text' ? words.get(token.text) : undefined;
    return said === undefined ? token : { ...token, text: spacedAs(token.text, said) };
  });
}

function spacedAs(text: string, said: string): string {
  const [before] = /^\s*/.exec(text) ?? [''];
  const [after] = /\s*$/.exec(text) ?? [''];
  return `${before}${said.trim()}${after}`;
}

/** Whether two language tags (BCP 47) name one language, whatever its region: en and en-US. Chinese is written in two ways. */
export function isSameLanguage(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other);
}

function baseOf(tag: string): string {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  if (language !== 'zh') return language;
  return rest.some((part) => part === 'hant' || part === 'tw' || part === 'hk' || part === 'mo') ? 'zh-hant' : 'zh';
}
