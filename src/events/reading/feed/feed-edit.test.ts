import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addedFeed,
  enabledFeed,
  feedWith,
  movedFeed,
  removedFeed,
  renamedFeed,
} from './feed-edit.ts';
import { type FeedsChange, mergedFeeds } from './feeds-merge.ts';
import { enabledFeeds, keptFeeds, type OwnFeed, wholeList } from './own-feeds.ts';

const own = (name: string, over: Partial<OwnFeed> = {}): OwnFeed => ({
  name,
  spec: `{"id":"${name}","kind":"notes"}`,
  enabled: true,
  feedkind: 'user',
  ...over,
});
const LIST: readonly OwnFeed[] = [own('a', { feedkind: 'primal' }), own('b'), own('c')];
const names = (feeds: readonly OwnFeed[]) => feeds.map(({ name }) => name).join('');
const other = (id: string) => `{ "kind": "notes", "id": "${id}" }`;

test('FEED-06 rename, move, switch and remove find a feed by its equivalent spec and keep its other fields', () => {
  const list = LIST.map((feed) => ({ ...feed, mine: { x: 1 } }));
  expect(renamedFeed(list, other('b'), '  Birds ')).toEqual(
    list.with(1, { ...own('Birds', { spec: LIST[1]?.spec ?? '' }), mine: { x: 1 } }),
  );
  expect(renamedFeed(list, other('b'), '  ')).toEqual(list);
  expect(enabledFeed(list, other('b'), false)[1]).toEqual({ ...list[1], enabled: false });
  expect(names(movedFeed(list, other('a'), 2))).toBe('bca');
  expect(names(movedFeed(list, other('c'), -4))).toBe('cab');
  expect(names(movedFeed(list, other('a'), 99))).toBe('bca');
  expect(movedFeed(list, other('x'), 0)).toBe(list);
  expect(names(removedFeed(list, other('c')))).toBe('ab');
});

test('FEED-06 a feed of the service itself is not removed but switched off', () => {
  expect(removedFeed(LIST, other('a'))).toEqual(
    LIST.with(0, own('a', { feedkind: 'primal', enabled: false })),
  );
});

test('FEED-06 adding a feed with a known name is ignored; a feed with a known spec is switched on', () => {
  expect(addedFeed(LIST, own('b', { spec: '{"id":"other"}' }))).toBe(LIST);
  expect(names(addedFeed(LIST, own('d')))).toBe('abcd');
  expect(
    addedFeed(enabledFeed(LIST, other('b'), false), own('anything', { spec: other('b') })),
  ).toEqual(LIST);
});

test('FEED-01 enabled feeds are offered; a list of a former version is added to the service’s feeds', () => {
  const defaults = [
    own('s', { feedkind: 'primal' }),
    own('t', { feedkind: 'primal', enabled: false }),
  ];
  expect(names(enabledFeeds(defaults, []))).toBe('s');
  expect(names(wholeList(defaults, [{ name: 'x', spec: '{}' }]))).toBe('stx');
  expect(names(enabledFeeds(defaults, enabledFeed(LIST, other('b'), false)))).toBe('ac');
  expect(keptFeeds([own('a'), 7, null, { name: 'no spec' }])).toEqual([own('a')]);
  expect(keptFeeds('junk')).toBeUndefined();
});

test('FEED-06 SETTINGS-13 a feed that another client listed twice is listed once, with all its fields', () => {
  const doubled = [
    own('a', { mine: 1 } as Partial<OwnFeed>),
    own('b'),
    own('a', { name: 'again' }),
  ];
  expect(wholeList([], doubled)).toEqual(doubled.slice(0, 2));
  expect(wholeList([own('s')], [{ name: 'x', spec: own('s').spec }])).toEqual([own('s')]);
  expect(wholeList([], LIST)).toBe(LIST);
});

const KNOWN = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const lists = fc
  .uniqueArray(fc.constantFrom(...KNOWN), { minLength: 1 })
  .map((all) => all.map((name) => own(name)));
/** Random actions of a user on a list. */
const deeds = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom(...KNOWN), fc.nat(8)).map(
      ([id, to]) =>
        (list: readonly OwnFeed[]) =>
          movedFeed(list, other(id), to),
    ),
    fc
      .constantFrom(...KNOWN)
      .map((id) => (list: readonly OwnFeed[]) => removedFeed(list, other(id))),
    fc
      .constantFrom(...KNOWN)
      .map((id) => (list: readonly OwnFeed[]) => enabledFeed(list, other(id), false)),
    fc
      .constantFrom(...KNOWN)
      .map((id) => (list: readonly OwnFeed[]) => renamedFeed(list, other(id), `${id}!`)),
    fc
      .constantFrom('x', 'y', 'z')
      .map((id) => (list: readonly OwnFeed[]) => addedFeed(list, own(id))),
  ),
  { maxLength: 6 },
);
const done = (
  list: readonly OwnFeed[],
  all: ReadonlyArray<(list: readonly OwnFeed[]) => readonly OwnFeed[]>,
) => all.reduce((now, deed) => deed(now), list);

test('FEED-06 INV-BASE changes of a list give the same result when they are merged into the same list', () => {
  fc.assert(
    fc.property(lists, deeds, (before, acts) => {
      const after = done(before, acts);
      expect(mergedFeeds({ before, after }, before)).toEqual(after.length > 0 ? after : []);
    }),
  );
});

test("FEED-06 INV-BASE INV-PRESERVE another device's changes stay, unless the same was changed here", () => {
  fc.assert(
    fc.property(lists, deeds, (before, acts) => {
      const after = done(before, acts);
      const theirs = [...before.map((feed) => ({ ...feed, description: 'theirs' })), own('new')];
      const merged = mergedFeeds({ before, after }, theirs);
      expect(feedWith(merged, other('new'))).toEqual(own('new'));
      for (const feed of merged) {
        const [was, is] = [feedWith(before, feed.spec), feedWith(after, feed.spec)];
        if (was)
          expect([feed.description, feed.name, feed.enabled]).toEqual([
            'theirs',
            is?.name,
            is?.enabled,
          ]);
      }
      const gone = before.filter(({ spec }) => !feedWith(after, spec));
      expect(gone.filter(({ spec }) => feedWith(merged, spec))).toEqual([]);
      expect(after.filter(({ spec }) => !feedWith(merged, spec))).toEqual([]);
    }),
  );
});

test('FEED-06 INV-BASE an order made here is kept, and feeds from elsewhere stay behind their predecessor', () => {
  const change: FeedsChange = { before: LIST, after: movedFeed(LIST, other('c'), 0) };
  expect(names(mergedFeeds(change, [...LIST, own('d')]))).toBe('cdab');
  expect(names(mergedFeeds(change, LIST.slice(0, 2)))).toBe('ab');
  expect(
    names(
      mergedFeeds({ before: LIST, after: enabledFeed(LIST, other('a'), false) }, [
        own('d'),
        ...LIST.toReversed(),
      ]),
    ),
  ).toBe('dcba');
  expect(mergedFeeds(change, [])).toBe(change.after);
});
