import fc from 'fast-check';
import { expect, test } from 'vitest';
import { homeRelayOf } from './home-relay.ts';
import { chosenFirst, serviceUrl, withoutService } from './service-pool.ts';

test('CACHE-09 the address of a service is wss or ws, and contains no separator of addresses', () => {
  expect(serviceUrl(' wss://A.example/v1 ')).toBe('wss://a.example/v1');
  expect(serviceUrl('ws://127.0.0.1:8801/a,b')).toBe('ws://127.0.0.1:8801/a%2Cb');
  for (const text of ['', 'hello', 'a example', 'ftp://a.example', 'wss://me:secret@a.example'])
    expect(serviceUrl(text)).toBeUndefined();
});

test('CACHE-09 a typed host is enough: ws on this machine, wss elsewhere, with the path /v1', () => {
  for (const [text, url] of [
    ['localhost:4833', 'ws://localhost:4833/v1'],
    ['http://127.0.0.1:4833/', 'ws://127.0.0.1:4833/v1'],
    ['[::1]:4833', 'ws://[::1]:4833/v1'],
    [' Cache.example ', 'wss://cache.example/v1'],
    ['https://cache.example/', 'wss://cache.example/v1'],
    ['cache.example:8801/v2', 'wss://cache.example:8801/v2'],
    ['wss://cache.example', 'wss://cache.example'],
  ] as const)
    expect(serviceUrl(text)).toBe(url);
  for (const text of ['me@cache.example', 'localhost:4833?a=b', 'cache.example:x'])
    expect(serviceUrl(text)).toBeUndefined();
});

test('CACHE-05 CACHE-09 choosing moves an address to the front; the last one cannot be removed', () => {
  const pool = fc.uniqueArray(fc.constantFrom('wss://a', 'wss://b', 'wss://c', 'wss://d'), {
    minLength: 1,
  });
  fc.assert(
    fc.property(pool, fc.nat(), (urls, at) => {
      const url = urls[at % urls.length] ?? '';
      const chosen = chosenFirst(urls, url);
      expect([chosen[0], chosen.toSorted()]).toEqual([url, urls.toSorted()]);
      expect(withoutService(urls, url)).toEqual(
        urls.length === 1 ? undefined : urls.filter((one) => one !== url),
      );
    }),
  );
});

test('RELAY-10 the preconfigured relay is at the origin of the page', () => {
  expect(homeRelayOf('https://starling.example')).toBe('wss://starling.example');
  expect(homeRelayOf('http://127.0.0.1:4870')).toBe('ws://127.0.0.1:4870');
});
