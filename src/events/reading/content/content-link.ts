import { safeMediaUrl, safeUrl } from '../../core/url.ts';
import { embedOf } from '../../media/embed.ts';
import type { Imeta } from '../../media/imeta.ts';
import { mediaTypeOf } from '../../media/media-type.ts';
import { isAlphanumeric, isSpace, matchesAt, startsWord } from './content-scan.ts';
import type { Token } from './content-token.ts';

const LONGEST_URL = 4096;
const SCHEMES = ['https://', 'http://'] as const;
const WORD_SCHEMES = ['mailto:', 'magnet:', 'bitcoin:'] as const;

/**
 * Return the end of a url that begins at `at`: `http(s)://` anywhere, other schemes and `www.` at
 * the start of a word. `undefined` if no url begins here.
 */
export function urlEnd(text: string, at: number): number | undefined {
  const scheme = SCHEMES.find((name) => matchesAt(text, at, name));
  if (scheme) return endFrom(text, at + scheme.length);
  const word =
    WORD_SCHEMES.find((name) => matchesAt(text, at, name)) ??
    (matchesAt(text, at, 'www.') ? 'www.' : undefined);
  return word && startsWord(text, at) ? endFrom(text, at + word.length) : undefined;
}

/**
 * Return the token of a written url. A text token if the url policy refuses it or it is absurdly
 * long (NOTE-09, E-04).
 */
export function linkToken(
  text: string,
  imeta: ReadonlyMap<string, Imeta>,
  home: string | undefined,
): Token {
  const url =
    text === '' || text.length > LONGEST_URL
      ? undefined
      : safeUrl(matchesAt(text, 0, 'www.') ? `https://${text}` : text);
  if (!url) return { type: 'text', text };
  const embed = embedOf(url, home);
  if (embed) return { type: 'embed', text, url, embed };
  // Media load automatically, so they have to be on the public internet (E-24). Others become
  // links.
  if (safeMediaUrl(url, home) === undefined) return { type: 'link', text, url };
  switch (mediaTypeOf(url, imeta.get(text)?.fields.get('m'))) {
    case 'image':
      return { type: 'image', text, url };
    case 'video':
      return { type: 'video', text, url, hls: false };
    case 'hls':
      return { type: 'video', text, url, hls: true };
    case 'audio':
      return { type: 'audio', text, url };
    case undefined:
      return { type: 'link', text, url };
  }
}

function endFrom(text: string, from: number): number | undefined {
  const end = trimmed(text, from, bodyEnd(text, from));
  return end > from ? end : undefined;
}

/**
 * Runs to white space, an unmatched closing bracket, or the next url without a gap. Also to a quote
 * or bracket that cannot be part of a url.
 */
function bodyEnd(text: string, from: number): number {
  let round = 0;
  let square = 0;
  let at = from;
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '(') round++;
    else if (char === '[') square++;
    else if (char === ')' && --round < 0) break;
    else if (char === ']' && --square < 0) break;
    else if (char === ':' && gluedUrl(text, at) > from) return gluedUrl(text, at);
    else if (endsUrl(text.charCodeAt(at))) break;
  }
  return at;
}

/**
 * Return the start of an `http(s)` whose colon is at `at` and that directly follows a letter or
 * digit (`...jpghttps://...`). -1 if there is none.
 */
function gluedUrl(text: string, at: number): number {
  if (text.charAt(at + 1) !== '/' || text.charAt(at + 2) !== '/') return -1;
  const start = matchesAt(text, at - 5, 'https')
    ? at - 5
    : matchesAt(text, at - 4, 'http')
      ? at - 4
      : -1;
  return start > 0 && isAlphanumeric(text.charCodeAt(start - 1)) ? start : -1;
}

/** Punctuation at the end belongs to the sentence, not to the url. */
function trimmed(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && ".,;:!?'*~([…".includes(text.charAt(at - 1))) at--;
  return at;
}

function endsUrl(code: number): boolean {
  if (code <= 0x20 || isSpace(code)) return true;
  if (code < 0x80) return '<>"`{}\\\u007f'.includes(String.fromCharCode(code));
  if (code < 0x2000) return code <= 0x9f || code === 0xab || code === 0xbb;
  // invisible and direction marks (E-07), typographic quotes, CJK brackets and stops
  if (code <= 0x206f) return code <= 0x200f || (code >= 0x2018 && code <= 0x201f) || code >= 0x2028;
  if (code >= 0x3000 && code <= 0x301f)
    return code !== 0x3005 && code !== 0x3006 && code !== 0x3007;
  return code >= 0xff00 && '！（），：；？｛｝［］｡｢｣､'.includes(String.fromCharCode(code));
}
