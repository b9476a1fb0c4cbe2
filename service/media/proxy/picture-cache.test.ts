import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { sha256Hex } from '../../hash.ts';
import { openPictureCache } from './picture-cache.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'starling-pictures-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

const key = (name: string | number) => sha256Hex(String(name));
const picture = (size: number) => ({
  mime: 'image/webp',
  bytes: Buffer.alloc(size, 7),
  etag: '"x"',
  at: seconds(9),
  isFixed: false,
});

test.each(['disk', 'memory'])(
  'MEDIA-04 copies on %s stay below the limit, the least recently used go',
  async (where) => {
    const dir = where === 'disk' ? folder() : undefined;
    const cache = openPictureCache(dir, 10_000);
    for (const n of [1, 2, 3]) await cache.keep(key(n), picture(2_500));
    expect(await cache.find(key(1))).toEqual(picture(2_500));
    await cache.keep(key(4), picture(2_500));
    const kept = await Promise.all([1, 2, 3, 4].map((n) => cache.find(key(n))));
    expect(kept.map(Boolean)).toEqual([true, false, true, true]);
    await cache.keep(key('large'), picture(10_000));
    expect(await cache.find(key('large'))).toBeUndefined();
  },
);

test('MEDIA-04 copies survive a restart, and none that is not whole is served', async () => {
  const dir = folder();
  const first = openPictureCache(dir, 100_000);
  for (const n of [1, 2, 3]) await first.keep(key(n), picture(500));
  const fileOf = (n: number) => join(dir, key(n).slice(0, 2), key(n));
  truncateSync(fileOf(2), 300);
  writeFileSync(fileOf(3), '');
  // as a process leaves it that was killed while it wrote
  mkdirSync(join(dir, 'incoming'), { recursive: true });
  writeFileSync(join(dir, 'incoming', 'part'), readFileSync(fileOf(1)).subarray(0, 200));
  const again = openPictureCache(dir, 100_000);
  const kept = await Promise.all([1, 2, 3].map((n) => again.find(key(n))));
  expect(kept.map((one) => one?.bytes.byteLength)).toEqual([500, undefined, undefined]);
  expect(readdirSync(dir)).not.toContain('incoming');
  await again.keep(key(2), picture(400));
  expect((await again.find(key(2)))?.bytes.byteLength).toBe(400);
});
