import { expect, test } from 'vitest';
import { tokenize } from './content.ts';

const found = (content: string, tags: string[][] = []) =>
  tokenize({ content, tags })
    .filter((token) => token.type !== 'text')
    .map((token) => token.text);

test.for([
  ['#nostr', '#nostr'],
  ['(#Nostr)', '#Nostr'],
  ['🔥#tag', '#tag'],
  ['#️⃣ #tag', '#tag'],
  ['#grow_nostr!', '#grow_nostr'],
  ['#日本語、', '#日本語'],
  ['＃日本', '＃日本'],
  ['#العربية', '#العربية'],
  ['#हिन्दी', '#हिन्दी'],
  ['#می‌خواهم', '#می‌خواهم'],
  ['#cafe\u0301', '#cafe\u0301'],
  ['#2024election', '#2024election'],
  ['#𝒳yz', '#𝒳yz'],
  ["#tag's", '#tag'],
  ['#a#b', '#a'],
] as const)('NOTE-02 in %j the hashtag is %j', ([content, text]) => {
  expect(found(content)[0]).toBe(text);
});

test.for([
  ['#Hashtag1/#Hashtag2/#Hashtag3', ['#Hashtag1', '#Hashtag2', '#Hashtag3']],
  ['＃日本/＃東京', ['＃日本', '＃東京']],
  ['#v1.0/#b', ['#v1', '#b']],
  ['#a|#b,#c.#d', ['#a', '#b', '#c', '#d']],
  ['and/#b', ['#b']],
  ['https://example.com/#a #b', ['https://example.com/#a', '#b']],
] as const)('NOTE-02 in %j a slash separates hashtags', ([content, texts]) => {
  expect(found(content)).toEqual(texts);
});

test.for([
  '#',
  '# a',
  '##a',
  'a#b',
  'é#b',
  '語#b',
  'example.com/#b',
  'see example.com/a/#b',
  './#b',
  '&#39;',
  '#1',
  '#٣',
  '#_',
  '#\u0301a',
  '#️⃣',
  `#${'a'.repeat(200)}`,
])('NOTE-02 %j has no hashtag', (content) => {
  expect(found(content)).toEqual([]);
});

test('NOTE-02 digits are a hashtag if a t tag has them', () => {
  expect(found('#21 #22', [['t', '21']])).toEqual(['#21']);
  expect(found('#_ #__', [['t', '_']])).toEqual(['#_']);
});

test('NOTE-02 only declared emojis with a safe address are emojis', () => {
  const tags = [
    ['emoji', 'cat', 'https://a.b/cat.png'],
    ['emoji', 'cat', 'https://a.b/other.png'],
    ['emoji', 'cat-2', 'https://a.b/cat2.png'],
    ['emoji', 'bad', 'javascript:x'],
    ['emoji', 'home', 'http://127.0.0.1/x.png'],
    ['emoji'],
  ];
  expect(tokenize({ content: 'a:cat::cat-2:', tags })).toEqual([
    { type: 'text', text: 'a' },
    { type: 'emoji', text: ':cat:', shortcode: 'cat', url: 'https://a.b/cat.png' },
    { type: 'emoji', text: ':cat-2:', shortcode: 'cat-2', url: 'https://a.b/cat2.png' },
  ]);
  expect(found(':bad: :home: :dog: :constructor: :cat : cat: ::', tags)).toEqual([]);
});

test('NOTE-02 a hashtag says whether its event has it as a t tag, as a search finds it', () => {
  const tags = [
    ['t', 'tea'],
    ['t', 'Coffee'],
  ];
  const hashtags = tokenize({ content: '#Tea #coffee #OnlyInText', tags }).flatMap((token) =>
    token.type === 'hashtag' ? [[token.tag, token.isTagged]] : [],
  );
  expect(hashtags).toEqual([
    ['Tea', true],
    ['coffee', false],
    ['OnlyInText', false],
  ]);
});
