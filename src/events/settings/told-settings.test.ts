import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toldOf, withEntries, withTexts } from './told-settings.ts';

const NAMES = ['theme', 'alerts', 'searches'] as const;

test('INV-NO-LOSS the settings sent to other tabs are the changes: values, map entries and list edits', () => {
  const before = { theme: 'ice', alerts: { a: true, b: { from: 1 } }, searches: ['x'], other: 1 };
  expect(toldOf(before, before, NAMES)).toBeUndefined();
  expect(
    toldOf(before, { ...before, alerts: { b: { from: 1 }, a: true }, other: 2 }, NAMES),
  ).toBeUndefined();
  expect(
    toldOf(before, { ...before, theme: 'sunset', alerts: { b: { from: 2 }, c: 1 } }, NAMES),
  ).toEqual({
    theme: 'sunset',
    alerts: { a: undefined, b: { from: 2 }, c: 1 },
  });
  expect(toldOf(before, { ...before, searches: ['y', 'x'] }, NAMES)).toEqual({
    searches: { before: ['x'], after: ['y', 'x'] },
  });
});

test('INV-NO-LOSS entries that two tabs changed at the same moment are both kept', () => {
  const map = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean());
  fc.assert(
    fc.property(map, map, map, (shared, mine, theirs) => {
      // each tab changes entries of its own
      const own = {
        ...shared,
        ...Object.fromEntries(Object.entries(mine).map(([key, on]) => [`mine ${key}`, on])),
      };
      const other = {
        ...shared,
        ...Object.fromEntries(Object.entries(theirs).map(([key, on]) => [`theirs ${key}`, on])),
      };
      const told = toldOf({ alerts: shared }, { alerts: other }, NAMES)?.['alerts'];
      expect(
        withEntries(own, typeof told === 'object' && told !== null ? { ...told } : {}),
      ).toEqual({ ...other, ...own });
    }),
  );
  expect(withEntries({ a: 1, b: 2 }, { a: undefined })).toEqual({ b: 2 });
});

test("INV-NO-LOSS another tab's new term comes first, its deleted one goes, and our own terms stay", () => {
  expect(withTexts(['mine', 'x'], { before: ['x'], after: ['theirs', 'x'] })).toEqual([
    'theirs',
    'mine',
    'x',
  ]);
  expect(withTexts(['mine', 'x', 'y'], { before: ['x', 'y'], after: ['y'] })).toEqual([
    'mine',
    'y',
  ]);
  expect(withTexts(['mine', 'x', 'y'], { before: ['x', 'y'], after: ['y', 'x'] })).toEqual([
    'y',
    'mine',
    'x',
  ]);
  expect(withTexts(['x'], { before: 'x', after: [1, 'z'] })).toEqual(['z', 'x']);
  expect(withTexts(['mine', 'x'], { before: ['x'], after: [] })).toEqual(['mine']);
});
