import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImeta } from './imeta.ts';
import { readDescriptor, uploadDraft, uploadFault } from './upload.ts';

const HASH = 'a'.repeat(64);
const sent = { hash: HASH, type: 'image/png' };
const url = `https://media.example/${HASH}.png`;

test('MEDIA-01 pictures and videos only, up to 100 MB, 1 GB or 10240 MB', () => {
  const MB = 2 ** 20;
  for (const type of ['image/png', 'video/mp4', 'image/svg+xml']) expect(uploadFault({ type, size: 1 }, 'none')).toBeUndefined();
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

test('BUD-02 what is signed names the file, the act and an end', () => {
  expect(uploadDraft(HASH, 1_000)).toEqual({
    kind: 24_242,
    content: 'media upload',
    tags: [
      ['t', 'upload'],
      ['x', HASH],
      ['expiration', '4600'],
    ],
  });
});

test('NIP-92 a descriptor becomes an address and an imeta tag that reads back', () => {
  const read = readDescriptor({ url, sha256: HASH, size: 1, type: 'image/png', uploaded: 1 }, sent);
  expect(read?.url).toBe(url);
  expect(readImeta(read ? [read.tag] : []).get(url)).toMatchObject({ url, mime: 'image/png', hash: HASH });
});

test('E-24 a descriptor of another file, with a private address, or anything else is refused', () => {
  for (const bad of [
    { url, sha256: 'b'.repeat(64) },
    { url: 'http://127.0.0.1/a.png', sha256: HASH },
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
