import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/trusted.ts';
import type { Claim } from '../connection/claims.ts';
import { safeRelayUrl } from '../connection/url.ts';
import { KIND } from '../kinds.ts';
import { inboxesIn, writesOf } from './inboxes.ts';

const [ANN, BOB, CLEO] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const claim = (pubkey: string, ...relays: ReadonlyArray<readonly [string, boolean, boolean]>): Claim => ({
  claim: 'userRelays',
  pubkey,
  relays: relays.map(([url, read, write]) => ({ url, read, write })),
});
const list = (pubkey: string, created_at: number, ...tags: string[][]) => trusted({ pubkey, kind: KIND.RelayList, created_at, tags });

test('BEYOND-14 an inbox is where somebody reads, best first: what is for reading only before what is for everything', () => {
  const claims = [
    claim(ANN, ['wss://all.example', true, true], ['wss://out.example', false, true], ['wss://in.example', true, false]),
    claim(BOB, ['wss://out.example', false, true]),
  ];
  expect(inboxesIn([ANN, BOB, CLEO], [], claims)).toEqual(
    new Map([
      [ANN, ['wss://in.example', 'wss://all.example']],
      [BOB, []],
      [CLEO, []],
    ]),
  );
});

test('BEYOND-14 what an account has signed counts before what is said of it, and the latest of that', () => {
  const events = [list(ANN, 9, ['r', 'wss://new.example']), list(ANN, 5, ['r', 'wss://old.example'])];
  expect(inboxesIn([ANN], events, [claim(ANN, ['wss://said.example', true, true])]).get(ANN)).toEqual(['wss://new.example']);
});

test('DM-09 where somebody writes is known by the same sources', () => {
  const said = [claim(ANN, ['wss://in.example', true, false], ['wss://out.example', false, true], ['ws://10.0.0.1', true, true])];
  const signed = list(ANN, 5, ['r', 'wss://in.example', 'read'], ['r', 'wss://all.example']);
  expect([writesOf(ANN, [], said), writesOf(ANN, [signed], said), writesOf(BOB, [signed], said)]).toEqual([
    ['wss://out.example'],
    ['wss://all.example'],
    [],
  ]);
});

test('E-23 E-24 private addresses and what is no relay are no inbox, whoever names them', () => {
  const places = ['ws://127.0.0.1:7777', 'wss://10.0.0.1', 'https://x.example', 'wss://u:p@x.example', 'x', 'wss://ok.example/'];
  const claims = [claim(ANN, ...places.map((url) => [url, true, true] as const))];
  expect(inboxesIn([ANN], [], claims).get(ANN)).toEqual(['wss://ok.example']);
  expect(inboxesIn([BOB], [list(BOB, 1, ...places.map((url) => ['r', url]))], []).get(BOB)).toEqual(['wss://ok.example']);
});

test('INV-ISOLATE for everything that is answered: those who were asked about and nobody else, each relay once, all through the url policy', () => {
  const url = fc.oneof(fc.webUrl(), fc.string(), fc.constantFrom('wss://a.example', 'wss://A.example/', 'ws://10.1.1.1'));
  const relay = fc.record({ url, read: fc.boolean(), write: fc.boolean() });
  const someone = fc.constantFrom(ANN, BOB, CLEO);
  const said = fc.array(fc.tuple(someone, fc.array(relay)).map(([pubkey, relays]): Claim => ({ claim: 'userRelays', pubkey, relays })));
  fc.assert(
    fc.property(fc.uniqueArray(someone), said, (people, claims) => {
      const inboxes = inboxesIn(people, [], claims);
      expect([...inboxes.keys()]).toEqual(people);
      for (const urls of inboxes.values()) {
        expect(new Set(urls).size).toBe(urls.length);
        expect(urls.map((one) => safeRelayUrl(one))).toEqual(urls);
      }
    }),
  );
});
