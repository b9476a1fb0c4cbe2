import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Tag } from '../../nostr/event.ts';
import { entryKey, numberEntries } from './list-definitions.ts';
import { indexTags } from './list-index.ts';

const keyOf = (tag: Tag) => entryKey('follows', tag);

/** A plain reference implementation. */
function plainly(tags: readonly Tag[]) {
  let all = [...tags];
  const has = (key: string) => all.some((tag) => keyOf(tag) === key);
  const remove = (key: string) => void (all = all.filter((tag) => keyOf(tag) !== key));
  const add = (_: string, tag: Tag) => void all.push(tag);
  const set = (key: string, tag: Tag) => {
    const at = all.findIndex((one) => keyOf(one) === key);
    if (at < 0) return void all.push(tag);
    all = all.flatMap((one, place) => (keyOf(one) !== key ? [one] : place === at ? [tag] : []));
  };
  const first = (key: string, tag: Tag) => {
    const stood = all.find((one) => keyOf(one) === key) ?? tag;
    remove(key);
    const at = all.findIndex((one) => keyOf(one) !== undefined);
    all.splice(at < 0 ? all.length : at, 0, stood);
  };
  return { has, remove, add, set, first, tags: () => all };
}

const people = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
const entry = fc.tuple(fc.constant('p'), fc.constantFrom(...people), fc.constantFrom('', 'x', 'y'));
const tag: fc.Arbitrary<Tag> = fc.oneof(
  { weight: 3, arbitrary: entry },
  fc.constantFrom(['alt', '1'], ['p', 'junk'], ['t', 'x']),
);
const acts = fc.array(fc.tuple(fc.constantFrom('add', 'remove', 'set', 'first'), entry), {
  maxLength: 8,
});

test('INV-SHRINK INV-PRESERVE the index gives the same result as editing the plain list of tags', () => {
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 8 }), acts, (tags, steps) => {
      const numbering = numberEntries('follows');
      const [index, plain] = [indexTags(tags, numbering), plainly(tags)];
      for (const [act, one] of steps) {
        index[act](numbering.of(one), one);
        plain[act](keyOf(one) ?? '', one);
        expect(index.tags()).toEqual(plain.tags());
        for (const pubkey of people)
          expect(index.has(numbering.of(['p', pubkey]))).toBe(plain.has(`p:${pubkey}`));
      }
    }),
    { numRuns: 200 },
  );
});
