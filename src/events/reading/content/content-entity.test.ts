import { expect, test } from 'vitest';
import { naddrOf, neventOf, note1Of, npubOf, nprofileOf } from '../../nostr/nip19.ts';
import { tokenize } from './content.ts';

const KEY = '32e1827635450ebb3c5a7d12c1f8e7b2b514439ac10a67eef3d9fd9c5c68e245';
const RELAY = 'wss://relay.example.com';
const npub = npubOf(KEY) ?? '';
const nprofile = nprofileOf(KEY, [RELAY]) ?? '';
const note = note1Of(KEY) ?? '';
const nevent = neventOf({ id: KEY, relays: [RELAY], author: KEY, kind: 1 }) ?? '';
const naddr = naddrOf({ kind: 30023, pubkey: KEY, identifier: 'a:b', relays: [RELAY] }) ?? '';

const read = (content: string, tags: string[][] = []) => tokenize({ content, tags });
const mentions = (content: string) =>
  read(content)
    .filter((token) => token.type !== 'text')
    .map((token) => token.text);

test('NOTE-02 each kind of mention carries its reference and its hints', () => {
  expect(read(npub)).toEqual([{ type: 'profile', text: npub, pubkey: KEY, relays: [] }]);
  expect(read(nprofile)).toEqual([
    { type: 'profile', text: nprofile, pubkey: KEY, relays: [RELAY] },
  ]);
  expect(read(note)).toEqual([
    { type: 'event', text: note, id: KEY, relays: [], author: undefined, kind: undefined },
  ]);
  expect(read(nevent)).toEqual([
    { type: 'event', text: nevent, id: KEY, relays: [RELAY], author: KEY, kind: 1 },
  ]);
  expect(read(naddr)).toEqual([
    { type: 'address', text: naddr, address: `30023:${KEY}:a:b`, relays: [RELAY] },
  ]);
});

test.for([
  [`nostr:${npub}`, `nostr:${npub}`],
  [`Nostr:${npub}.`, `Nostr:${npub}`],
  [`nostr://${npub}.`, `nostr://${npub}`],
  [`@${npub}'s`, `@${npub}`],
  [`@nostr:${npub}`, `@nostr:${npub}`],
  [`(${npub})`, npub],
  [`看nostr:${npub}吧`, `nostr:${npub}`],
  [`${npub.toUpperCase()} `, npub.toUpperCase()],
  [`nostr:${npub}and`, `nostr:${npub}`],
] as const)('NOTE-02 in %j the mention is %j', ([content, text]) => {
  expect(mentions(content)).toEqual([text]);
});

test('NOTE-02 mentions without a gap are two', () => {
  expect(mentions(`nostr:${npub}nostr:${npub}`)).toEqual([`nostr:${npub}`, `nostr:${npub}`]);
  expect(mentions(`nostr:${nevent}nostr:${npub}`)).toEqual([`nostr:${nevent}`, `nostr:${npub}`]);
});

test.for([
  ['nostr:npub1'],
  [`nostr:${npub.slice(0, -1)}q`],
  [`example.com/${npub}`],
  [`x${npub}`],
  ['nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5'],
  [`nostr:nevent1${'q'.repeat(6_000)}`],
] as const)('NOTE-02 E-23 %j is no mention', ([content]) => {
  expect(mentions(content)).toEqual([]);
});

test('NOTE-02 `#[n]` names the n-th tag: an account, an event or an address', () => {
  const tags = [
    ['p', KEY, RELAY],
    ['e', KEY, 'http://x'],
    ['a', `30023:${KEY}:d`],
    ['t', 'x'],
    ['p', 'short'],
  ];
  expect(read('#[0]#[1]#[2]', tags)).toEqual([
    { type: 'profile', text: '#[0]', pubkey: KEY, relays: [RELAY] },
    { type: 'event', text: '#[1]', id: KEY, relays: [], author: undefined, kind: undefined },
    { type: 'address', text: '#[2]', address: `30023:${KEY}:d`, relays: [] },
  ]);
  for (const content of ['#[3]', '#[4]', '#[5]', '#[]', '#[x]', '#[0', '#[123456789]']) {
    expect(read(content, tags)).toEqual([{ type: 'text', text: content }]);
  }
});
