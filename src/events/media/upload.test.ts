import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { seconds } from '../core/time.ts';
import { readImeta } from './imeta.ts';
import {
  isAuthorized,
  readDescriptor,
  type Sent,
  serversIn,
  uploadDraft,
  uploadFault,
} from './upload.ts';

const HASH = 'a'.repeat(64);
const sent: Sent = {
  hash: HASH,
  type: 'image/png',
  size: 7,
  dim: { width: 3, height: 2 },
  alt: 'two\nboats',
};
const url = `https://media.example/${HASH}.png`;

test('MEDIA-01 pictures and videos only, up to 100 MB, 1 GB or 10240 MB', () => {
  const MB = 2 ** 20;
  for (const type of ['image/png', 'video/mp4', 'image/svg+xml'])
    expect(uploadFault({ type, size: 1 }, 'none')).toBeUndefined();
  for (const type of ['', 'audio/mpeg', 'text/html', 'image', 'image/', 'image/png\r\nX: y']) {
    expect(uploadFault({ type, size: 1 }, 'premium')).toBe('kind');
  }
  const limits = [
    ['none', 100],
    ['premium', 1024],
    ['premium-legend', 10_240],
  ] as const;
  for (const [tier, most] of limits) {
    expect(uploadFault({ type: 'image/png', size: most * MB }, tier)).toBeUndefined();
    expect(uploadFault({ type: 'image/png', size: most * MB + 1 }, tier)).toBe('size');
  }
});

test('BUD-02 BUD-11 the authorisation names file, action, servers and expiry, and is reusable for a while', () => {
  const draft = uploadDraft(HASH, seconds(1_000), [
    'https://media.example',
    'http://127.0.0.1:3000',
  ]);
  expect(draft).toEqual({
    kind: 24_242,
    content: 'media upload',
    tags: [
      ['t', 'upload'],
      ['x', HASH],
      ['expiration', '4600'],
      ['server', 'media.example'],
      ['server', '127.0.0.1'],
    ],
  });
  const event = trusted({ ...draft });
  expect([
    isAuthorized(event, seconds(1_000)),
    isAuthorized(event, seconds(4_500)),
    isAuthorized(trusted({}), seconds(1)),
  ]).toEqual([true, false, false]);
});

test("MEDIA-02 BUD-03 files go to the servers of the account's list, or to the page's own if it names none", () => {
  const home = 'http://127.0.0.1:3000';
  const list = (...servers: string[]) => ({ tags: servers.map((server) => ['server', server]) });
  expect(serversIn(undefined, home)).toEqual([home]);
  expect(serversIn(list('ftp://a.example', 'nonsense', 'http://plain.example'), home)).toEqual([
    home,
  ]);
  const named = list('https://b.example/', 'https://a.example', 'https://b.example', home);
  expect(serversIn(named, home)).toEqual(['https://b.example', 'https://a.example', home]);
});

test('NIP-92 a descriptor becomes an address and an imeta tag that reads back', () => {
  const read = readDescriptor({ url, sha256: HASH, size: 7, type: 'image/png', uploaded: 1 }, sent);
  expect(read).toEqual({
    url,
    tag: [
      'imeta',
      `url ${url}`,
      'm image/png',
      `x ${HASH}`,
      `ox ${HASH}`,
      'size 7',
      'dim 3x2',
      'alt two boats',
    ],
  });
  expect(readImeta(read ? [read.tag] : []).get(url)).toMatchObject({
    url,
    hash: HASH,
    size: sent.dim,
    alt: 'two boats',
  });
  expect(read && readImeta([read.tag]).get(url)?.fields.get('m')).toBe('image/png');
  expect(
    readDescriptor({ url, sha256: HASH }, { ...sent, dim: undefined, alt: '' })?.tag,
  ).toHaveLength(6);
});

test('E-24 a descriptor of another file, with a private address, or anything else is refused', () => {
  for (const bad of [
    { url, sha256: 'b'.repeat(64) },
    { url: `http://127.0.0.1/${HASH}.png`, sha256: HASH },
    { url: `https://media.example/${'b'.repeat(64)}.png`, sha256: HASH },
    { url: 'https://media.example/a.png', sha256: HASH },
    { url: 'javascript:alert(1)', sha256: HASH },
    { sha256: HASH },
    { url },
  ]) {
    expect(readDescriptor(bad, sent)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.anything(), (junk) => {
      expect(readDescriptor(junk, sent)).toBeUndefined();
    }),
    { seed: 2, numRuns: 300 },
  );
});
