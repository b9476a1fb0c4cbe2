import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KIND } from '../../nostr/kinds.ts';
import { goalOf, readGoal, shareOf } from './goal.ts';

const goal = (tags: readonly (readonly string[])[], content = 'A boat') => ({
  kind: KIND.ZapGoal,
  content,
  tags: tags.map((tag) => [...tag]),
});

test('ZAP-05 a zap goal has a text, an amount of sats and an end; without an amount it is not a goal', () => {
  expect(
    readGoal(
      goal([
        ['amount', '210000000'],
        ['closed_at', '1800000000'],
      ]),
    ),
  ).toEqual({ about: 'A boat', target: 210_000, closesAt: 1_800_000_000 });
  expect(
    readGoal(
      goal(
        [
          ['amount', '1000'],
          ['summary', 'Ink'],
        ],
        ' ',
      ),
    ),
  ).toEqual({ about: 'Ink', target: 1, closesAt: undefined });
  for (const amount of ['', '0', '999', '-5', 'x', '1e400'])
    expect(readGoal(goal([['amount', amount]]))).toBeUndefined();
  expect(readGoal({ ...goal([['amount', '1000']]), kind: KIND.Text })).toBeUndefined();
  expect([
    goalOf({ tags: [['goal', 'a'.repeat(64)]] }),
    goalOf({ tags: [['goal', 'x']] }),
    goalOf({ tags: [] }),
  ]).toEqual(['a'.repeat(64), undefined, undefined]);
});

test('a goal shows as full only when it is reached', () => {
  fc.assert(
    fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (raised, target) => {
      const share = shareOf(raised, target);
      expect(share === 100).toBe(raised >= target);
      expect(share >= 0 && share <= 100).toBe(true);
    }),
  );
});

test('ZAP-05 the end of a goal is a positive time of at most eleven digits', () => {
  const closesAt = (text: string) =>
    readGoal({
      kind: 9_041,
      content: 'Tea',
      tags: [
        ['amount', '1000'],
        ['closed_at', text],
      ],
    })?.closesAt;
  expect(['1', '99999999999', '100000000000', '0', '-5', '1.5', 'x'].map(closesAt)).toEqual([
    1,
    99_999_999_999,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('ZAP-05 the progress of a goal is in whole percent', () => {
  expect([0, 1, 499, 989, 995, 999, 1_000, 2_000].map((raised) => shareOf(raised, 1_000))).toEqual([
    0, 0, 49, 98, 99, 99, 100, 100,
  ]);
});
