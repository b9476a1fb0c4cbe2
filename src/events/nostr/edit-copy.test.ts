import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editCopy } from './edit-copy.ts';

interface Shelf {
  readonly books: ReadonlyMap<
    string,
    { readonly lent: ReadonlySet<string>; readonly pages: number }
  >;
  readonly owner: { readonly name: string };
}

const shelf = (): Shelf => ({
  books: new Map([
    ['a', { lent: new Set(['ann']), pages: 1 }],
    ['b', { lent: new Set(), pages: 2 }],
  ]),
  owner: { name: 'ann' },
});

test('an edit returns another value, and the given one stays unchanged', () => {
  const before = shelf();
  const after = editCopy(before, ({ books }) => void books.get('a')?.lent.add('bob'));
  expect(after.books.get('a')?.lent).toEqual(new Set(['ann', 'bob']));
  expect(before).toEqual(shelf());
  expect([after.books.get('b') === before.books.get('b'), after.owner === before.owner]).toEqual([
    true,
    true,
  ]);
});

test('without changes the same value is returned, and nothing is frozen', () => {
  const before = shelf();
  const same = editCopy(before, ({ books }) => {
    books.delete('c');
    books.get('a')?.lent.add('ann');
  });
  expect(same).toBe(before);
  const after = editCopy(before, (draft) => {
    draft.owner.name = 'bob';
  });
  expect([before, before.books, after, after.owner].some(Object.isFrozen)).toBe(false);
});

test('an edited map equals one that is copied manually', () => {
  const step = fc.tuple(
    fc.constantFrom('set', 'delete'),
    fc.constantFrom('a', 'b', 'c'),
    fc.nat(3),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const before: ReadonlyMap<string, number> = new Map([['a', 1]]);
      const byHand = new Map(before);
      const write = (to: Map<string, number>) => {
        for (const [what, key, value] of steps)
          if (what === 'set') to.set(key, value);
          else to.delete(key);
      };
      write(byHand);
      expect(editCopy(before, write)).toEqual(byHand);
      expect(before).toEqual(new Map([['a', 1]]));
    }),
  );
});
