import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { highlightsIn, highlightsQuery, readHighlight } from './highlight.ts';

const key = (digit: string) => digit.repeat(64);
const [a, b, author] = [key('a'), key('b'), key('9')];
const address = `30023:${author}:post`;

test('a highlight has a text, context, comment, source and author', () => {
  const tags = [
    ['e', a],
    ['a', address, 'wss://r.example'],
    ['p', b],
    ['p', author, '', 'author'],
    ['context', ' around it '],
    ['comment', 'indeed'],
    ['r', 'https://x.example/post'],
  ];
  const event = trusted({ kind: 9_802, content: ' a passage ', tags });
  expect(readHighlight(event)).toEqual({
    id: event.id,
    pubkey: event.pubkey,
    text: 'a passage',
    context: 'around it',
    comment: 'indeed',
    target: { type: 'address', key: address, relays: ['wss://r.example'], author, kind: 30_023 },
    url: 'https://x.example/post',
    author,
    source: event,
  });
});

test('E-04 a highlight without a text, or with an address that fails the url policy', () => {
  const read = readHighlight(
    trusted({
      kind: 9_802,
      tags: [
        ['r', 'javascript:alert(1)'],
        ['e', 'x'],
        ['p', 'x'],
      ],
    }),
  );
  expect([read.text, read.context, read.target, read.url, read.author]).toEqual([
    '',
    '',
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    readHighlight(
      trusted({
        kind: 9_802,
        tags: [
          ['e', a],
          ['p', b],
        ],
      }),
    ),
  ).toMatchObject({ target: { key: a }, author: b });
});

test('INV-ISOLATE E-14 any tags and content make a highlight', () => {
  const name = fc.constantFrom(
    'e',
    'a',
    'p',
    'r',
    'emoji',
    'status',
    'starts',
    'title',
    'context',
    'd',
    't',
  );
  const value = fc.oneof(
    fc.constantFrom(a, address, 'live', '7'),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  const tags = fc.array(
    fc.tuple(name, fc.array(value, { maxLength: 4 })).map(([head, rest]) => [head, ...rest]),
  );
  fc.assert(
    fc.property(tags, fc.string({ unit: 'binary' }), (some, content) => {
      const read = readHighlight(trusted({ kind: 9_802, tags: some, content }));
      expect([read.text, read.context, read.comment].every((text) => text.isWellFormed())).toBe(
        true,
      );
    }),
    { numRuns: 300 },
  );
});

test("THREAD-04 an article's highlights are queried by its address; comments do not count as highlights", () => {
  expect(highlightsQuery({ kind: 30_023, pubkey: 'p', identifier: 'd' }, 'v')).toEqual({
    verb: 'get_highlights',
    payload: { kind: 30_023, pubkey: 'p', identifier: 'd', user_pubkey: 'v' },
  });
  const marked = trusted({ kind: 9_802 });
  expect(highlightsIn([marked, trusted({ kind: 1 })])).toEqual([marked.id]);
});
