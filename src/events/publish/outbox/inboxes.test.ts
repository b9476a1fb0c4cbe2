import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { safeRelayUrl } from '../../core/url.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inboxesIn, writesOf } from './inboxes.ts';

const [ANN, BOB, CLEO] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const list = (pubkey: string, created_at: number, ...tags: string[][]) =>
  trusted({ pubkey, kind: KIND.RelayList, created_at, tags });

test('BEYOND-14 an inbox is a read relay: read-only relays come before those for reading and writing', () => {
  const events = [
    list(
      ANN,
      1,
      ['r', 'wss://all.example'],
      ['r', 'wss://out.example', 'write'],
      ['r', 'wss://in.example', 'read'],
    ),
    list(BOB, 1, ['r', 'wss://out.example', 'write']),
  ];
  expect(inboxesIn([ANN, BOB, CLEO], events)).toEqual(
    new Map([
      [ANN, ['wss://in.example', 'wss://all.example']],
      [BOB, []],
      [CLEO, []],
    ]),
  );
});

test('BEYOND-14 the newest signed list of a person counts, and no list of another person', () => {
  const events = [
    list(ANN, 9, ['r', 'wss://new.example']),
    list(ANN, 5, ['r', 'wss://old.example']),
    list(BOB, 99, ['r', 'wss://bob.example']),
  ];
  expect(inboxesIn([ANN], events).get(ANN)).toEqual(['wss://new.example']);
});

test('DM-09 the write relays of a person come from the same list', () => {
  const signed = list(
    ANN,
    5,
    ['r', 'wss://in.example', 'read'],
    ['r', 'wss://all.example'],
    ['r', 'ws://10.0.0.1'],
  );
  expect([writesOf(ANN, [signed]), writesOf(BOB, [signed])]).toEqual([['wss://all.example'], []]);
});

test('E-23 E-24 private addresses and malformed relay urls are left out', () => {
  const places = [
    'ws://127.0.0.1:7777',
    'wss://10.0.0.1',
    'https://x.example',
    'wss://u:p@x.example',
    'x',
    'wss://ok.example/',
  ];
  expect(inboxesIn([BOB], [list(BOB, 1, ...places.map((url) => ['r', url]))]).get(BOB)).toEqual([
    'wss://ok.example',
  ]);
});

test('INV-ISOLATE only requested people get inboxes, each relay once, through the url policy', () => {
  const url = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom('wss://a.example', 'wss://A.example/', 'ws://10.1.1.1'),
  );
  const tag = fc
    .tuple(fc.constantFrom('r', 'x'), url, fc.constantFrom('read', 'write', ''))
    .map((one): string[] => one);
  const someone = fc.constantFrom(ANN, BOB, CLEO);
  const lists = fc.array(
    fc
      .tuple(someone, fc.nat(9), fc.array(tag))
      .map(([pubkey, at, tags]) => list(pubkey, at, ...tags)),
  );
  fc.assert(
    fc.property(fc.uniqueArray(someone), lists, (people, events) => {
      const inboxes = inboxesIn(people, events);
      expect([...inboxes.keys()]).toEqual(people);
      for (const urls of inboxes.values()) {
        expect(new Set(urls).size).toBe(urls.length);
        expect(urls.map((one) => safeRelayUrl(one))).toEqual(urls);
      }
    }),
  );
});
