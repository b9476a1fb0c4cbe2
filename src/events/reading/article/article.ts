import { addressOf } from '../../nostr/address.ts';
import { tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { clip, clipLine } from '../../core/text.ts';
import { type Seconds, seconds } from '../../core/time.ts';

/** A long-form article without its body, which stays in `source.content` (kind 30023, NIP-23). */
export interface Article {
  readonly id: string;
  readonly pubkey: string;
  readonly address: string;
  readonly identifier: string;
  readonly title: string;
  readonly summary: string;
  /** Unchecked: it has to pass the url policy before it is loaded. */
  readonly image: string;
  readonly publishedAt: Seconds;
  readonly hashtags: readonly string[];
  readonly words: number;
  readonly source: VerifiedEvent;
}

/** In UTF-16 units. */
export const MAX_TITLE = 512;
export const MAX_SUMMARY = 4_096;
const MAX_URL = 2_048;
const MAX_HASHTAG = 128;
const MAX_HASHTAGS = 50;

/** FEED-10. */
export const WORDS_A_MINUTE = 238;

/**
 * Read an article's tags and count its words. A publishing time that is missing, malformed or later
 * than the edit is replaced by the edit's.
 */
export function readArticle(event: VerifiedEvent): Article {
  const published = Number(tagValue(event, 'published_at') ?? '');
  const isTime =
    Number.isSafeInteger(published) && published > 0 && seconds(published) <= event.created_at;
  return {
    id: event.id,
    pubkey: event.pubkey,
    address: addressOf(event) ?? '',
    identifier: tagValue(event, 'd') ?? '',
    ...openingOf(event),
    publishedAt: isTime ? seconds(published) : event.created_at,
    words: countWords(event.content),
    source: event,
  };
}

/** Return the header of an article: title, summary, image and hashtags. */
export function openingOf(
  event: Pick<VerifiedEvent, 'tags'>,
): Pick<Article, 'title' | 'summary' | 'image' | 'hashtags'> {
  return {
    title: clipLine(tagValue(event, 'title') ?? '', MAX_TITLE),
    summary: clip(tagValue(event, 'summary') ?? '', MAX_SUMMARY).trim(),
    image: clipLine(tagValue(event, 'image') ?? '', MAX_URL),
    hashtags: hashtagsOf(event),
  };
}

/** Return the hashtags of an event's t tags: lower case, without `#`, each once, at most 50. */
export function hashtagsOf(event: Pick<VerifiedEvent, 'tags'>): readonly string[] {
  const found = new Set<string>();
  for (const [name, text = ''] of event.tags) {
    const trimmed = name === 't' ? clipLine(text, MAX_HASHTAG).toLowerCase() : '';
    const hashtag = trimmed.startsWith('#') ? trimmed.slice(1) : trimmed;
    if (hashtag !== '' && found.size < MAX_HASHTAGS) found.add(hashtag);
  }
  return [...found];
}

/** Return the minutes to read that many words, at least 1 (FEED-10). */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
}

/**
 * Count the words of a text. Words are separated by white space and by the bars of tables. Marks
 * alone are no word, such as a list's dash, nor is a picture without a description. Chinese and
 * Japanese have no spaces, so two characters are a word.
 */
export function countWords(source: string): number {
  const text = source.replace(NO_WORDS, ' ');
  let words = 0;
  let dense = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isDense = (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff);
    if (isDense) dense++;
    if (isDense || isSpace(code)) inWord = false;
    else if (!inWord && !isMark(code)) {
      inWord = true;
      words++;
    }
  }
  return words + Math.ceil(dense / 2);
}

/** Bars of tables, and pictures without a description. */
const NO_WORDS = /\||!\[\s*\]\([^\s)]*/g;

/** True if the character is no letter, digit or symbol: punctuation, or a mark of Markdown. */
function isMark(code: number): boolean {
  if (code >= 128) return (code >= 0x2010 && code <= 0x2027) || code === 0xb7;
  const isDigit = code >= 48 && code <= 57;
  const letter = code | 32;
  return !isDigit && (letter < 97 || letter > 122);
}

function isSpace(code: number): boolean {
  return (
    code <= 32 ||
    code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200b) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x3000
  );
}
