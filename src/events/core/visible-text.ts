/** Scripts whose letters change their form beside a joiner. */
const JOINING =
  /\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}/u
    .source +
  /\p{Script=Malayalam}\p{Script=Mongolian}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Syriac}\p{Script=Tamil}\p{Script=Telugu}/u
    .source;
/** The flags of England, Scotland and others are spelled with invisible letters. */
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{3,6}\\u{e007f}';
const JOINER = `(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{M}${JOINING}])[\\u200c\\u200d](?=[\\p{L}\\p{M}\\p{Extended_Pictographic}])`;
/**
 * Controls, direction marks, other invisible characters, and letters that are drawn as a space.
 * Arabic number signs are drawn.
 */
const HIDDEN =
  '(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\u034f\\u115f\\u1160\\u2800\\u3164\\uffa0]';
/**
 * Variation selectors choose between two forms of a symbol or an ideograph. After any other letter
 * they have no effect.
 */
const VARIATION =
  '(?<![\\p{S}\\p{Extended_Pictographic}0-9#*\\p{Script=Han}\\p{Script=Myanmar}\\p{Script=Phags_Pa}])[\\ufe00-\\ufe0f]|(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]';
const SPECIAL = new RegExp(`(${FLAG}|${JOINER})|(${HIDDEN}|${VARIATION})`, 'gu');

/**
 * Replace each invisible character and each direction mark by its code, such as [U+202E]. A name or
 * a text that is shown before signing must not look like another one. Line breaks, tabs, joined
 * emoji and joined letters stay.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(SPECIAL, (found: string, kept: string | undefined) => {
      return kept !== undefined || found === '\n' || found === '\t' ? found : `[U+${hexOf(found)}]`;
    });
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
