import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaces, type SignedEvent, tagValue } from './event.ts';
import { inSeconds, seconds } from '../core/time.ts';

const hex = (length: number) =>
  fc.string({ unit: fc.nat({ max: 15 }).map((digit) => digit.toString(16)), minLength: length, maxLength: length });
/** Few seconds and few beginnings of ids, so that many are of the same second and differ late. */
const version = fc
  .record({ created_at: fc.integer({ min: 100, max: 103 }), start: fc.constantFrom('00', 'a0', 'ff'), rest: hex(62) })
  .map(({ created_at, start, rest }): SignedEvent => {
    const id = `${start.padEnd(32, '0')}${rest}`.slice(0, 64);
    return { id, pubkey: '1'.repeat(64), kind: 3, created_at: seconds(created_at), tags: [], content: '', sig: '' };
  });
const newestOf = (versions: readonly SignedEvent[]) =>
  versions.reduce<SignedEvent | undefined>((current, next) => (replaces(next, current) ? next : current), undefined);

test('INV-NEWEST ACCOUNT-12 of all versions the latest stays, of those of one second the one with the lowest id, in whatever order they come', () => {
  fc.assert(
    fc.property(
      fc
        .uniqueArray(version, { selector: ({ id }) => id, minLength: 1, maxLength: 12 })
        .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }))),
      ([all, shuffled]) => {
        const latest = Math.max(...all.map(({ created_at }) => inSeconds(created_at)));
        const [lowest] = all
          .filter(({ created_at }) => inSeconds(created_at) === latest)
          .map(({ id }) => id)
          .toSorted();
        expect(newestOf(all)?.id).toBe(lowest);
        expect(newestOf(shuffled)).toBe(newestOf(all));
        // what is heard twice changes nothing
        expect(newestOf([...all, ...shuffled])).toBe(newestOf(all));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('INV-NEWEST a version never takes its own place, and of two exactly one gives way', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(replaces(a, a)).toBe(false);
      expect(replaces(a, undefined)).toBe(true);
      if (a.id !== b.id) expect(replaces(a, b)).toBe(!replaces(b, a));
    }),
  );
});

test('the value of a tag is that of the first of its name', () => {
  expect([tagValue({ tags: [['d'], ['e', 'a'], ['e', 'b']] }, 'e'), tagValue({ tags: [['d']] }, 'd')]).toEqual(['a', undefined]);
});
