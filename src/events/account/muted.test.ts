import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import { hiddenBy } from './muted.ts';

const [me, ann] = ['1', 'a'].map((digit) => digit.repeat(64)) as [string, string];
const root = 'd'.repeat(64);
const by = (tags: string[][]) => hiddenBy(trusted({ pubkey: me, kind: 10_000, tags }));
const note = (content: string, tags: string[][] = [], pubkey = ann) => trusted({ pubkey, content, tags });

test('ACCOUNT-10 hidden is what a muted account wrote, what has a muted hashtag, and a muted thread from its first note on', () => {
  expect(by([['p', ann]])(note('x'))).toBe(true);
  expect(by([['p', me]])(note('x', [], me))).toBe(false);
  expect(by([['t', 'boats']])(note('x', [['t', 'Boats']]))).toBe(true);
  expect(by([['e', root]])(note('x', [['e', root, '', 'root']]))).toBe(true);
  expect(by([['e', root]])(note('x', [['e', root, '', 'mention']]))).toBe(false);
});

test('ACCOUNT-10 a muted word hides where it stands by itself, whatever its case, in any script', () => {
  const hides = by([['word', 'Cat']]);
  expect(['A cat.', 'CAT', 'a#cat', 'the cat-flap'].map((text) => hides(note(text)))).toEqual([true, true, true, true]);
  expect(['concatenate', 'cats', 'Çcat'].map((text) => hides(note(text)))).toEqual([false, false, false]);
  expect(by([['word', '猫']])(note('黒猫です'))).toBe(true);
});

test('ACCOUNT-10 no text and no word make it fail; an empty list hides nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, word) => {
      expect(typeof by([['word', word]])(note(text))).toBe('boolean');
      expect(by([])(note(text))).toBe(false);
    }),
  );
});
