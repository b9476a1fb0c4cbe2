import { expect, test } from 'vitest';
import { findHashtags } from './hashtags.ts';

test('hashtags with the typed prefix: the exact one first, then by number of uses, then alphabetically', () => {
  const counts = new Map([
    ['nostrich', 2],
    ['nostrasia', 2],
    ['nostriches', 5],
    ['nost', 1],
    ['bitcoin', 9],
    ['nosta', 2],
  ]);
  expect(findHashtags('Nost', counts, 4)).toEqual(['nost', 'nostriches', 'nosta', 'nostrasia']);
  expect(findHashtags('Nost', new Map([...counts].toReversed()), 5)).toEqual([
    'nost',
    'nostriches',
    'nosta',
    'nostrasia',
    'nostrich',
  ]);
});
