import { describe, expect, test } from 'vitest';
import type { Tag } from '../../nostr/event.ts';
import { areSame, diffOf, keptEntries } from './list-diff.ts';

const [ann, bob, cat] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const row = (tag: Tag, secret = false) => ({ tag, secret });
const diff = (
  before: readonly Tag[],
  after: readonly Tag[],
  open?: { from: readonly Tag[]; to: readonly Tag[] },
) => diffOf('mutes', { tags: before, secret: open?.from }, { tags: after, secret: open?.to });
const SAME = { added: [], removed: [], changed: [], reordered: false };

describe('BEYOND-01 the diff that the user sees of an edit', () => {
  test('repeated tags: the diff lists exactly the added and the removed tags', () => {
    expect(
      diff(
        [
          ['p', ann],
          ['p', bob],
        ],
        [
          ['p', bob],
          ['p', cat],
        ],
      ),
    ).toEqual({ ...SAME, added: [row(['p', cat])], removed: [row(['p', ann])] });
    expect(
      diff(
        [
          ['p', ann],
          ['p', ann],
        ],
        [['p', ann]],
      ),
    ).toEqual({ ...SAME, removed: [row(['p', ann])] });
    expect(
      diff(
        [['p', ann]],
        [
          ['p', ann],
          ['p', ann],
          ['p', ann],
        ],
      ),
    ).toEqual({ ...SAME, added: [row(['p', ann]), row(['p', ann])] });
    expect(
      diff(
        [
          ['p', ann],
          ['x', '1'],
        ],
        [
          ['p', ann],
          ['x', '1'],
        ],
      ),
    ).toEqual(SAME);
  });

  test('a changed entry is paired with the first of its kind; other tags are removed and added', () => {
    const one = (text: string) => ['p', ann, text];
    const changed = (from: string, to: string) => ({ from: row(one(from)), to: row(one(to)) });
    expect(diff([one('1')], [one('2')])).toEqual({ ...SAME, changed: [changed('1', '2')] });
    expect(diff([one('1'), one('2')], [one('3'), one('4')])).toEqual({
      ...SAME,
      changed: [changed('1', '3'), changed('2', '4')],
    });
    expect(diff([one('1'), one('2')], [one('3')])).toEqual({
      ...SAME,
      changed: [changed('1', '3')],
      removed: [row(one('2'))],
    });
    expect(diff([one('1')], [one('2'), one('3')])).toEqual({
      ...SAME,
      changed: [changed('1', '2')],
      added: [row(one('3'))],
    });
    expect(diff([['x', '1']], [['x', '2']])).toEqual({
      ...SAME,
      added: [row(['x', '2'])],
      removed: [row(['x', '1'])],
    });
  });

  test('ACCOUNT-20 a tag that moves to the private part is changed; a closed part is not compared', () => {
    expect(diff([['p', ann]], [], { from: [], to: [['p', ann]] })).toEqual({
      ...SAME,
      changed: [{ from: row(['p', ann]), to: row(['p', ann], true) }],
    });
    expect(diff([], [], { from: [['p', bob]], to: [] })).toEqual({
      ...SAME,
      removed: [row(['p', bob], true)],
    });
    expect(diff([['p', ann]], [['p', ann]])).toEqual(SAME);
  });

  test('the same tags in another order are reported as reordered', () => {
    expect(
      diff(
        [
          ['p', ann],
          ['p', bob],
        ],
        [
          ['p', bob],
          ['p', ann],
        ],
      ),
    ).toEqual({ ...SAME, reordered: true });
    expect(
      diff(
        [
          ['p', ann],
          ['p', bob],
          ['p', cat],
        ],
        [
          ['p', bob],
          ['p', cat],
        ],
      ),
    ).toMatchObject({ reordered: false });
  });
});

test('BEYOND-01 the entries that stay are counted, public and private ones, and no other tags', () => {
  const kept = (after: readonly Tag[], secret?: readonly Tag[], before: readonly Tag[] = []) =>
    keptEntries(
      'mutes',
      { tags: after, secret },
      diffOf('mutes', { tags: before, secret }, { tags: after, secret }),
    );
  const others = [
    ['d', 'mutes'],
    ['title', 'Mine'],
    ['p', 'malformed'],
  ];
  expect(kept([...others, ['p', ann]], undefined, others)).toBe(0);
  expect(kept([...others, ['p', ann], ['p', bob]], undefined, [['p', ann]])).toBe(1);
  expect(kept([['p', ann, 'Ann']], [['p', bob]], [['p', ann]])).toBe(1);
});

test('INV-PRESERVE two parts are equal if their tags and order are equal; a closed part is not empty', () => {
  const tags = [
    ['p', ann],
    ['p', bob, 'x'],
  ];
  expect([
    areSame(tags, tags),
    areSame(tags, structuredClone(tags)),
    areSame(undefined, undefined),
    areSame([], []),
  ]).toEqual([true, true, true, true]);
  const others = [
    undefined,
    [],
    tags.slice(1),
    tags.toReversed(),
    [...tags, ['x']],
    [
      ['p', ann],
      ['p', bob, 'y'],
    ],
    [
      ['p', ann],
      ['p', bob],
    ],
  ];
  for (const other of others)
    expect([areSame(tags, other), areSame(other, tags)]).toEqual([false, false]);
  expect(areSame([], undefined)).toBe(false);
});
