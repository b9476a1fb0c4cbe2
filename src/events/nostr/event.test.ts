import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaces, type SignedEvent, tagValue } from './event.ts';
import { inSeconds, seconds } from '../core/time.ts';
import { runs } from '../../../tests/support/runs.ts';

const hex = (length: number) =>
  fc.string({
    unit: fc.nat({ max: 15 }).map((digit) => digit.toString(16)),
    minLength: length,
    maxLength: length,
  });
/**
 * Few different seconds and beginnings of ids, so that many versions share a second and differ late
 * in their ids.
 */
const version = fc
  .record({
    created_at: fc.integer({ min: 100, max: 103 }),
    start: fc.constantFrom('00', 'a0', 'ff'),
    rest: hex(62),
  })
  .map(({ created_at, start, rest }): SignedEvent => {
    const id = `${start.padEnd(32, '0')}${rest}`.slice(0, 64);
    return {
      id,
      pubkey: '1'.repeat(64),
      kind: 3,
      created_at: seconds(created_at),
      tags: [],
      content: '',
      sig: '',
    };
  });
const newestOf = (versions: readonly SignedEvent[]) =>
  versions.reduce<SignedEvent | undefined>(
    (current, next) => (replaces(next, current) ? next : current),
    undefined,
  );

test('INV-NEWEST ACCOUNT-12 the latest version wins, in one second the lowest id, in any order of arrival', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(version, { selector: ({ id }) => id, minLength: 1, maxLength: 12 })
        .chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
          ),
        ),
      ([all, shuffled]) => {
        const latest = Math.max(...all.map(({ created_at }) => inSeconds(created_at)));
        const [lowest] = all
          .filter(({ created_at }) => inSeconds(created_at) === latest)
          .map(({ id }) => id)
          .toSorted();
        expect(newestOf(all)?.id).toBe(lowest);
        expect(newestOf(shuffled)).toBe(newestOf(all));
        // a repeated event changes nothing
        expect(newestOf([...all, ...shuffled])).toBe(newestOf(all));
      },
    ),
    { numRuns: runs(1_000) },
  );
});

test('INV-NEWEST a version never replaces itself, and of two different ones exactly one replaces the other', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(replaces(a, a)).toBe(false);
      expect(replaces(a, undefined)).toBe(true);
      if (a.id !== b.id) expect(replaces(a, b)).toBe(!replaces(b, a));
    }),
  );
});

test('the value of a tag is that of the first tag of its name', () => {
  expect([
    tagValue({ tags: [['d'], ['e', 'a'], ['e', 'b']] }, 'e'),
    tagValue({ tags: [['d']] }, 'd'),
  ]).toEqual(['a', undefined]);
});
