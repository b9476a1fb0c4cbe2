import { KIND } from '../../nostr/kinds.ts';
import { printWords } from './search-print.ts';
import type { SearchQuery, SearchTerms } from './search-query.ts';
import { isPerson, isWord } from './search-terms.ts';
import { tokenizeSearch } from './search-tokens.ts';

/**
 * The options of a form field. `other`: the command contains a value without an option, which is
 * kept.
 */
export const SEARCH_KINDS = [
  'any',
  'notes',
  'reads',
  'replies',
  'comments',
  'images',
  'videos',
  'sounds',
  'people',
] as const;
export const SEARCH_TIMES = ['any', 'today', 'week', 'month', 'year', 'custom'] as const;
export const SEARCH_SCOPES = [
  'global',
  'myfollows',
  'mynetwork',
  'myfollowsinteractions',
  'mynetworkinteractions',
  'mynotifications',
  'notmyfollows',
] as const;
export const SEARCH_ORDERS = ['time', 'score', 'replies', 'satszapped', 'interactions'] as const;
export const SEARCH_MOODS = ['any', 'positive', 'negative', 'neutral', 'question'] as const;
export const SEARCH_SHAPES = ['any', 'vertical', 'horizontal'] as const;
export const SEARCH_PEOPLE = ['from', 'to', 'zappedBy', 'mentions', 'following'] as const;
export const SEARCH_COUNTS = [
  'minScore',
  'minInteractions',
  'minLikes',
  'minZaps',
  'minReplies',
  'minReposts',
] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];
export type SearchTime = (typeof SEARCH_TIMES)[number];
export type SearchPeople = (typeof SEARCH_PEOPLE)[number];

type Kinds = Pick<SearchQuery, 'kind' | 'repliesToKind'> & { readonly medium?: string };

const KINDS: Readonly<Record<SearchKind, Kinds>> = {
  any: {},
  notes: { kind: KIND.Text },
  reads: { kind: KIND.LongForm },
  replies: { kind: KIND.Text, repliesToKind: KIND.Text },
  comments: { kind: KIND.Text, repliesToKind: KIND.LongForm },
  images: { medium: 'image' },
  videos: { medium: 'video' },
  sounds: { medium: 'audio' },
  people: { kind: KIND.Metadata },
};
const MEDIA: readonly string[] = ['image', 'video', 'audio'];
const TIMES: Readonly<Record<string, SearchTime>> = {
  yesterday: 'today',
  lastweek: 'week',
  lastmonth: 'month',
  lastyear: 'year',
};

/** Return the form's name of the kind that the command searches for. */
export function kindOf(query: SearchQuery): SearchKind | 'other' {
  const { kind, repliesToKind } = query;
  const [medium, ...more] = mediaOf(query);
  const found = SEARCH_KINDS.find((name) => {
    const wanted = KINDS[name];
    return (
      wanted.kind === kind &&
      wanted.repliesToKind === repliesToKind &&
      wanted.medium === medium &&
      more.length === 0
    );
  });
  return found ?? 'other';
}

export function withKind(query: SearchQuery, name: SearchKind): SearchQuery {
  const { kind, repliesToKind, medium } = KINDS[name];
  const media = [
    ...query.media.filter((one) => !MEDIA.includes(one)),
    ...(medium === undefined ? [] : [medium]),
  ];
  return withFields(query, { kind, repliesToKind, media });
}

/** Return the form's name of the time range of the search. */
export function timeOf({ since, until }: SearchQuery): SearchTime {
  if (since === undefined && until === undefined) return 'any';
  return until === undefined ? (TIMES[since ?? ''] ?? 'custom') : 'custom';
}

/** Set a time range. For `custom` keep the present dates. */
export function withTime(query: SearchQuery, name: SearchTime): SearchQuery {
  if (name === 'custom') return query;
  const since = Object.keys(TIMES).find((word) => TIMES[word] === name);
  return withFields(query, { since, until: undefined });
}

type Changes = { readonly [K in keyof SearchQuery]?: SearchQuery[K] | undefined };

/**
 * Set fields of the form. `undefined` removes a field, because a parsed query has no empty fields.
 */
export function withFields(query: SearchQuery, changes: Changes): SearchQuery;
export function withFields(query: object, changes: object): object {
  return Object.fromEntries(
    Object.entries({ ...query, ...changes }).filter(([, value]) => value !== undefined),
  );
}

export function includedIn(query: SearchTerms): string {
  return printWords(query);
}

export function excludedIn({ excludes, excludedHashtags }: SearchTerms): string {
  return printWords({ ...wordsApart(excludes), hashtags: excludedHashtags });
}

/**
 * Read the field of included words: words, quoted phrases, hashtags. Operators are not read there.
 */
export function withIncluded(query: SearchQuery, typed: string): SearchQuery {
  return { ...query, ...wordsIn(typed) };
}

/** Read the field of excluded words. A minus before them is optional. */
export function withExcluded(query: SearchQuery, typed: string): SearchQuery {
  const { includes, phrases, hashtags } = wordsIn(typed);
  const apart = wordsApart(new Set([...includes, ...phrases]));
  return { ...query, excludes: [...apart.includes, ...apart.phrases], excludedHashtags: hashtags };
}

/**
 * Add a person to a field of people, by key, name or address. `undefined` if the text cannot be a
 * person.
 */
export function withPerson(
  query: SearchQuery,
  field: SearchPeople,
  typed: string,
): SearchQuery | undefined {
  const name = typed.trim().replace(/^(?:nostr:|@)/i, '');
  if (!isPerson(name)) return undefined;
  return query[field].includes(name) ? query : { ...query, [field]: [...query[field], name] };
}

export function withoutPerson(query: SearchQuery, field: SearchPeople, name: string): SearchQuery {
  return { ...query, [field]: query[field].filter((one) => one !== name) };
}

/**
 * A piece of a command and its style: an operator, an exclusion, or an unreadable part, which is
 * left out.
 */
export interface CommandPiece {
  readonly text: string;
  readonly look: 'plain' | 'operator' | 'excluded' | 'ignored';
}

/** Split the command into pieces. Joined they are the command. */
export function piecesOf(command: string, ignored: readonly string[]): readonly CommandPiece[] {
  return command.split(/(\s+)/u).flatMap((text): CommandPiece[] => {
    if (text === '') return [];
    if (ignored.includes(text.replaceAll(/^\(+|\)+$/g, ''))) return [{ text, look: 'ignored' }];
    if (text.startsWith('-')) return [{ text, look: 'excluded' }];
    const sign = /^\(*(?:[a-z]+:|[@#])/i.exec(text)?.[0] ?? '';
    if (sign === '') return [{ text, look: 'plain' }];
    return [
      { text: sign, look: 'operator' as const },
      { text: text.slice(sign.length), look: 'plain' as const },
    ].filter((piece) => piece.text !== '');
  });
}

function mediaOf({ media }: SearchTerms): readonly string[] {
  return media.filter((one) => MEDIA.includes(one));
}

/**
 * Separate excluded words from phrases. A quoted single word is a word, because its quotes have no
 * other meaning here.
 */
function wordsApart(texts: Iterable<string>): Pick<SearchTerms, 'includes' | 'phrases'> {
  const all = [...texts];
  return { includes: all.filter(isWord), phrases: all.filter((text) => !isWord(text)) };
}

function wordsIn(typed: string): Pick<SearchTerms, 'includes' | 'phrases' | 'hashtags'> {
  const [includes, phrases, hashtags] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const token of tokenizeSearch(typed)) {
    const word =
      token.type === 'term'
        ? token.text.replace(/^-+/, '')
        : token.type === 'phrase'
          ? token.text
          : '';
    const tag = token.type === 'term' && word.startsWith('#') ? word.slice(1).toLowerCase() : '';
    if (isWord(tag)) hashtags.add(tag);
    else if (token.type === 'term' && isWord(word)) includes.add(word);
    else if (word !== '') phrases.add(word);
  }
  return { includes: [...includes], phrases: [...phrases], hashtags: [...hashtags] };
}
