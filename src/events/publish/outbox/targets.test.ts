import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import { relayKey, safeRelayUrl } from '../../core/url.ts';
import { targetsOf, relaysNotifiedBy, type KnownRelays } from './targets.ts';
import { pressed } from '../../nostr/ours.ts';
import { runs } from '../../../../tests/support/runs.ts';

const key = (digit: string) => digit.repeat(64);
const relay = (url: string, read: boolean, write: boolean) => ({ url: pressed(url), read, write });
const own = [
  relay('wss://own.example', true, true),
  relay('wss://mine.example', false, true),
  relay('wss://inbox.example', true, false),
];
const nobody = () => [];
const note = (...tags: string[][]) => ({ kind: 1, tags });

test('RELAY-06 events go to write relays; an own relay without the flag gets nothing, however it is named', () => {
  expect(targetsOf(note(), { relays: own, inboxOf: nobody })).toEqual([
    'wss://own.example',
    'wss://mine.example',
  ]);
  const naming = note(['e', key('a'), 'wss://INBOX.example/'], ['p', key('b')]);
  expect(
    targetsOf(naming, {
      relays: own,
      inboxOf: () => [pressed('wss://inbox.example/')],
      also: [pressed('wss://inbox.example')],
    }),
  ).toEqual(['wss://own.example', 'wss://mine.example']);
});

test('BEYOND-14 a note goes to two inbox relays of each person that it notifies; a list does not', () => {
  const inboxOf = (pubkey: string) =>
    [1, 2, 3].map((n) => `wss://${pubkey.slice(0, 1)}${n}.example`).map((url) => pressed(url));
  const telling = note(['p', key('a')], ['p', key('b')], ['t', 'x']);
  const inboxes = [
    pressed('wss://a1.example'),
    pressed('wss://a2.example'),
    pressed('wss://b1.example'),
    pressed('wss://b2.example'),
  ];
  expect(targetsOf(telling, { relays: own, inboxOf })).toEqual([
    'wss://own.example',
    'wss://mine.example',
    ...inboxes,
  ]);
  expect(targetsOf({ ...telling, kind: 3 }, { relays: own, inboxOf })).toHaveLength(2);
  const crowd = note(
    ...Array.from({ length: 100 }, (_, n) => ['p', n.toString(16).padStart(64, '0')]),
  );
  expect(
    targetsOf(crowd, {
      relays: own,
      inboxOf: (pubkey) => [pressed(`wss://x${pubkey.slice(60)}.example`)],
    }),
  ).toHaveLength(12);
});

test('BEYOND-14 the first 20 people of a note are notified, each once, and 20 own relays are used at most', () => {
  const tags = Array.from({ length: 22 }, (_, n) => ['p', n.toString(16).padStart(64, '0')]);
  expect(relaysNotifiedBy(note(...tags.slice(0, 1), ...tags))).toEqual(
    tags.slice(0, 20).map(([, pubkey]) => pubkey),
  );
  expect([relaysNotifiedBy(note(['e', key('a')])), relaysNotifiedBy({ kind: 3, tags })]).toEqual([
    [],
    [],
  ]);
  const many = Array.from({ length: 22 }, (_, n) => relay(`wss://r${n}.example`, true, true));
  expect(targetsOf(note(), { relays: many, inboxOf: nobody })).toEqual(
    many.slice(0, 20).map(({ url }) => url),
  );
});

test('TRUST-07 E-24 relays in tags, named by others or a service, get nothing', () => {
  const tags = ['e', 'a', 'p', 'q'].map((name) => [name, key('a'), `wss://${name}.example`]);
  for (const kind of [1, 3, 6, 7, 16, 1_111, 9_802, 30_023])
    expect(targetsOf({ kind, tags }, { relays: [], inboxOf: nobody })).toEqual([]);
});

const url = fc.constantFrom(
  'wss://a.example',
  'wss://a.example/',
  'WSS://A.example',
  'wss://b.example',
  'wss://c.example/x',
  'ws://10.0.0.1',
  'http://a',
  '',
);
const marked = url.map((text) => pressed(text));
const whereabouts = fc.record({
  relays: fc.uniqueArray(fc.record({ url: marked, read: fc.boolean(), write: fc.boolean() }), {
    selector: ({ url }) => relayKey(url),
  }),
  inboxes: fc.array(marked),
  also: fc.array(marked),
});
const drafts = fc.record({
  kind: fc.constantFrom(0, 1, 3, 5, 6, 7, 1111, 10_002, 30_000, 30_023),
  tags: fc.array(
    fc.tuple(
      fc.constantFrom('p', 'e', 'a', 'q', 'r'),
      fc.constantFrom(key('a'), key('b'), 'x'),
      url,
    ),
  ),
});

const obeysFlags = (choose: typeof targetsOf) =>
  fc.property(drafts, whereabouts, (draft, { relays, inboxes, also }) => {
    const places: KnownRelays = { relays, inboxOf: () => inboxes, also };
    const targets = choose(draft, places);
    const keys = targets.map(relayKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { url, write } of relays) expect(keys.includes(relayKey(url))).toBe(write);
    const foreign = targets.filter(
      (target) => !relays.some(({ url }) => relayKey(url) === relayKey(target)),
    );
    expect(foreign.filter((target) => safeRelayUrl(target) !== target)).toEqual([]);
    expect(foreign.length).toBeLessThanOrEqual(10 + also.length);
  });

test('RELAY-06 holds for all lists, hints and inboxes', () =>
  fc.assert(obeysFlags(targetsOf), { numRuns: runs(500) }));

test('RELAY-06 following every hint is caught (planted)', () => {
  const leaky: typeof targetsOf = (draft, places) => [
    ...targetsOf(draft, places).map((url) => pressed(url)),
    ...draft.tags.flatMap(([, , hint]) => hint ?? []).map((url) => pressed(url)),
  ];
  expect(endOf(obeysFlags(leaky))).toBe('AssertionError');
});
