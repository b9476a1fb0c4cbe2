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
