import type { Profile } from '../../facts/profile.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds } from '../../core/time.ts';
import { wordsOf } from './search-hits.ts';
import { cleanSearch } from './search-print.ts';
import { parseSearch } from './search-query.ts';
import { MOST_PEOPLE } from './search-term.ts';

/** Limit of notes in a list of suggestions. */
export const MOST_NOTES = 5;

/**
 * Return the accounts with all these words in their names or addresses, each as the beginning of a
 * word.
 */
export function peopleNamed(
  profiles: Iterable<readonly [pubkey: string, profile: Profile]>,
  text: string,
): readonly string[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return [...profiles].flatMap(([pubkey, profile]) =>
    words.every((word) => namesOf(profile).includes(` ${word}`)) ? [pubkey] : [],
  );
}

/** Return the accounts with the best scores, each once (SEARCH-01). */
export function bestPeople(
  pubkeys: readonly string[],
  scoreOf: (pubkey: string) => number,
  most = MOST_PEOPLE,
): readonly string[] {
  return [...new Set(pubkeys)].toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, most);
}

/** The kinds that a search finds unless it names one. */
const READ: ReadonlySet<number> = new Set([KIND.Text, KIND.Poll, KIND.Comment, KIND.ZapPoll]);

/**
 * Return the notes that a search finds, newest first. As the service does, it compares whole words,
 * and hashtags with t tags or the text, so that suggestions and results agree. A search with
 * operators is left to the service.
 */
export function notesWith(
  events: Iterable<readonly [id: string, event: VerifiedEvent]>,
  text: string,
): readonly VerifiedEvent[] {
  const search = parseSearch(text);
  const { includes, phrases, hashtags, excludes } = search;
  const wanted = [...includes, ...phrases].map(between).filter((words) => words.trim() !== '');
  if (
    wanted.length + hashtags.length === 0 ||
    cleanSearch({ ...parseSearch(''), includes, phrases, hashtags, excludes }) !==
      cleanSearch(search)
  )
    return [];
  const unwanted = excludes.map(between);
  const found = [...events].flatMap(([, event]) => {
    if (!READ.has(event.kind)) return [];
    const words = contentOf(event);
    return wanted.every((word) => words.includes(word)) &&
      hashtags.every((tag) => hasHashtag(event, words, tag)) &&
      !unwanted.some((word) => words.includes(word))
      ? [event]
      : [];
  });
  return newestFirst(found);
}

/** A hashtag in a text counts if the text also has its word, as in the service's index. */
function hasHashtag(event: VerifiedEvent, words: string, tag: string): boolean {
  return (
    event.tags.some(([name, value]) => name === 't' && value === tag) ||
    (words.includes(between(tag)) && event.content.toLowerCase().includes(`#${tag}`))
  );
}

export function newestFirst(events: readonly VerifiedEvent[]): readonly VerifiedEvent[] {
  return events.toSorted((a, b) => inSeconds(b.created_at) - inSeconds(a.created_at));
}

export function withSearch(history: readonly string[], text: string): readonly string[] {
  return [text, ...history.filter((one) => one !== text)].slice(0, MOST_RECENT);
}
const MOST_RECENT = 20;

const FOLDED = new WeakMap<object, string>();
const CONTENT = 4_000;

/** Return the names of a profile, folded, with a space before each word. */
function namesOf(profile: Profile): string {
  const { displayName, name, nip05, lud16 } = profile;
  return memory(
    profile,
    () => ` ${wordsOf([displayName, name, nip05, lud16].join(' ')).join(' ')}`,
  );
}

function contentOf(event: VerifiedEvent): string {
  return memory(event, () => between(event.content.slice(0, CONTENT)));
}

/** Return the words of a text, folded, with a space around each. */
function between(text: string): string {
  return ` ${wordsOf(text).join(' ')} `;
}

function memory(of: object, make: () => string): string {
  const known = FOLDED.get(of) ?? make();
  FOLDED.set(of, known);
  return known;
}
