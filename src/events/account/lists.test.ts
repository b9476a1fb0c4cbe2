import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasData, vectors } from '../../../tests/support/data.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { relayKey } from '../connection/url.ts';
import { readContacts } from './contacts.ts';
import { readMuteList, readMutes } from './mutes.ts';
import { readRelayList } from './relay-list.ts';

const key = (digit: string) => digit.repeat(64);

test('a contact list: keys of p tags in their order, none twice, rubbish passed over', () => {
  const event = trusted({
    kind: 3,
    tags: [['p', key('b'), 'wss://r.example', 'ben'], ['p', key('a')], ['p', key('b')], ['p'], ['p', 'npub1x'], ['t', 'x'], []],
  });
  const contacts = readContacts(event);
  expect([...contacts.follows]).toEqual([key('b'), key('a')]);
  expect([contacts.pubkey, contacts.source]).toEqual([event.pubkey, event]);
  expect([...readContacts(trusted({ kind: 3, content: '{"wss://x":{}}' })).follows]).toEqual([]);
});

test('RELAY-06 a relay list: markers, and each relay once with or without a trailing slash', () => {
  const tags = [
    ['r', 'wss://both.example'],
    ['r', 'wss://in.example', 'read'],
    ['r', 'wss://out.example/', 'write'],
    ['r', 'wss://twice.example', 'read'],
    ['r', 'WSS://Twice.example/', 'write'],
    ['r', 'wss://odd.example', 'banana'],
    ['relay', 'wss://no.example'],
  ];
  expect(readRelayList(trusted({ kind: 10_002, tags })).relays).toEqual([
    { url: 'wss://both.example', read: true, write: true },
    { url: 'wss://in.example', read: true, write: false },
    { url: 'wss://out.example', read: false, write: true },
    { url: 'wss://twice.example', read: true, write: true },
    { url: 'wss://odd.example', read: true, write: true },
  ]);
});

test('E-24 private relays of a list are left out, but for the house that serves this app', () => {
  const event = trusted({
    kind: 10_002,
    tags: [
      ['r', 'ws://localhost:3000'],
      ['r', 'ws://192.168.0.1'],
      ['r', 'https://x.example'],
      ['r', ''],
    ],
  });
  expect(readRelayList(event).relays).toEqual([]);
  expect(readRelayList(event, 'http://localhost:3000').relays.map((relay) => relay.url)).toEqual(['ws://localhost:3000']);
});

test('a flood of relays is cut at 100', () => {
  const tags = Array.from({ length: 5_000 }, (_, i) => ['r', `wss://r${i}.example`]);
  expect(readRelayList(trusted({ kind: 10_002, tags })).relays).toHaveLength(100);
});

test('a mute list: users, words, hashtags and threads of its public part', () => {
  const tags = [
    ['p', key('a')],
    ['p', 'nobody'],
    ['word', ' Spam '],
    ['word', 'spam'],
    ['word', ''],
    ['t', 'NSFW'],
    ['e', key('e')],
    ['e', 'x'],
    ['word'],
    [],
  ];
  const event = trusted({ kind: 10_000, tags, content: 'cipher?iv=x' });
  const mutes = readMuteList(event);
  expect({ ...mutes, source: 0 }).toEqual({
    users: new Set([key('a')]),
    words: new Set(['spam']),
    hashtags: new Set(['nsfw']),
    threads: new Set([key('e')]),
    pubkey: event.pubkey,
    hasPrivate: true,
    source: 0,
  });
  expect(readMuteList(trusted({ kind: 10_000 })).hasPrivate).toBe(false);
  expect(readMutes([['p', key('b')]]).users).toEqual(new Set([key('b')]));
});

test('INV-ISOLATE E-14 any tags make lists of the right form', () => {
  const name = fc.oneof(fc.constantFrom('p', 'r', 'e', 't', 'word'), fc.string());
  const value = fc.oneof(fc.constantFrom(key('a'), 'wss://r.example/', 'read'), fc.webUrl(), fc.string({ unit: 'binary' }));
  const tags = fc.array(fc.tuple(name, fc.array(value, { maxLength: 3 })).map(([head, rest]) => [head, ...rest]));
  fc.assert(
    fc.property(tags, fc.string(), (some, content) => {
      const event = trusted({ tags: some, content });
      const hex = [...readContacts(event).follows, ...readMuteList(event).users, ...readMuteList(event).threads];
      expect(hex.filter((each) => !/^[0-9a-f]{64}$/.test(each))).toEqual([]);
      const urls = readRelayList(event).relays.map((relay) => relay.url);
      expect(new Set(urls.map(relayKey)).size).toBe(urls.length);
      expect(urls.filter((url) => !/^wss?:\/\//.test(url))).toEqual([]);
    }),
  );
});

test.skipIf(!hasData)('vectors: a relay list with rubbish gives its usable relays', () => {
  const { cases } = vectors<{ cases: ReadonlyArray<{ name: string; event: Parameters<typeof trusted>[0] }> }>('event-validity.json');
  const list = cases.find(({ name }) => name === 'relay list with rubbish');
  expect(readRelayList(trusted(list?.event ?? {})).relays.map((relay) => relay.url)).toEqual([
    'wss://ok.example',
    'wss://x.example',
    'ws://abc.onion',
  ]);
});
