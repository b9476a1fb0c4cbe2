import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { naddrOf, note1Of, npubOf } from '../../nostr/nip19.ts';
import { seconds } from '../../core/time.ts';
import { cleanSearch, printSearch } from './search-print.ts';
import { parseSearch, type SearchQuery, type SearchTerms } from './search-query.ts';
import { emptyTerms } from './search-terms.ts';
import { searchTime } from './search-time.ts';

const ANN = npubOf('a'.repeat(64)) ?? '';
const BEN = npubOf('b'.repeat(64)) ?? '';
const NOTE = note1Of('c'.repeat(64)) ?? '';
const EMPTY = parseSearch('');
const search = (fields: Partial<SearchQuery>): SearchQuery => ({ ...EMPTY, ...fields });
const alternative = (fields: Partial<SearchTerms>): SearchTerms => ({ ...emptyTerms(), ...fields });

test('SEARCH-03 every operator of the grammar is read', () => {
  const cases: ReadonlyArray<readonly [text: string, query: Partial<SearchQuery>]> = [
    ['cat dog_2 über-cool', { includes: ['cat', 'dog_2', 'über-cool'] }],
    ['"a cat" -dog -"a dog"', { phrases: ['a cat'], excludes: ['dog', 'a dog'] }],
    ['#Art -#nsfw', { hashtags: ['art'], excludedHashtags: ['nsfw'] }],
    [
      `from:${ANN} to:ann zappedby:${BEN} @ann following:ben`,
      { from: [ANN], to: ['ann'], zappedBy: [BEN], mentions: ['ann'], following: ['ben'] },
    ],
    [`(from:${ANN} OR from:${BEN}) (@ann OR @ben)`, { from: [ANN, BEN], mentions: ['ann', 'ben'] }],
    ['kind:1 repliestokind:30023 post:root', { kind: 1, repliesToKind: 30023, rootsOnly: true }],
    [`${NOTE} nostr:${NOTE} ref:${ANN}`, { events: [NOTE], refersTo: ANN }],
    ['since:2024-02-29 until:2024-05-01_13:30', { since: '2024-02-29', until: '2024-05-01_13:30' }],
    ['since:lastweek', { since: 'lastweek' }],
    ['filter:image filter:link url:example', { media: ['image', 'link'], urls: ['example'] }],
    [
      'orientation:vertical minduration:30 maxduration:90',
      { orientation: 'vertical', minDuration: 30, maxDuration: 90 },
    ],
    [':)', { sentiment: 'positive' }],
    [':( cat', { sentiment: 'negative', includes: ['cat'] }],
    [':|', { sentiment: 'neutral' }],
    ['?', { sentiment: 'question' }],
    [
      'category:art lang:deu scope:myfollows',
      { category: 'art', language: 'deu', scope: 'myfollows' },
    ],
    [
      'minwords:100 maxwords:900 maxchars:140 minlongreplies:5',
      { minWords: 100, maxWords: 900, maxChars: 140, minLongReplies: 5 },
    ],
    [
      'mininteractions:1 maxinteractions:9 minlikes:2 maxlikes:8',
      { minInteractions: 1, maxInteractions: 9, minLikes: 2, maxLikes: 8 },
    ],
    [
      'minzaps:1 maxzaps:2 minreplies:3 maxreplies:4 minreposts:5 maxreposts:6',
      { minZaps: 1, maxZaps: 2, minReplies: 3, maxReplies: 4, minReposts: 5, maxReposts: 6 },
    ],
    [
      'minsatszapped:1 maxsatszapped:2 minscore:3 maxscore:4',
      { minSatszapped: 1, maxSatszapped: 2, minScore: 3, maxScore: 4 },
    ],
    [
      'mintrustrank:-4 features:summary,cdnmedia',
      { minTrustRank: -4, features: ['summary', 'cdnmedia'] },
    ],
    ['orderby:score', { orderBy: 'score' }],
  ];
  for (const [text, query] of cases) {
    expect(parseSearch(text), text).toEqual(search(query));
  }
});

test('terms are joined by AND, groups by OR, with parentheses', () => {
  const [cat, dog, fish] = ['cat', 'dog', 'fish'].map((word) => alternative({ includes: [word] }));
  expect(parseSearch('cat OR dog')).toEqual(search({ anyOf: [[cat!, dog!]] }));
  expect(parseSearch('fish (cat OR dog)')).toEqual(
    search({ includes: ['fish'], anyOf: [[cat!, dog!]] }),
  );
  expect(parseSearch('cat fish OR dog')).toEqual(
    search({ anyOf: [[alternative({ includes: ['cat', 'fish'] }), dog!]] }),
  );
  expect(parseSearch('((cat (dog)))')).toEqual(search({ includes: ['cat', 'dog'] }));
  expect(parseSearch('(cat (dog OR fish) OR #art)')).toEqual(
    search({
      anyOf: [
        [
          alternative({ includes: ['cat'], anyOf: [[dog!, fish!]] }),
          alternative({ hashtags: ['art'] }),
        ],
      ],
    }),
  );
  expect(parseSearch('from:ann from:ben')).toEqual(
    search({ from: ['ann'], anyOf: [[alternative({ from: ['ben'] })]] }),
  );
});

test('kind, scope and order count at the top only, and the first one counts', () => {
  expect(parseSearch('kind:1 kind:2 orderby:likes orderby:score')).toEqual(
    search({ kind: 1, orderBy: 'likes' }),
  );
  expect(parseSearch('kind:1 cat OR kind:30023 dog').kind).toBe(1);
  const nested = parseSearch('(kind:1 scope:myfollows cat)');
  expect([nested.kind, nested.scope, nested.includes, nested.ignored]).toEqual([
    undefined,
    undefined,
    ['cat'],
    ['kind:1', 'scope:myfollows'],
  ]);
});

test('SEARCH-02 a query is cleaned: odd words become phrases, and invalid operators are ignored', () => {
  expect(parseSearch("don't https://a.example/x?y=1, what?")).toEqual(
    search({ phrases: ["don't", 'https://a.example/x?y=1,', 'what?'] }),
  );
  expect(parseSearch('kind:x since:soon minlikes:-1 filter:smell cat')).toEqual(
    search({ includes: ['cat'], ignored: ['kind:x', 'since:soon', 'minlikes:-1', 'filter:smell'] }),
  );
  expect(parseSearch(')) cat (( OR "dog')).toEqual(search({ includes: ['cat'], phrases: ['dog'] }));
  expect(parseSearch('OR - "" # @')).toEqual(search({ phrases: ['#', '@'] }));
});

const piece = fc.oneof(
  fc.constantFrom(
    '(',
    ')',
    'OR',
    ' OR ',
    '"',
    '-"',
    '-',
    ':)',
    ':(',
    ':|',
    '?',
    '#art',
    '-#art',
    'cat',
    '-cat',
    'from:ann',
    'from:ben',
    'to:ann',
    '@ann',
    '@ben',
  ),
  fc.constantFrom(
    'kind:1',
    'kind:x',
    'post:root',
    NOTE,
    `nostr:${NOTE}`,
    'since:lastweek',
    'until:2024-05-01',
    'filter:image',
    'minlikes:5',
    'features:a,b',
    'scope:x',
    'nobody:knows',
    'nostr:',
    'nostr:OR',
    'nostr:-cat',
    '-from:ann',
    '"#art"',
    '-"(a"',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const written = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', ' ', '', '\n')), { maxLength: 25 })
  .map((parts) => parts.flat().join(''));

test('SEARCH-03 any text is read, and ignored parts are returned as written', () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.string({ unit: 'binary' })), (text) => {
      const { ignored } = parseSearch(text);
      expect(ignored.every((part) => text.includes(part))).toBe(true);
    }),
    { numRuns: runs(3_000) },
  );
});

test('SEARCH-03 the command of any search is read back to the same search', () => {
  fc.assert(
    fc.property(
      fc.oneof(written, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
      (text) => {
        const query = parseSearch(text);
        expect(parseSearch(printSearch(query))).toEqual(query);
        expect(parseSearch(cleanSearch(query))).toEqual({ ...query, ignored: [] });
      },
    ),
    { numRuns: runs(3_000) },
  );
});

test('SEARCH-03 the command names its parts in the documented order', () => {
  const query = {
    ...search({ kind: 1, repliesToKind: 1, scope: 'mynetwork', orderBy: 'satszapped' }),
    ...alternative({
      includes: ['cat'],
      phrases: ['a dog'],
      hashtags: ['art'],
      excludes: ['fish', 'a, b'],
      from: [ANN, BEN],
    }),
    following: ['ann'],
    since: 'lastweek',
    sentiment: 'positive',
    orientation: 'vertical',
    minDuration: 30,
    minScore: 4,
  };
  expect(printSearch(query)).toBe(
    `kind:1 repliestokind:1 cat "a dog" #art -fish -"a, b" (from:${ANN} OR from:${BEN}) following:ann since:lastweek scope:mynetwork :) ` +
      'orientation:vertical minduration:30 minscore:4 orderby:satszapped',
  );
  expect(printSearch(parseSearch('cat OR dog kind:x'))).toBe('cat OR dog (kind:x)');
  expect(cleanSearch(parseSearch('cat OR dog kind:x'))).toBe('cat OR dog');
});

test('E-44 long texts of brackets, quotes, colons and dashes are read in linear time', () => {
  for (const unit of [
    '(',
    ')',
    '"',
    '-"',
    ':)',
    '(a OR ',
    'from:a ',
    '-',
    '@',
    '#',
    'a:',
    ' ',
    'naddr1',
    '\u{1f600}',
  ]) {
    expect(
      growthOf((share) => parseSearch(unit.repeat((share * 500_000) / unit.length))).ms,
      unit,
    ).toBeLessThan(100);
  }
});

test('times of a search are days, minutes or spans, in UTC', () => {
  expect(searchTime('2024-02-29', seconds(0))).toBe(Date.UTC(2024, 1, 29) / 1000);
  expect(searchTime('2024-05-01_13:30', seconds(0))).toBe(Date.UTC(2024, 4, 1, 13, 30) / 1000);
  expect(searchTime('yesterday', seconds(100_000))).toBe(13_600);
  for (const text of [
    '',
    '2024-02-30',
    '2023-13-01',
    '2024-5-1',
    '2024-05-01 13:30',
    '2024-05-01_24:00',
    'tomorrow',
    '20240501ab',
    '-024-05-01',
  ]) {
    expect(searchTime(text, seconds(0)), text).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.string(), fc.nat(), (text, now) =>
      Number.isFinite(searchTime(text, seconds(now)) ?? 0),
    ),
  );
});

test('an naddr is an event to find; a text that only resembles one is a word', () => {
  const naddr = naddrOf({ kind: 30023, pubkey: 'a'.repeat(64), identifier: 'x' }) ?? '';
  expect(parseSearch(naddr).events).toEqual([naddr]);
  expect(parseSearch('naddr1xyz')).toEqual(search({ includes: ['naddr1xyz'] }));
});
