import fc from 'fast-check';
import { expect, test } from 'vitest';
import { removedFeed } from '../../src/events/reading/feed/feed-edit.ts';
import { runs } from '../support/runs.ts';
import { feed, feedBrowser, namesIn } from '../support/settings/feed-tabs.ts';

const sorted = (names: readonly string[]) => names.toSorted();

test('FEED-06 INV-NO-LOSS two tabs that add a feed in the same moment both have both, and so has the disk', () => {
  const browser = feedBrowser([feed('a')]);
  const [one, two] = [browser.tab(), browser.tab()];
  browser.settle();
  one.edit((feeds) => [...feeds, feed('x')]);
  two.edit((feeds) => [...feeds, feed('y')]);
  browser.settle();
  const all = ['a', 'x', 'y'];
  expect([one.list(), two.list(), browser.kept()].map((feeds) => sorted(namesIn(feeds)))).toEqual([
    all,
    all,
    all,
  ]);
  // the next page has both, and saves both at the service
  for (const tab of browser.open()) tab.close();
  const next = browser.tab();
  next.save();
  expect(sorted(namesIn(browser.service()))).toEqual(all);
});

test('FEED-06 INV-NO-LOSS two tabs that adopt the server’s feed list each keep their own added feed', () => {
  const browser = feedBrowser([]);
  const tabs = [browser.tab(), browser.tab()];
  browser.settle();
  for (const [at, tab] of tabs.entries()) tab.edit((feeds) => [...feeds, feed(`x${at}`)]);
  browser.settle();
  for (const tab of tabs) tab.save();
  browser.settle();
  const all = ['a', 'x0', 'x1'];
  expect(
    [...tabs.map((tab) => tab.list()), browser.kept(), browser.service()].map((feeds) =>
      sorted(namesIn(feeds)),
    ),
  ).toEqual([all, all, all, all]);
});

test('FEED-06 INV-NO-LOSS adopting the server’s list keeps another tab’s unsaved feed', () => {
  const browser = feedBrowser([feed('a')]);
  const [one, two] = [browser.tab(), browser.tab()];
  one.edit((feeds) => [...feeds, feed('x')]);
  browser.settle();
  two.save();
  browser.settle();
  expect([one.list(), two.list(), browser.kept()].map(namesIn)).toEqual([
    ['a', 'x'],
    ['a', 'x'],
    ['a', 'x'],
  ]);
  one.save();
  browser.settle();
  two.edit((feeds) => removedFeed(feeds, feed('x').spec));
  browser.settle();
  one.save();
  two.save();
  browser.settle();
  expect([one.list(), two.list(), browser.kept(), browser.service()].map(namesIn)).toEqual([
    ['a'],
    ['a'],
    ['a'],
    ['a'],
  ]);
});

test('FEED-06 INV-NO-LOSS a removal that another tab overwrites with an older addition is saved again', () => {
  const browser = feedBrowser([feed('a'), feed('b')]);
  const one = browser.tab();
  one.edit((feeds) => [...feeds, feed('x')]);
  // it adopts the addition, to save it
  const two = browser.tab();
  one.edit((feeds) => removedFeed(feeds, feed('x').spec));
  one.save();
  two.save();
  browser.settle();
  for (const tab of [two, one]) tab.save();
  browser.settle();
  expect([one.list(), two.list(), browser.kept(), browser.service()].map(namesIn)).toEqual(
    Array.from({ length: 4 }, () => ['a', 'b']),
  );
});

test('FEED-06 INV-NO-LOSS a tab that opens while another one is behind has every saved feed', () => {
  const browser = feedBrowser([feed('a')]);
  const [one, two] = [browser.tab(), browser.tab()];
  browser.settle();
  for (const name of ['x', 'y']) one.edit((feeds) => [...feeds, feed(name)]);
  one.save();
  two.deliver();
  const three = browser.tab();
  browser.settle();
  expect([one.list(), two.list(), three.list(), browser.kept()].map(namesIn)).toEqual(
    Array.from({ length: 4 }, () => ['a', 'x', 'y']),
  );
});

test('FEED-06 INV-NO-LOSS a tab that opens on the record of a late tab saves no removed feed again', () => {
  const browser = feedBrowser([feed('a')]);
  const one = browser.tab();
  one.edit((feeds) => [...feeds, feed('x')]);
  const late = browser.tab();
  one.edit((feeds) => removedFeed(feeds, feed('x').spec));
  one.save();
  late.edit((feeds) => [...feeds, feed('y')]);
  const three = browser.tab();
  browser.settle();
  for (const tab of [three, late, one]) tab.save();
  browser.settle();
  expect([browser.kept(), browser.service()].map(namesIn)).toEqual([
    ['a', 'y'],
    ['a', 'y'],
  ]);
});

const deed = fc.record({
  act: fc.constantFrom(
    'add',
    'add',
    'remove',
    'deliver',
    'deliver',
    'deliver',
    'save',
    'open',
    'close',
  ),
  which: fc.nat(5),
  what: fc.nat(9),
});

test('FEED-06 INV-NO-LOSS tabs in any order keep every added feed and no removed feed', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
      const browser = feedBrowser([feed('a'), feed('b')]);
      browser.tab();
      const wanted = new Set(['a', 'b']);
      let count = 0;
      for (const { act, which, what } of deeds) {
        const open = browser.open();
        const tab = open[which % open.length];
        if (act === 'open' && open.length < 3) browser.tab();
        if (!tab) continue;
        if (act === 'add') {
          const name = `x${++count}`;
          tab.edit((feeds) => [...feeds, feed(name)]);
          wanted.add(name);
        }
        const shown = tab.list();
        const goes = shown[what % shown.length];
        // an empty list does not count as the account's list: the service's replaces it
        if (act === 'remove' && goes && goes.name !== 'a') {
          tab.edit((feeds) => removedFeed(feeds, goes.spec));
          wanted.delete(goes.name);
        }
        if (act === 'deliver') tab.deliver();
        if (act === 'save') tab.save();
        // a tab reports its changes before it closes, and the last tab stays open
        if (act === 'close' && open.length > 1) tab.close();
      }
      browser.settle();
      for (const tab of browser.open()) tab.save();
      browser.settle();
      for (const tab of browser.open()) tab.load();
      browser.settle();
      for (const tab of browser.open())
        expect(sorted(namesIn(tab.list()))).toEqual(sorted([...wanted]));
      expect(sorted(namesIn(browser.kept()))).toEqual(sorted([...wanted]));
      for (const tab of browser.open()) tab.close();
      browser.tab().save();
      expect(sorted(namesIn(browser.service()))).toEqual(sorted([...wanted]));
    }),
    { numRuns: runs(1_000) },
  );
});
