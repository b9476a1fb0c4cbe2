import { expect, test } from 'vitest';
import { cacheUrls } from './cache-url.ts';

const origin = 'https://starling.example';
const none = { origin, built: undefined, stored: undefined };

test('CACHE-05 the page’s own origin under /v1, unless the build or the user names another', () => {
  expect(cacheUrls(none)).toEqual(['wss://starling.example/v1']);
  expect(cacheUrls({ ...none, origin: 'http://localhost:4870' })).toEqual([
    'ws://localhost:4870/v1',
  ]);
  expect(cacheUrls({ ...none, built: 'wss://a.example/v1, wss://b.example' })).toEqual([
    'wss://a.example/v1',
    'wss://b.example',
  ]);
  expect(
    cacheUrls({ ...none, built: 'wss://a.example/v1', stored: 'ws://127.0.0.1:8801' }),
  ).toEqual(['ws://127.0.0.1:8801']);
  const pool = 'wss://chosen.example/v1,wss://other.example/v1';
  expect(cacheUrls({ ...none, built: 'wss://a.example/v1', stored: pool })).toEqual(
    pool.split(','),
  );
});

test('TRUST-04 an address that is no valid socket address is skipped, and at least one remains', () => {
  for (const bad of [
    '',
    ' ',
    'javascript:alert(1)',
    'https://a.example',
    'a.example',
    'wss://me:secret@a.example',
    'null',
  ]) {
    expect(cacheUrls({ origin, built: bad, stored: bad })).toEqual(['wss://starling.example/v1']);
  }
  expect(cacheUrls({ ...none, built: 'nonsense,wss://a.example' })).toEqual(['wss://a.example']);
});
