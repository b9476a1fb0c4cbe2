import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { relayKey } from '../../core/url.ts';
import { messageRelay, relayUse } from './list-intents.ts';
import {
  messageRelaysAfter,
  readMessageRelays,
  readRelayList,
  relaysAfter,
  relaysForCopies,
  writeUrls,
} from './relay-list.ts';

const key = (digit: string) => digit.repeat(64);

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

test('E-24 private relays of a list are dropped, except the host of this app', () => {
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
  expect(readRelayList(event, 'http://localhost:3000').relays.map((relay) => relay.url)).toEqual([
    'ws://localhost:3000',
  ]);
});

test('a flood of relays is cut at 100', () => {
  const tags = Array.from({ length: 5_000 }, (_, i) => ['r', `wss://r${i}.example`]);
  expect(readRelayList(trusted({ kind: 10_002, tags })).relays).toHaveLength(100);
});

test('vectors: the usable relays of a relay list with junk are read', () => {
  const { cases } = vectors<{
    cases: ReadonlyArray<{ name: string; event: Parameters<typeof trusted>[0] }>;
  }>('event-validity.json');
  const list = cases.find(({ name }) => name === 'relay list with rubbish');
  expect(readRelayList(trusted(list?.event ?? {})).relays.map((relay) => relay.url)).toEqual([
    'wss://ok.example',
    'wss://x.example',
    'ws://abc.onion',
  ]);
});

test('INV-ISOLATE E-14 any tags make a relay list without repeats', () => {
  const name = fc.oneof(fc.constantFrom('p', 'r', 'e', 't', 'word'), fc.string());
  const value = fc.oneof(
    fc.constantFrom(key('a'), 'wss://r.example/', 'read'),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  );
  const tags = fc.array(
    fc.tuple(name, fc.array(value, { maxLength: 3 })).map(([head, rest]) => [head, ...rest]),
  );
  fc.assert(
    fc.property(tags, fc.string(), (some, content) => {
      const event = trusted({ tags: some, content });
      const urls = readRelayList(event).relays.map((relay) => relay.url);
      expect(new Set(urls.map(relayKey)).size).toBe(urls.length);
      expect(urls.filter((url) => !/^wss?:\/\//.test(url))).toEqual([]);
    }),
  );
});

test('RELAY-07 RELAY-06 pending changes of relays show at once, in any spelling of their urls', () => {
  const own = [
    { url: 'wss://a.example', read: true, write: true },
    { url: 'wss://b.example', read: true, write: false },
  ];
  const use = (url: string, read: boolean, write: boolean) => relayUse(url, { read, write }) ?? [];
  const intents = [
    use('wss://A.example/', false, true),
    use('wss://b.example', false, false),
    use('wss://c.example', true, true),
  ].flat();
  const { relays, wanted } = relaysAfter(own, intents);
  expect(relays).toEqual([
    { url: 'wss://a.example', read: false, write: true },
    { url: 'wss://c.example', read: true, write: true },
  ]);
  expect([...wanted]).toEqual(['wss://a.example', 'wss://b.example', 'wss://c.example']);
  expect(relaysAfter(own, [])).toEqual({ relays: own, wanted: new Set() });
});

test('events are published to the write relays of the account', () => {
  expect(
    writeUrls([
      { url: 'wss://new.example', read: false, write: true },
      { url: 'wss://in.example', read: true, write: false },
    ]),
  ).toEqual(['wss://new.example']);
});

test('NIP-17 copies go to relays for both uses, else to the write relays, at most ten', () => {
  const relay = (n: number, read: boolean, write: boolean) => ({
    url: `wss://r${n}.example`,
    read,
    write,
  });
  const [both, reads, writes] = [
    relay(1, true, true),
    relay(2, true, false),
    relay(3, false, true),
  ];
  expect(relaysForCopies([both, reads, writes])).toEqual([both.url]);
  expect(relaysForCopies([reads, writes])).toEqual([writes.url]);
  const many = Array.from({ length: 11 }, (_, n) => relay(n, true, true));
  expect(relaysForCopies(many)).toEqual(many.slice(0, 10).map(({ url }) => url));
});

test('NIP-17 relays for messages are read each once, at most ten, without private hosts', () => {
  const read = (urls: readonly string[], name = 'relay') =>
    readMessageRelays({ tags: urls.map((url) => [name, url]) });
  expect(read(['wss://a.example', 'wss://A.example/', 'ws://10.0.0.1', ''])).toHaveLength(1);
  expect(read(['wss://a.example'], 'r')).toEqual([]);
  expect(read(Array.from({ length: 11 }, (_, n) => `wss://r${n}.example`))).toHaveLength(10);
});

test('RELAY-07 NIP-17 pending changes of message relays show at once, those being added as busy', () => {
  const tags = [
    ['relay', 'wss://a.example'],
    ['relay', 'wss://b.example'],
    ['relay', 'junk'],
    ['r', 'wss://no.example'],
  ];
  const intents = [
    messageRelay('wss://A.example/', 'remove'),
    messageRelay('wss://b.example', 'add'),
    messageRelay('wss://c.example', 'add'),
  ].flatMap((intent) => intent ?? []);
  const shown = messageRelaysAfter({ tags }, intents);
  expect(shown.map(({ url, isBusy }) => [url, isBusy])).toEqual([
    ['wss://b.example', false],
    ['wss://c.example', true],
  ]);
  expect(messageRelaysAfter(undefined, [])).toEqual([]);
  expect(messageRelay('junk', 'add')).toBeUndefined();
});
