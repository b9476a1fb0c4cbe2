import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../tests/support/cpu-time.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { type Change, changesBetween } from './article-changes.ts';

const article = (content: string, title = 'On lamps') =>
  trusted({
    kind: 30_023,
    content,
    tags: [
      ['d', 'x'],
      ['title', title],
    ],
  });
const said = (changes: readonly Change[]) =>
  changes.map((change) => {
    if (change.type === 'same') return `=${change.paragraphs}`;
    if (change.type !== 'changed') return `${change.type === 'added' ? '+' : '-'}${change.text}`;
    return change.pieces
      .map(({ type, text }) =>
        type === 'same'
          ? text
          : `${type === 'added' ? '{' : '['}${text}${type === 'added' ? '}' : ']'}`,
      )
      .join('');
  });
const between = (before: string, after: string) =>
  said(changesBetween(article(before), article(after)));

test('THREAD-04 changes of an article are removed and added paragraphs, and words within a paragraph', () => {
  expect(
    between(
      'One.\n\nThe lamp is blue today.\n\nGone for good.\n\nEnd.',
      'One.\n\nThe lamp is green today.\n\nEnd.\n\nNew words.',
    ),
  ).toEqual(['=2', 'The lamp is [blue]{green} today.', '-Gone for good.', '=1', '+New words.']);
  expect(said(changesBetween(article('Same.'), article('Same.', 'On old lamps')))).toEqual([
    'On {old }lamps',
    '=1',
  ]);
  expect(between('Same.', ' Same. \n \n')).toEqual(['=2']);
});

test('THREAD-04 two paragraphs with little in common count as removed and added', () => {
  expect(between('A first thought about ships.', 'Nothing like it whatsoever, really.')).toEqual([
    '=1',
    '-A first thought about ships.',
    '+Nothing like it whatsoever, really.',
  ]);
});

test('THREAD-04 E-44 two large versions without anything in common are compared in time', () => {
  const text = (word: string) =>
    Array.from({ length: 6_000 }, (_, at) => `${word} ${at}`).join('\n\n');
  const long = (word: string) => `${word} `.repeat(30_000);
  const signs = (seed: number) =>
    Array.from({ length: 500 }, (_, at) =>
      Array.from({ length: 390 }, (__, n) =>
        String.fromCharCode(0x4e00 + ((seed * 7_919 + at * 31 + n * n * (seed + 2)) % 20)),
      ).join(''),
    ).join('\n\n');
  for (const [before, after] of [
    [text('a'), text('b')],
    [long('a'), long('b')],
    [text('a'), `${text('a')}\n\nmore`],
    // every character of them is a word
    [signs(1), signs(2)],
  ] as const) {
    const took = cpuTimeOf(() =>
      expect(changesBetween(article(before), article(after)).length).toBeGreaterThan(0),
    );
    expect(took).toBeLessThan(3_000);
  }
});

test('THREAD-04 property: the old and the new text can be read from every difference', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'a b', 'b a c', 'c'), { maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const read = (left: 'removed' | 'added') =>
        changesBetween(article(before.join('\n\n')), article(after.join('\n\n')))
          .flatMap((change) => {
            if (change.type === 'same') return Array.from({ length: change.paragraphs }, () => '=');
            if (change.type === 'changed')
              return [
                change.pieces
                  .flatMap(({ type, text: piece }) =>
                    type === left || type === 'same' ? [piece] : [],
                  )
                  .join(''),
              ];
            return change.type === left ? [change.text] : [];
          })
          .slice(0);
      const fits = (found: readonly string[], whole: readonly string[]) =>
        found.length === whole.length + 1 &&
        found.slice(1).every((part, at) => part === '=' || part === whole[at]);
      expect(fits(read('removed'), before)).toBe(true);
      expect(fits(read('added'), after)).toBe(true);
    }),
  );
});
