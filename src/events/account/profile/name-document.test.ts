import { expect, test } from 'vitest';
import { keyNamed, nameDocument } from './name-document.ts';

const HOME = 'http://localhost:4173';
const KEY = 'a1'.repeat(32);

test('ROUTE-16 the document of a name is at its domain, or at the page for a bare name', () => {
  expect(nameDocument(' Ann@Town.Example ')).toEqual({
    url: 'https://town.example/.well-known/nostr.json?name=ann',
    name: 'ann',
  });
  expect(nameDocument('a.b-c_9z@town.example:8443')?.url).toBe(
    'https://town.example:8443/.well-known/nostr.json?name=a.b-c_9z',
  );
  expect(nameDocument('ann', HOME)?.url).toBe(`${HOME}/.well-known/nostr.json?name=ann`);
  expect(nameDocument('ann@localhost:4173', HOME)?.url).toBe(
    `${HOME}/.well-known/nostr.json?name=ann`,
  );
  expect(nameDocument(`${'a'.repeat(253)}@town.example`)?.name).toHaveLength(253);
});

test('ROUTE-16 E-24 a malformed name, or a private host that is not the page, has no document', () => {
  const bad = [
    'ann',
    '@town.example',
    'ann@',
    'ann@town.example@other.example',
    'an n@town.example',
    'änn@town.example',
    'ann@town.example/path',
    'ann@user:word@town.example',
    'ann@localhost:4173',
    'ann@192.168.1.1',
    `${'a'.repeat(254)}@town.example`,
  ];
  for (const address of bad) expect([address, nameDocument(address)]).toEqual([address, undefined]);
  expect(nameDocument('ann@localhost:9999', 'https://town.example')).toBeUndefined();
});

test('ROUTE-16 a document names a key only by 64 hex digits under exactly this name', () => {
  expect(keyNamed({ names: { ann: KEY } }, 'ann')).toBe(KEY);
  for (const document of [
    undefined,
    [],
    {},
    { names: 'ann' },
    { names: { Ann: KEY } },
    { names: { ann: KEY.slice(2) } },
    { names: { ann: 7 } },
    { ann: KEY },
  ])
    expect(keyNamed(document, 'ann')).toBeNull();
  expect(keyNamed({ names: {} }, 'constructor')).toBeNull();
});
