import type { Token } from './content-token.ts';

/** Why a text was not translated. `same`: it is in the reader's language already. */
export type TranslationProblem =
  | 'wordless'
  | 'unknown'
  | 'same'
  | 'unavailable'
  | 'slow'
  | 'failed';

/** Limit of texts of one note that are given to a translator. */
const MOST_TEXTS = 400;

/**
 * Return the texts of a note that contain letters, each once. Names, links and hashtags are not
 * translated.
 */
export function textsOf(tokens: readonly Token[]): readonly string[] {
  const texts = tokens.flatMap((token) =>
    token.type === 'text' && /\p{L}/u.test(token.text) ? [token.text] : [],
  );
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

/**
 * Return the tokens with translated texts. All others, and white space around a text, stay as they
 * are.
 */
export function inOtherWords<T extends Token>(
  tokens: readonly T[],
  words: ReadonlyMap<string, string>,
): readonly T[] {
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

/**
 * True if two language tags (BCP 47) name one language, in any region: en and en-US. Chinese is
 * distinguished by its two scripts.
 */
export function isSameLanguage(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other);
}

function baseOf(tag: string): string {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  if (language !== 'zh') return language;
  return rest.some((part) => part === 'hant' || part === 'tw' || part === 'hk' || part === 'mo')
    ? 'zh-hant'
    : 'zh';
}
