import { expect, test } from 'vitest';
import { LIST_DEFINITIONS, LIST_NAMES } from './list-definitions.ts';
import { listFilter, listRelays, listQuery } from './list-query.ts';
import { pressed } from '../../nostr/ours.ts';

const me = '1'.repeat(64);

test('ACCOUNT-09 each list has its own verb at the cache and its own filter at relays', () => {
  const asked = LIST_NAMES.map((list) => listQuery(list, me));
  expect(asked.map(({ verb }) => verb)).toEqual([
    'contact_list',
    'mutelist',
    'get_bookmarks',
    'replaceable_event',
    'replaceable_event',
    'replaceable_event',
    'mutelists',
    'allowlist',
  ]);
  for (const { payload } of asked) expect(payload).toMatchObject({ pubkey: me });
  // the people of a list are requested where they are shown, not with the list
  for (const at of [0, 1, 6, 7])
    expect(asked[at]?.payload).toEqual({ pubkey: me, extended_response: false });
  expect(asked.slice(3, 6).map(({ payload }) => payload)).toMatchObject([
    { kind: 10_002 },
    { kind: 10_050 },
    { kind: 10_063 },
  ]);
  expect(LIST_NAMES.map((list) => LIST_DEFINITIONS[list].kind)).toEqual([
    3, 10_000, 10_003, 10_002, 10_050, 10_063, 30_000, 30_000,
  ]);
  for (const list of LIST_NAMES)
    expect(listFilter(list, me)).toMatchObject({
      kinds: [LIST_DEFINITIONS[list].kind],
      authors: [me],
      limit: 1,
    });
  expect(
    [listFilter('follows', me), listFilter('allowlist', me)].map((filter) => filter['#d']),
  ).toEqual([undefined, ['allowlist']]);
});

const HERE = { home: 'http://127.0.0.1:1', homeRelay: pressed('ws://127.0.0.1:1') };

test('a list goes to the write relays, and a relay list also to its own; each once, at most 30', () => {
  const [A, B] = [pressed('wss://a.example'), 'wss://b.example'];
  const tags = [
    ['r', 'wss://A.example/'],
    ['r', B, 'write'],
    ['r', 'wss://c.example', 'read'],
    ['x', 'wss://d.example'],
    ['r', 'junk'],
    ['r'],
  ];
  expect(listRelays('follows', pressed({ tags }), [A], HERE)).toEqual([A]);
  const places = listRelays('relays', pressed({ tags }), [A], HERE);
  expect(places.map((url) => new URL(url).host)).toEqual(['a.example', 'b.example']);
  const many = Array.from({ length: 40 }, (_, n) => ['r', `wss://r${n}.example`]);
  expect(listRelays('relays', pressed({ tags: many }), [A], HERE)).toHaveLength(30);
});

test('RELAY-06 RELAY-10 a relay list goes to the relays that are used with it, at home, too', () => {
  const dead = Array.from({ length: 40 }, (_, at) => pressed(`wss://d${at}.example`));
  const places = (...tags: string[][]) => listRelays('relays', pressed({ tags }), dead, HERE);
  expect(places(['r', 'ws://127.0.0.1:1/'])).toContain('ws://127.0.0.1:1');
  expect(places(['r', 'ws://127.0.0.1:2'], ['r', 'ws://10.0.0.1'])[0]).toBe('ws://127.0.0.1:2');
  for (const tags of [[], [['r', 'ws://127.0.0.1:1', 'read']], [['r', 'wss://b.example', 'read']]])
    expect(places(...tags)).toEqual([HERE.homeRelay, ...dead.slice(0, 29)]);
});
