import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { listLossOf } from './list-losses.ts';

const key = (n: number) => n.toString(16).padStart(64, '0');
const follows = (keys: readonly number[], created_at: number, others: string[][] = []) =>
  trusted(
    signed({
      kind: 3,
      created_at,
      tags: [...others, ...keys.map((n) => ['p', key(n), 'wss://r'])],
    }),
  );

test('BEYOND-02 a version that lacks more than two entries is a loss, with their old tags', () => {
  const before = follows([1, 2, 3, 4], 100, [['client', 'a']]);
  const after = follows([4, 5], 200);
  expect(listLossOf('follows', before, after)).toEqual({
    list: 'follows',
    lost: [1, 2, 3].map((n) => ['p', key(n), 'wss://r']),
    from: before.id,
    to: after.id,
    at: after.created_at,
  });
});

test('BEYOND-02 two entries fewer, or tags that are no entries, are no loss', () => {
  const before = follows([1, 2, 3, 4], 100, [
    ['client', 'a'],
    ['x', 'b'],
    ['y', 'c'],
  ]);
  expect(listLossOf('follows', before, follows([3, 4], 200))).toBeUndefined();
  expect(listLossOf('follows', before, follows([4, 3, 2, 1], 200))).toBeUndefined();
});
