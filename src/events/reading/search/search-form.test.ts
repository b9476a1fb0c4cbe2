import fc from 'fast-check';
import { expect, test } from 'vitest';
import { npubOf } from '../../nostr/nip19.ts';
import {
  excludedIn,
  includedIn,
  kindOf,
  piecesOf,
  SEARCH_COUNTS,
  SEARCH_KINDS,
  SEARCH_MOODS,
  SEARCH_ORDERS,
  SEARCH_PEOPLE,
  SEARCH_SCOPES,
  SEARCH_SHAPES,
  SEARCH_TIMES,
  timeOf,
  withExcluded,
  withIncluded,
  withKind,
  withoutPerson,
  withPerson,
  withTime,
  withFields,
} from './search-form.ts';
import { printSearch } from './search-print.ts';
import { parseSearch, type SearchQuery } from './search-query.ts';

const ANN = npubOf('a'.repeat(64)) ?? '';
const BEN = npubOf('b'.repeat(64)) ?? '';

test('SEARCH-03 the form is written in the documented syntax', () => {
  const written = (change: (query: SearchQuery) => SearchQuery) =>
    printSearch(change(parseSearch('')));
  expect(SEARCH_KINDS.map((name) => written((query) => withKind(query, name)))).toEqual([
    '',
    'kind:1',
    'kind:30023',
    'kind:1 repliestokind:1',
    'kind:1 repliestokind:30023',
    'filter:image',
    'filter:video',
    'filter:audio',
    'kind:0',
  ]);
  expect(SEARCH_TIMES.map((name) => written((query) => withTime(query, name)))).toEqual([
    '',
    'since:yesterday',
    'since:lastweek',
    'since:lastmonth',
    'since:lastyear',
    '',
  ]);
  const both = (query: SearchQuery) =>
    withPerson(withPerson(query, 'from', ANN) ?? query, 'from', `nostr:${BEN}`) ?? query;
  expect(written(both)).toBe(`(from:${ANN} OR from:${BEN})`);
  expect(written((query) => withoutPerson(both(query), 'from', ANN))).toBe(`from:${BEN}`);
  expect(withPerson(parseSearch(''), 'from', 'two words')).toBeUndefined();
  expect(written((query) => withIncluded(query, 'cat "a dog" #Art from:ann'))).toBe(
    'cat "a dog" "from:ann" #art',
  );
  expect(written((query) => withExcluded(query, 'cat -dog "a fish" #nsfw'))).toBe(
    '-cat -dog -"a fish" -#nsfw',
  );
});

/** Any query that the form can make, one field after the other. */
const change = fc.oneof(
  fc.constantFrom(...SEARCH_KINDS).map((name) => (query: SearchQuery) => withKind(query, name)),
  fc.constantFrom(...SEARCH_TIMES).map((name) => (query: SearchQuery) => withTime(query, name)),
  fc
    .constantFrom(...SEARCH_SCOPES)
    .map((name) => (query: SearchQuery) => withFields(query, { scope: name })),
  fc
    .constantFrom(...SEARCH_ORDERS)
    .map((name) => (query: SearchQuery) => withFields(query, { orderBy: name })),
  fc
    .constantFrom(...SEARCH_MOODS.slice(1))
    .map((name) => (query: SearchQuery) => withFields(query, { sentiment: name })),
  fc
    .constantFrom(...SEARCH_SHAPES.slice(1))
    .map((name) => (query: SearchQuery) => withFields(query, { orientation: name })),
  fc
    .tuple(fc.constantFrom(...SEARCH_COUNTS), fc.option(fc.nat({ max: 9_999 }), { nil: undefined }))
    .map(
      ([name, count]) =>
        (query: SearchQuery) =>
          withFields(query, { [name]: count }),
    ),
  fc
    .tuple(
      fc.constantFrom(...SEARCH_PEOPLE),
      fc.constantFrom(ANN, BEN, 'ann', 'ben@b.example', 'no one', ''),
    )
    .map(
      ([field, name]) =>
        (query: SearchQuery) =>
          withPerson(query, field, name) ?? query,
    ),
  fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('cat dog', '"a b" -c', '#a #B', 'kind:1 (x OR y)', '"'),
    )
    .map((typed) => (query: SearchQuery) => withIncluded(query, typed)),
  fc
    .string({ unit: 'grapheme' })
    .map((typed) => (query: SearchQuery) => withExcluded(query, typed)),
);

test('SEARCH-03 the form is written as a command and read back unchanged, with any fields set', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'minlongreplies:5 lang:deu', 'cat OR dog', 'from:ann from:ben'),
      fc.array(change, { maxLength: 12 }),
      (begun, all) => {
        const form = all.reduce((query, one) => one(query), parseSearch(begun));
        const read = parseSearch(printSearch(form));
        expect(read).toEqual(form);
        expect([kindOf(read), timeOf(read)]).toEqual([kindOf(form), timeOf(form)]);
        expect(withIncluded(read, includedIn(read))).toEqual(read);
        expect(withExcluded(read, excludedIn(read))).toEqual(read);
      },
    ),
  );
});

test('SEARCH-03 an excluded quoted word is read as a word, each once, words before phrases', () => {
  const query = withExcluded(parseSearch(''), '$ "dog" "a b" dog');
  expect(query.excludes).toEqual(['dog', '$', 'a b']);
  expect(excludedIn(query)).toBe('dog "$" "a b"');
  expect(parseSearch(printSearch(query))).toEqual(query);
  expect(withExcluded(query, excludedIn(query))).toEqual(query);
});

test('SEARCH-03 conditions without a form field are kept, and shown as other', () => {
  const query = parseSearch('kind:1111 since:2024-01-01 minlongreplies:5 kind:x');
  expect([kindOf(query), timeOf(query)]).toEqual(['other', 'custom']);
  expect(printSearch(withKind(query, 'reads'))).toBe(
    'kind:30023 since:2024-01-01 minlongreplies:5 (kind:x)',
  );
});

test('the pieces of a command joined are the command', () => {
  const looks = (text: string) =>
    piecesOf(text, parseSearch(text).ignored).map(({ text: piece, look }) => `${look[0]}${piece}`);
  expect(looks('cat -dog (from:ann  kind:x) @ben')).toEqual([
    'pcat',
    'p ',
    'e-dog',
    'p ',
    'o(from:',
    'pann',
    'p  ',
    'ikind:x)',
    'p ',
    'o@',
    'pben',
  ]);
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (text) =>
        piecesOf(text, [])
          .map((piece) => piece.text)
          .join('') === text,
    ),
  );
});
