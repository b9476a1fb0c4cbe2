import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Tag } from '../../nostr/event.ts';
import { entriesBetween, missingOf, partsOf, programOf } from './list-history.ts';
import { entryKey } from './list-definitions.ts';

const key = (digit: string) => digit.repeat(64);
const word = fc.constantFrom('one', 'two', 'three', 'four', 'five');
const tags: fc.Arbitrary<readonly Tag[]> = fc
  .uniqueArray(word, { maxLength: 5 })
  .map((words) => words.map((one) => ['word', one] as const));
const keysOf = (all: readonly Tag[]) => new Set(all.flatMap((tag) => entryKey('mutes', tag) ?? []));

test('BEYOND-02 the program is the name in the client tag, shortened to one line, or undefined', () => {
  expect(programOf({ tags: [['client', 'Some\u0000 \n app']] })).toBe('Some app');
  expect(programOf({ tags: [['client', 'x'.repeat(500)]] })).toHaveLength(60);
  expect([programOf({ tags: [['client']] }), programOf({ tags: [] })]).toEqual([
    undefined,
    undefined,
  ]);
});

test('BEYOND-02 INV-SHRINK restoring adds the missing entries and removes none, for any two versions', () => {
  fc.assert(
    fc.property(
      tags,
      tags,
      fc.option(tags, { nil: undefined }),
      fc.option(tags, { nil: undefined }),
      (now, then, openNow, openThen) => {
        const missing = missingOf(
          'mutes',
          { tags: now, secret: openNow },
          { tags: then, secret: openThen },
        );
        expect(missing.every(({ intent }) => intent.act === 'add' || intent.act === 'set')).toBe(
          true,
        );
        const after = keysOf([...now, ...(openNow ?? []), ...missing.map(({ tag }) => tag)]);
        for (const one of keysOf(then)) expect(after.has(one)).toBe(true);
        for (const one of keysOf(now)) expect(after.has(one)).toBe(true);
        // a closed private part is not known to lack any entry
        if (openNow === undefined) expect(missing.some(({ secret }) => secret)).toBe(false);
        // an entry that is unchanged is not restored
        expect(
          missingOf('mutes', { tags: then, secret: openThen }, { tags: then, secret: openThen }),
        ).toEqual([]);
      },
    ),
  );
});

test('BEYOND-02 a changed entry is set as it was; tags that are no entries make no difference', () => {
  const [ann, now] = [
    ['p', key('a'), 'wss://old.example'],
    ['p', key('a')],
  ] as const;
  const version = trusted({ kind: 3, tags: [[...ann], ['client', 'x']], created_at: 5 });
  expect(
    missingOf(
      'follows',
      partsOf(trusted({ kind: 3, tags: [[...now]] }), undefined),
      partsOf(version, undefined),
    ),
  ).toEqual([{ tag: ann, secret: false, intent: { act: 'set', tag: ann } }]);
  expect(
    entriesBetween('follows', partsOf(undefined, undefined), partsOf(version, undefined)).added.map(
      ({ tag }) => tag,
    ),
  ).toEqual([ann]);
});

test('BEYOND-02 a private entry is restored to the private part', () => {
  const words = (...all: string[]): readonly Tag[] => all.map((one) => ['word', one]);
  const [now, then] = [
    { tags: words('a'), secret: [] },
    { tags: words('a', 'b'), secret: words('c') },
  ];
  expect(missingOf('mutes', now, then).map(({ intent }) => intent)).toEqual([
    { act: 'add', tag: ['word', 'b'] },
    { act: 'add', tag: ['word', 'c'], secret: true },
  ]);
  expect(missingOf('mutes', { ...now, secret: undefined }, then)).toHaveLength(1);
});

test('BEYOND-02 two versions differ by the entries that are added, removed and changed', () => {
  const version = (...others: (readonly string[])[]) => ({ tags: others, secret: undefined });
  const { added, removed, changed } = entriesBetween(
    'follows',
    version(['client', 'x'], ['p', key('a')], ['p', key('b')]),
    version(['alt', 'y'], ['p', key('b'), 'wss://r.example'], ['p', key('c')]),
  );
  expect([added, removed, changed].map((rows) => rows.length)).toEqual([1, 1, 1]);
  expect(removed[0]?.tag).toEqual(['p', key('a')]);
});
