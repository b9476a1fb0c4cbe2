import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blobHash, fallbackUrls } from './blob.ts';

const HASH = 'a'.repeat(63) + 'f';

test('NOTE-05 the blob of a url is named by the last path part that is a hash', () => {
  expect(blobHash(`https://a.b/${HASH}`)).toBe(HASH);
  expect(blobHash(`https://a.b/u/${HASH.toUpperCase()}.jpg?x#y`)).toBe(HASH);
  expect(blobHash(`https://a.b/${'b'.repeat(64)}/${HASH}.tar.gz`)).toBe(HASH);
  for (const url of [
    `https://${HASH}/`,
    `https://a.b/?${HASH}`,
    `https://a.b/${HASH}0`,
    `https://a.b/x${HASH}`,
    'https://a.b/',
    HASH,
    '',
  ]) {
    expect(blobHash(url)).toBeUndefined();
  }
});

test("NOTE-05 the author's addresses come first, then the author's servers in their order", () => {
  const url = `https://a.b/${HASH}.jpg`;
  expect(
    fallbackUrls(url, ['https://c.d', 'https://a.b/', 'https://e.f/path', 'https://c.d/'], {
      fallbacks: ['https://g.h/x.jpg'],
    }),
  ).toEqual(['https://g.h/x.jpg', `https://c.d/${HASH}.jpg`, `https://e.f/${HASH}.jpg`]);
  expect(fallbackUrls(`https://a.b/${HASH}`, ['https://c.d'])).toEqual([`https://c.d/${HASH}`]);
  expect(fallbackUrls('https://a.b/c.jpg', ['https://c.d'])).toEqual([]);
});

test('E-24 servers without a public web address are skipped, except the own origin', () => {
  const url = `https://a.b/${HASH}.jpg`;
  expect(
    fallbackUrls(url, ['javascript:x', 'http://192.168.0.1', 'ftp://c.d', '', 'wss://c.d'], {
      fallbacks: ['file:///x'],
    }),
  ).toEqual([]);
  expect(fallbackUrls(url, ['http://127.0.0.1:4870'], { home: 'http://127.0.0.1:4870' })).toEqual([
    `http://127.0.0.1:4870/${HASH}.jpg`,
  ]);
});

test('NOTE-05 INV-ISOLATE for any url and servers, fallbacks are unique, http, and never the url itself', () => {
  const server = fc.oneof(fc.webUrl(), fc.string());
  fc.assert(
    fc.property(
      fc.oneof(fc.constant(`https://a.b/${HASH}.jpg`), fc.webUrl(), fc.string()),
      fc.array(server),
      fc.array(server),
      (url, servers, fallbacks) => {
        const found = fallbackUrls(url, servers, { fallbacks });
        expect(new Set(found).size).toBe(found.length);
        expect(found).not.toContain(url);
        expect(found.every((address) => /^https?:\/\//.test(address))).toBe(true);
      },
    ),
  );
});
