import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { millis } from '../core/time.ts';
import { attached, attachmentsOf, described, detached } from './attachments.ts';
import { draftOf } from './compose.ts';
import { BLANK, type Writing } from '../publish/writing/writing.ts';
import { EMOJIS } from './emoji/emoji-table.ts';
import { findEmojis, readHistory, withUsed } from './emoji/emoji.ts';
import { countHashtags, findHashtags } from './emoji/hashtags.ts';

const signs = (query: string, history: readonly string[] = []) =>
  findEmojis(query, EMOJIS, history, 8).map(({ sign }) => sign);

test('COMPOSE-01 emojis match by name and other words, in any case; recent ones come before equals', () => {
  expect([signs('+1')[0], signs('Lol')[0], signs('coffee')[0], signs('xyzzy')]).toEqual([
    '👍',
    '😂',
    '☕',
    [],
  ]);
  expect(signs('smi')[0]).not.toBe('😄');
  const table = ['one', 'two', 'three'].map((sign) => ({ sign, name: `face_${sign}`, words: [] }));
  expect(findEmojis('face', table, ['three'], 2).map(({ sign }) => sign)).toEqual(['three', 'one']);
});

test('COMPOSE-01 every emoji of the table has a name of its own that can be typed', () => {
  expect(new Set(EMOJIS.map(({ name }) => name)).size).toBe(EMOJIS.length);
  expect(new Set(EMOJIS.map(({ sign }) => sign)).size).toBe(EMOJIS.length);
  expect(EMOJIS.length).toBeGreaterThan(200);
  for (const { name, sign, words } of EMOJIS) {
    expect([name, ...words].every((word) => /^[a-z0-9_+-]+$/.test(word))).toBe(true);
    expect(sign).toMatch(/\p{Extended_Pictographic}/u);
    expect(signs(name)).toContain(sign);
  }
});

test('COMPOSE-05 the emoji history holds the 40 newest without repetition; junk reads as empty', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...EMOJIS.map(({ sign }) => sign)), { maxLength: 120 }),
      (picked) => {
        const history = picked.reduce(withUsed, [] as readonly string[]);
        expect(history).toEqual([...new Set(picked.toReversed())].slice(0, 40));
        expect(readHistory(JSON.parse(JSON.stringify(history)))).toEqual(history);
      },
    ),
    { seed: 6, numRuns: 200 },
  );
  for (const junk of [undefined, {}, 'x', [1, null, '', 'x'.repeat(99)]])
    expect(readHistory(junk)).toEqual([]);
});

test('COMPOSE-01 hashtags of seen notes: the exact match first, then the most used', () => {
  const note = (...tags: string[]) => trusted({ tags: tags.map((tag) => ['t', tag]) });
  const flood = note(...Array.from({ length: 40 }, (_, nth) => `spam${nth}`));
  const counts = countHashtags([
    note('nostrich', 'Art'),
    note('nostrich', 'nostrich'),
    note('nostr', 'a b'),
    flood,
  ]);
  expect([...counts]).toEqual([
    ['nostrich', 2],
    ['art', 1],
    ['nostr', 1],
  ]);
  expect([
    findHashtags('no', counts, 8),
    findHashtags('NOSTR', counts, 8),
    findHashtags('spam', counts, 8),
  ]).toEqual([['nostrich', 'nostr'], ['nostr', 'nostrich'], []]);
});

const file = (name: string) => ({
  url: `https://media.example/${name}`,
  tag: ['imeta', `url https://media.example/${name}`, 'm image/png'],
});

test('NIP-92 a file is in text and tags, can be described, and is removed without a trace', () => {
  const one = described(
    attached({ ...BLANK, text: 'look' }, file('a'), millis(7)),
    file('a').url,
    ' two\nboats ',
  );
  expect(one).toMatchObject({ text: 'look\nhttps://media.example/a\n', begun: 7 });
  expect(attachmentsOf(one)).toEqual([
    { url: file('a').url, mime: 'image/png', alt: ' two\nboats ' },
  ]);
  const tags = draftOf({ type: 'note' }, one, '1'.repeat(64)).tags;
  expect(tags).toEqual([['imeta', `url ${file('a').url}`, 'm image/png', 'alt two boats']]);
  expect(described(one, file('a').url, '').files).toEqual([file('a').tag]);
  expect(detached(one, file('a').url)).toEqual({ ...one, text: 'look\n', files: [] });
  expect(attachmentsOf({ ...one, text: 'look' })).toEqual([]);
});

test('BEYOND-15 a description keeps each space while typed, and is published without those around it', () => {
  const typed = [...'A cat, asleep '].reduce(
    (writing, letter) =>
      described(writing, file('a').url, (attachmentsOf(writing)[0]?.alt ?? '') + letter),
    attached(BLANK, file('a'), millis(7)),
  );
  expect(attachmentsOf(typed)).toMatchObject([{ alt: 'A cat, asleep ' }]);
  const { tags } = draftOf({ type: 'note' }, typed, '1'.repeat(64));
  expect(tags).toEqual([['imeta', `url ${file('a').url}`, 'm image/png', 'alt A cat, asleep']]);
});

test('a removed file is gone from any text, and everything else stays', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
  fc.assert(
    fc.property(fc.string(), names, (text, all) => {
      const start: Writing = { ...BLANK, text };
      const full = all.reduce((writing, name) => attached(writing, file(name), millis(1)), start);
      const less = detached(full, file(all[0] ?? '').url);
      expect(attachmentsOf(full).map(({ url }) => url)).toEqual(all.map((name) => file(name).url));
      expect(attachmentsOf(less).map(({ url }) => url)).toEqual(
        all.slice(1).map((name) => file(name).url),
      );
      expect(less.text.startsWith(text)).toBe(true);
    }),
    { seed: 8, numRuns: 200 },
  );
});
