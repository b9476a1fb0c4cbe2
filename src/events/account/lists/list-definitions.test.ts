import { expect, test } from 'vitest';
import {
  entryKey,
  LIST_DEFINITIONS,
  LIST_NAMES,
  listAddress,
  mediaServerOrigin,
} from './list-definitions.ts';

const [ann, bob] = ['a'.repeat(64), 'b'.repeat(64)];

test('ACCOUNT-08 ACCOUNT-10 ACCOUNT-11 ACCOUNT-13 each list has its kind, its d tag and its parts (NIP-51)', () => {
  expect(LIST_NAMES.toSorted()).toEqual(Object.keys(LIST_DEFINITIONS).toSorted());
  expect(LIST_NAMES.map((list) => listAddress(list, ann))).toEqual([
    `3:${ann}:`,
    `10000:${ann}:`,
    `10003:${ann}:`,
    `10002:${ann}:`,
    `10050:${ann}:`,
    `10063:${ann}:`,
    `30000:${ann}:mutelists`,
    `30000:${ann}:allowlist`,
  ]);
  expect(LIST_NAMES.filter((list) => LIST_DEFINITIONS[list].hasSecret)).toEqual([
    'mutes',
    'bookmarks',
    'filterLists',
    'allowlist',
  ]);
});

test('INV-PRESERVE only the entries of a list can be edited; other tags stay unchanged', () => {
  const tags = [
    ['p', ann],
    ['e', bob],
    ['t', 'x'],
    ['word', 'x'],
    ['a', `30023:${ann}:x`],
    ['i', 'https://a.example/x'],
    ['r', 'wss://a.example'],
    ['relay', 'wss://a.example'],
    ['server', 'https://a.example'],
    ['d', 'x'],
    [],
  ];
  const entries = LIST_NAMES.map((list) =>
    tags.filter((tag) => entryKey(list, tag) !== undefined).map(([name]) => name),
  );
  expect(entries).toEqual([
    ['p'],
    ['p', 'e', 't', 'word', 'a', 'i'],
    ['e', 'a'],
    ['r'],
    ['relay'],
    ['server'],
    ['p'],
    ['p'],
  ]);
  const malformed = [
    ['p', ann.slice(1)],
    ['p'],
    ['e', 'x'],
    ['word', '  '],
    ['word'],
    ['t', '#'],
    ['t', ' '],
    ['a', 'junk'],
    ['i'],
  ];
  for (const tag of malformed) expect(entryKey('mutes', tag), JSON.stringify(tag)).toBeUndefined();
  for (const tag of [['a', 'junk'], ['a']]) expect(entryKey('bookmarks', tag)).toBeUndefined();
  for (const tag of [['r', 'https://a.example'], ['r', 'junk'], ['r']])
    expect(entryKey('relays', tag)).toBeUndefined();
  for (const tag of [['server', 'ftp://a.example'], ['server', 'junk'], ['server']])
    expect(entryKey('mediaServers', tag)).toBeUndefined();
});

test('INV-SHRINK two spellings of one entry are one entry, and two entries are two', () => {
  const same = (list: 'mutes' | 'relays' | 'mediaServers', name: string, ...spellings: string[]) =>
    new Set(spellings.map((value) => entryKey(list, [name, value]))).size;
  expect(same('mutes', 'p', ann, ann.toUpperCase())).toBe(1);
  expect(same('mutes', 'word', 'Spam', ' spam ', 'SPAM')).toBe(1);
  expect(same('mutes', 't', 'Ads', '#ads', ' #ADS')).toBe(1);
  expect(same('mutes', 'word', '#ads', 'ads')).toBe(2);
  expect(same('relays', 'r', 'wss://A.example/', 'wss://a.example')).toBe(1);
  expect(same('relays', 'r', 'wss://a.example/x', 'wss://a.example')).toBe(2);
  expect(entryKey('messageRelays', ['relay', 'wss://A.example/'])).toBe(
    entryKey('messageRelays', ['relay', 'wss://a.example']),
  );
  expect(same('mediaServers', 'server', 'https://a.example/', 'https://a.example')).toBe(1);
  expect(entryKey('mutes', ['p', ann])).not.toBe(entryKey('mutes', ['e', ann]));
  const tag = ['p', ann];
  expect([entryKey('mutes', tag), entryKey('mutes', tag), entryKey('bookmarks', tag)]).toEqual([
    `p:${ann}`,
    `p:${ann}`,
    undefined,
  ]);
});

test('a media server is an https origin, or the page’s own', () => {
  expect(mediaServerOrigin('https://A.example/upload?x')).toBe('https://a.example');
  for (const text of ['http://a.example', 'ftp://a.example', 'junk', ''])
    expect(mediaServerOrigin(text)).toBeUndefined();
  expect(mediaServerOrigin('http://127.0.0.1:4870/x', 'http://127.0.0.1:4870')).toBe(
    'http://127.0.0.1:4870',
  );
});
