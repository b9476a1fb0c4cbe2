import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { neventOf, npubOf } from '../../nostr/nip19.ts';
import { tokenize } from './content.ts';
import { firstPart, firstWords, shorten } from './shorten.ts';

const KEY = '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245';
const QUOTE = `nostr:${neventOf({ id: KEY }) ?? ''}`;
const NAME = `nostr:${npubOf(KEY) ?? ''}`;

const read = (content: string) => tokenize({ content, tags: [] });
const cut = (content: string, room?: 'feed' | 'short') => {
  const { tokens, cut: shortened } = shorten(read(content), room);
  return { text: tokens.map((token) => token.text).join(''), cut: shortened };
};
const words = (count: number, word = 'bird') => Array.from({ length: count }, () => word).join(' ');

test('NOTE-10 200 words are shown in full; of 201 the last is left out', () => {
  expect(cut(`${words(200)}. \n`)).toEqual({ text: `${words(200)}. \n`, cut: false });
  expect(cut(`${words(200)} more`)).toEqual({ text: words(200), cut: true });
  expect(cut(`${words(100)}\n${words(101)}`)).toEqual({
    text: `${words(100)}\n${words(100)}`,
    cut: true,
  });
});

test('NOTE-10 a mention of a note counts as 99 words; a person, link or hashtag as one', () => {
  expect(cut(`${words(2)} ${QUOTE} ${QUOTE}`).cut).toBe(false);
  expect(cut(`${words(3)} ${QUOTE} ${QUOTE}`)).toEqual({ text: `${words(3)} ${QUOTE}`, cut: true });
  expect(cut(`${words(100)} ${NAME} ${QUOTE}`).cut).toBe(false);
  expect(cut(`${words(3)} ${NAME} ${NAME} ${NAME}`).cut).toBe(false);
  expect(cut(`${words(199)} ${NAME} ${NAME}`)).toEqual({
    text: `${words(199)} ${NAME}`,
    cut: true,
  });
  expect(cut(`#a https://a.b ${words(199)}`)).toEqual({
    text: `#a https://a.b ${words(198)}`,
    cut: true,
  });
});

test('NOTE-10 pictures do not count; after a cut all but the first gallery is left out', () => {
  expect(cut(`${words(200)} https://a.b/c.jpg`).cut).toBe(false);
  const [one, two, three] = ['https://a.b/1.jpg', 'https://a.b/2.jpg', 'https://a.b/3.jpg'];
  expect(cut(`${words(201)} ${one} ${two} and ${three}`)).toEqual({
    text: `${words(200)}${one} ${two}`,
    cut: true,
  });
  expect(cut(`${one} ${words(201)} ${two}`)).toEqual({ text: `${one} ${words(200)}`, cut: true });
  expect(cut(`${words(201)} ${one}`, 'short').text).not.toContain(one);
});

test('NOTE-10 a note in a short form has 200 characters', () => {
  expect(cut('x'.repeat(200), 'short').cut).toBe(false);
  expect(cut('x'.repeat(201), 'short')).toEqual({ text: 'x'.repeat(200), cut: true });
  expect(cut('👩‍👩‍👧'.repeat(201), 'short')).toEqual({ text: '👩‍👩‍👧'.repeat(200), cut: true });
  expect(cut(`${'x'.repeat(101)}${QUOTE}`, 'short').cut).toBe(false);
  expect(cut(`${'x'.repeat(102)}${QUOTE}`, 'short')).toEqual({ text: 'x'.repeat(102), cut: true });
});

test('NOTE-10 scripts without spaces are counted too', () => {
  expect(cut('今日は良い天気ですね。'.repeat(100)).cut).toBe(true);
  expect(cut('สวัสดีครับ'.repeat(150)).cut).toBe(true);
});

test('E-08 one endless word, a wall of signs or of marks is cut without splitting a character', () => {
  expect(cut('x'.repeat(100_000)).text).toHaveLength(2_400);
  expect(cut('!'.repeat(100_000)).text).toHaveLength(2_400);
  expect(cut(`a${'\u0301'.repeat(10_000)}`)).toEqual({ text: '', cut: true });
  expect(cut(`${'x'.repeat(2_399)}👍🏽b`)).toEqual({ text: 'x'.repeat(2_399), cut: true });
});

const CARRIED: Readonly<Record<string, (nth: number) => string>> = {
  invoice: () => `lnbc10u1${'q'.repeat(200)}`,
  ecash: () => `cashuA${'e'.repeat(200)}`,
  video: (nth) => `https://a.b/${nth}.mp4`,
  audio: (nth) => `https://a.b/${nth}.mp3`,
  embed: (nth) => `https://www.youtube.com/watch?v=${String(nth).padStart(11, 'x')}`,
};

for (const [type, write] of Object.entries(CARRIED)) {
  test(`E-08 of 300 times ${type} a row shows some, an opened note a part at a time`, () => {
    const tokens = read(Array.from({ length: 300 }, (_, nth) => write(nth)).join('\n'));
    const count = (shown: ReturnType<typeof shorten>) => [
      shown.cut,
      shown.tokens.filter((token) => token.type === type).length,
    ];
    expect(tokens.filter((token) => token.type === type)).toHaveLength(300);
    const [feed, short, part] = [
      shorten(tokens),
      shorten(tokens, 'short'),
      firstPart(tokens, 20_000),
    ].map(count);
    expect([feed?.[0], short?.[0], part?.[0]]).toEqual([true, true, true]);
    for (const [shown, most] of [
      [feed, 17],
      [short, 8],
      [part, 14],
    ] as const) {
      expect(shown?.[1]).toBeGreaterThan(0);
      expect(shown?.[1]).toBeLessThanOrEqual(most);
    }
    // a few are no reason to cut
    expect(shorten(read(`look: ${write(1)}\n${write(2)}`)).cut).toBe(false);
  });
}

test('E-44 an opened note draws its names a part at a time, as each follows its profile', () => {
  const tokens = read(Array.from({ length: 3_000 }, () => NAME).join(' '));
  const { tokens: part, cut: isCut } = firstPart(tokens, 20_000);
  expect([isCut, part.filter(({ type }) => type === 'profile').length < 70]).toEqual([true, true]);
});

test('E-08 any number of adjacent pictures is one gallery; short lines are cut at about 100', () => {
  const gallery = read(Array.from({ length: 60 }, (_, nth) => `https://a.b/${nth}.jpg`).join('\n'));
  expect([shorten(gallery).cut, firstPart(gallery, 20_000).cut]).toEqual([false, false]);
  const apart = read(
    Array.from({ length: 60 }, (_, nth) => `https://a.b/${nth}.jpg then`).join('\n'),
  );
  expect(shorten(apart).tokens.filter(({ type }) => type === 'image').length).toBeLessThanOrEqual(
    5,
  );
  expect(
    cut(Array.from({ length: 190 }, () => 'o').join('\n')).text.split('\n').length,
  ).toBeLessThanOrEqual(101);
  expect(
    cut(
      Array.from({ length: 60 }, () => 'a line of a poem')
        .slice(0, 40)
        .join('\n'),
    ).cut,
  ).toBe(false);
});

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const piece = fc.constantFrom(
  'word ',
  'x'.repeat(90),
  '語',
  '👩‍👩‍👧',
  'e\u0301',
  '🇩🇪',
  '\r\n',
  ' ',
  'नि',
  QUOTE,
  NAME,
  'https://a.b ',
  '\ud83d',
  'a.b,c',
);
const texts = fc
  .array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 400 })
  .map((parts) => parts.join(''));

test('NOTE-10 E-08 for any text the beginning is shown, up to a whole character', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom('feed', 'short'), (content, room) => {
      const { text, cut: shortened } = cut(content, room);
      if (!shortened) {
        expect(text).toBe(content);
        return;
      }
      expect(content.startsWith(text)).toBe(true);
      expect(text.length).toBeLessThan(content.length);
      expect(text).toBe(text.trimEnd());
      expect(graphemes.segment(content).containing(text.length)?.index).toBe(text.length);
    }),
    { numRuns: 300 },
  );
});

test('NOTE-10 the first words in one line: no line ends, pictures or quotes', () => {
  const { tokens, cut: shortened } = firstWords(
    read(`https://a.b/c.jpg\n\nOne ${NAME}\n${QUOTE} #three four`),
    3,
  );
  expect(tokens.map((token) => token.text).join('')).toBe(`One ${NAME}  #three`);
  expect(shortened).toBe(true);
  expect(firstWords(read('https://a.b/c.jpg\n'), 3)).toEqual({ tokens: [], cut: false });
  expect(firstWords(read('One two'), 3)).toEqual({
    tokens: [{ type: 'text', text: 'One two' }],
    cut: false,
  });
});

test('E-44 shortening 1 MB looks at its beginning only', () => {
  const tokens = [{ type: 'text', text: 'bird '.repeat(200_000) }] as const;
  expect(growthOf(() => shorten(tokens), 10).ms).toBeLessThan(10);
});

test('E-44 E-08 an opened text comes in parts: each is its beginning, and enough parts are all of it', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 60 }), (content, size) => {
      const tokens = read(content);
      let before = '';
      for (let parts = 1; ; parts++) {
        const part = firstPart(tokens, parts * size * 40);
        const text = part.tokens.map((token) => token.text).join('');
        expect(content.startsWith(text)).toBe(true);
        expect(text.startsWith(before)).toBe(true);
        before = text;
        if (!part.cut) break;
      }
      expect(before).toBe(content);
    }),
    { numRuns: 100 },
  );
  expect(firstPart(read('x'.repeat(100_000)), 20_000).tokens).toEqual([
    { type: 'text', text: 'x'.repeat(20_000) },
  ]);
  expect(firstPart(read('#a '.repeat(30_000)), 20_000).tokens.length).toBeLessThan(2_000);
});
