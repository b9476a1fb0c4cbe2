import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../tests/support/cpu-time.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { seconds } from '../../core/time.ts';
import {
  awaitedIn,
  type Branch,
  branchesOf,
  countsOf,
  drawnOf,
  knownTo,
  MOST_DEPTH,
  placesAfter,
  repliesBelow,
  sameReplies,
} from './reply-tree.ts';

const ME = 'me';

/** Replies as `[id, parent]`, with increasing times. `gone` and `hidden` by id. */
function world(edges: readonly (readonly [string, string])[], { gone = '', hidden = '' } = {}) {
  const by = Map.groupBy(edges, ([, to]) => to);
  const times = new Map(edges.map(([id], at) => [id, at]));
  const eventOf = (id: string) =>
    gone.includes(id) || !times.has(id)
      ? undefined
      : ({
          id,
          pubkey: id === id.toUpperCase() ? ME : 'x',
          created_at: seconds(times.get(id) ?? 0),
        } as VerifiedEvent);
  return {
    repliesOf: (key: string) => (by.get(key) ?? []).map(([id]) => id),
    eventOf,
    isHidden: ({ id }: VerifiedEvent) => hidden.includes(id),
  };
}
const drawing = (branches: readonly Branch[]): string =>
  branches
    .map(({ id, branches: below }) => (below.length > 0 ? `${id}(${drawing(below)})` : id))
    .join(' ');
const tree = (
  edges: readonly (readonly [string, string])[],
  listed: readonly string[] = [],
  more = {},
) => drawing(branchesOf('r', repliesBelow('r', listed, world(edges, more)).shown));

test('THREAD-01 replies are attached to their parents, oldest first, in any order of arrival', () => {
  expect(
    tree([
      ['a', 'r'],
      ['b', 'a'],
      ['c', 'r'],
      ['d', 'a'],
      ['e', 'b'],
    ]),
  ).toBe('a(b(e) d) c');
});

test('THREAD-01 a reply to a missing reply moves up to its parent, one to an unknown event to the root', () => {
  expect(
    tree(
      [
        ['a', 'r'],
        ['b', 'a'],
        ['c', 'b'],
      ],
      [],
      { gone: 'b' },
    ),
  ).toBe('a(c)');
  expect(
    tree(
      [
        ['a', 'r'],
        ['b', '?'],
      ],
      ['b'],
    ),
  ).toBe('a b');
});

test('THREAD-01 ACCOUNT-10 nothing below a hidden reply is shown, and hidden replies are listed by id', () => {
  const found = repliesBelow(
    'r',
    [],
    world(
      [
        ['a', 'r'],
        ['b', 'a'],
        ['c', 'r'],
      ],
      { hidden: 'a' },
    ),
  );
  expect([found.shown.map(({ id }) => id), found.hidden.map(({ id }) => id)]).toEqual([
    ['c'],
    ['a'],
  ]);
});

test('THREAD-01 ACCOUNT-10 a reply to a hidden reply stays hidden even if the service names it', () => {
  expect(
    tree(
      [
        ['a', 'r'],
        ['b', 'a'],
        ['c', 'b'],
        ['d', 'r'],
      ],
      ['a', 'b', 'c', 'd'],
      { hidden: 'a' },
    ),
  ).toBe('d');
});

test('BEYOND-04 hidden replies are included in the counts of their parents, on all levels', () => {
  const edges = [
    ['a', 'r'],
    ['b', 'a'],
    ['c', 'a'],
    ['d', 'r'],
  ] as const;
  const found = repliesBelow('r', [], world(edges, { hidden: 'bd' }));
  expect(Object.fromEntries(knownTo(found))).toEqual({ a: 2, r: 2 });
  expect(Object.fromEntries(countsOf(found.hidden))).toEqual({ a: 1, r: 1 });
});

/** `n0` to `n1199`, later ones newer, each a reply to `to`. */
const many = (to: (at: number) => string) =>
  Array.from({ length: 1_200 }, (_, at) => [`n${at}`, to(at)] as const);
const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);

test('THREAD-01 E-28 of too many replies the newest are kept, hidden ones do not count, the rest is known', () => {
  const wide = many(() => 'r');
  const found = repliesBelow('r', [], world(wide));
  expect([found.shown.length, idsOf(found.shown)[0], idsOf(found.shown).at(-1)]).toEqual([
    1_000,
    'n200',
    'n1199',
  ]);
  expect([found.older.length, knownTo(found).get('r')]).toEqual([200, 1_200]);
  // the newest ones are hidden
  const muted = world(wide);
  const some = repliesBelow('r', [], {
    ...muted,
    isHidden: ({ created_at }) => created_at >= seconds(1_100),
  });
  expect([some.shown.length, idsOf(some.shown)[0], some.hidden.length, some.older.length]).toEqual([
    1_000,
    'n100',
    100,
    100,
  ]);
});

test('E-28 of a flood only the newest 5,000 are read', () => {
  const flood = Array.from({ length: 9_000 }, (_, at) => [`n${at}`, 'r'] as const);
  const found = repliesBelow('r', ['n1'], {
    ...world(flood),
    isHidden: ({ created_at }) => created_at < seconds(8_500),
  });
  expect([found.shown.length, found.hidden.length]).toEqual([500, 4_499]);
});

test('THREAD-01 E-28 of too many replies newer branches stay whole, and replies to old ones go first', () => {
  // the newest ten each have one reply, older than all of them
  const answered = many((at) => (at < 10 ? `n${1_190 + at}` : 'r'));
  const { shown, older } = repliesBelow('r', [], world(answered));
  expect(idsOf(shown)).toEqual(expect.arrayContaining(['n0', 'n9', 'n1199', 'n210']));
  expect(idsOf(older)).toEqual(Array.from({ length: 200 }, (_, at) => `n${10 + at}`));
  // a single branch is too large: its newest replies stay
  const one = many((at) => (at === 0 ? 'r' : 'n0'));
  expect(idsOf(repliesBelow('r', [], world(one)).older)).toEqual(
    Array.from({ length: 200 }, (_, at) => `n${1 + at}`),
  );
});

test('THREAD-01 E-29 replies that are too deep to be rendered do not use up the limit', () => {
  // the newest branch is a chain of 1,100, beside 100 older branches
  const line = many((at) => (at <= 100 ? 'r' : `n${at - 1}`));
  const { shown, older } = repliesBelow('r', [], world(line));
  const branches = branchesOf('r', shown);
  expect([branches.length, drawnOf(branches, new Set()).length, older.length]).toEqual([
    101,
    101 + MOST_DEPTH,
    0,
  ]);
});

test('THREAD-01 E-29 cycles end; 5,000 levels or replies are read without recursion, and 1,000 rendered', () => {
  expect(
    tree(
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a'],
    ),
  ).toBe('a(b)');
  expect(
    tree(
      [
        ['a', 'a'],
        ['b', 'r'],
        ['r', 'b'],
      ],
      ['a'],
    ),
  ).toBe('a b');
  const line = Array.from(
    { length: 5_000 },
    (_, at) => [`n${at}`, at === 0 ? 'r' : `n${at - 1}`] as const,
  );
  const wide = Array.from({ length: 5_000 }, (_, at) => [`n${at}`, 'r'] as const);
  for (const edges of [line, wide]) {
    const took = cpuTimeOf(() => {
      const { shown } = repliesBelow('r', [], world(edges));
      const branches = branchesOf('r', shown);
      expect(branches.reduce((sum, { below }) => sum + below + 1, 0)).toBe(shown.length);
      expect(drawnOf(branches, new Set()).length).toBe(edges === wide ? 1_000 : MOST_DEPTH + 1);
    });
    expect(took).toBeLessThan(1_000);
  }
  const deepest = drawnOf(branchesOf('r', repliesBelow('r', [], world(line)).shown), new Set());
  expect(deepest).toEqual(Array.from({ length: MOST_DEPTH + 1 }, (_, at) => `n${at}`));
});

test('THREAD-01 nothing below a folded reply is rendered, and its count includes all levels', () => {
  const branches = branchesOf(
    'r',
    repliesBelow(
      'r',
      [],
      world([
        ['a', 'r'],
        ['b', 'a'],
        ['c', 'b'],
        ['d', 'r'],
      ]),
    ).shown,
  );
  expect(drawnOf(branches, new Set())).toEqual(['a', 'b', 'c', 'd']);
  expect(drawnOf(branches, new Set(['a']))).toEqual(['a', 'd']);
  expect(branches[0]?.below).toBe(2);
});

test('THREAD-01 own replies and requested ones, with all below these, are expected', () => {
  const { shown } = repliesBelow(
    'r',
    [],
    world([
      ['a', 'r'],
      ['b', 'a'],
      ['c', 'b'],
      ['D', 'r'],
    ]),
  );
  expect([...awaitedIn(shown, ME, (to) => to === 'a')]).toEqual(['D', 'b', 'c']);
  // a stranger's reply to an own reply was not requested
  const answered = repliesBelow(
    'r',
    [],
    world([
      ['M', 'r'],
      ['s', 'M'],
      ['z', 'r'],
    ]),
  );
  expect([...awaitedIn(answered.shown, ME, () => false)]).toEqual(['M']);
});

test('THREAD-01 a new reply is placed if it moves nothing, else it waits; a late parent moves no child', () => {
  const there = { placed: new Set(['a', 'c']), waiting: [] };
  expect(placesAfter(there, ['a', 'b', 'c', 'd'], new Set())).toEqual({
    placed: new Set(['a', 'c', 'd']),
    waiting: ['b'],
  });
  expect(placesAfter(there, ['a', 'b', 'c'], new Set(['b']))).toEqual({
    placed: new Set(['a', 'b', 'c']),
    waiting: [],
  });
  const { shown } = repliesBelow(
    'r',
    ['c'],
    world([
      ['a', 'r'],
      ['p', 'r'],
      ['c', 'p'],
      ['z', 'r'],
    ]),
  );
  expect(drawing(branchesOf('r', shown, new Set(['a', 'c', 'z'])))).toBe('a c z');
  expect(drawing(branchesOf('r', shown, new Set(['a', 'c', 'z', 'p'])))).toBe('a p(c) z');
});

test('THREAD-01 E-28 of a flood no more is remembered than is read', () => {
  const ids = Array.from({ length: 6_000 }, (_, at) => `r${at}`);
  let places: ReturnType<typeof placesAfter> = { placed: new Set(), waiting: [] };
  for (let at = 0; at < ids.length; at += 100)
    places = placesAfter(places, ids.slice(Math.max(0, at - 900), at + 100), new Set());
  expect([
    places.placed.size <= 5_000,
    ids.slice(-1_000).every((id) => places.placed.has(id)),
  ]).toEqual([true, true]);
});

test('THREAD-01 E-29 property: each reply is rendered once, and placed replies keep their order', () => {
  const ids = 'abcdefgh'.split('');
  const edges = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('r', ...ids)), {
    maxLength: 16,
  });
  fc.assert(
    fc.property(edges, fc.subarray(ids), fc.subarray(ids), (some, listed, first) => {
      const unique = [...new Map(some).entries()];
      const found = repliesBelow('r', listed, world(unique));
      expect(sameReplies(found, repliesBelow('r', listed, world(unique)))).toBe(true);
      const { shown } = found;
      const all = drawnOf(branchesOf('r', shown), new Set());
      expect(new Set(all).size).toBe(all.length);
      const order = all.filter((id) => first.includes(id));
      const places = placesAfter({ placed: new Set(order), waiting: [] }, all, new Set());
      expect([...places.waiting, ...all.filter((id) => places.placed.has(id))].toSorted()).toEqual(
        all.toSorted(),
      );
      // placed replies move only when the user shows the waiting ones
      const before = flat(branchesOf('r', shown, new Set(order)));
      const after = flat(branchesOf('r', shown, places.placed)).filter((id) => order.includes(id));
      expect(after).toEqual(before.filter((id) => after.includes(id)));
    }),
  );
});

function flat(branches: readonly Branch[]): readonly string[] {
  return branches.flatMap(({ id, branches: below }) => [id, ...flat(below)]);
}
