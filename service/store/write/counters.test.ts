import { expect, test } from 'vitest';
import { replyWeight } from './counters.ts';

test('a reply counts 1 if the note has at most 20 characters, 5 up to 100, otherwise 10', () => {
  expect([0, 20, 21, 100, 101, 5_000].map(replyWeight)).toEqual([1, 1, 5, 5, 10, 10]);
});
