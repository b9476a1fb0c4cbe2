import { deflateRawSync, deflateSync, gzipSync, inflateSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../tests/support/cpu-time.ts';
import { inflateText, MAX_INFLATED } from './inflate.ts';
import { isLong } from '../../../../tests/support/runs.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const zlib = (text: string) => new Uint8Array(deflateSync(text));

test('any text survives a round trip', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(inflateText(zlib(text))).toEqual({ text });
    }),
  );
});

test('characters split across the chunks of a long text stay whole', () => {
  const text = 'aé€🙂'.repeat(60_000);
  expect(inflateText(zlib(text))).toEqual({ text });
});

test('CACHE-03 E-26 a stream that is cut anywhere, or has bytes after its end, is unreadable', () => {
  const bytes = zlib(JSON.stringify(['EVENTS', 'a', [{ kind: 1, content: 'hello hello hello' }]]));
  for (let end = 0; end < bytes.length; end++)
    expect(inflateText(bytes.subarray(0, end))).toEqual({ fault: 'unreadable' });
  for (const more of [1, 2, 100, 20_000]) {
    const longer = new Uint8Array(bytes.length + more);
    longer.set(bytes);
    expect(inflateText(longer)).toEqual({ fault: 'unreadable' });
  }
});

test('E-26 a damaged stream gives no other text, and no bytes throw', () => {
  const text = JSON.stringify(['EVENTS', 'a', Array.from({ length: 40 }, (_, n) => ({ n }))]);
  const bytes = zlib(text);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const damaged = bytes.map((byte, i) => (i === at ? byte ^ flip : byte));
      const inflated = inflateText(damaged);
      expect('fault' in inflated || inflated.text === text).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (junk) => {
      expect(inflateText(junk)).toEqual({ fault: 'unreadable' });
    }),
  );
});

test('only the zlib container counts: gzip and bare deflate are unreadable', () => {
  expect(inflateText(new Uint8Array(gzipSync('[]')))).toEqual({ fault: 'unreadable' });
  expect(inflateText(new Uint8Array(deflateRawSync('[]')))).toEqual({ fault: 'unreadable' });
});

test.runIf(isLong)('E-26 a zlib bomb is refused long before it is fully inflated', () => {
  const size = 128 * 1024 * 1024;
  const bomb = new Uint8Array(deflateSync(new Uint8Array(size), { level: 9 }));
  expect(bomb.length).toBeLessThan(size / 1_000);
  const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  const before = held();
  expect(inflateText(bomb)).toEqual({ fault: 'excessive' });
  const after = held();
  expect(after - before).toBeLessThan(64 * 1024 * 1024);
  // no slower than native code needs for the whole stream, best of three tries
  const best = (run: () => unknown) =>
    Math.min(...[1, 2, 3].map(() => cpuTimeOf(() => void run())));
  expect(best(() => inflateText(bomb))).toBeLessThan(2 * best(() => inflateSync(bomb)) + 100);
});

test('E-26 a page of a hundred notes of 100 kB of one letter each is no bomb, and stays readable', () => {
  const notes = Array.from({ length: 100 }, (_, n) => ({
    id: sha256(`${n}`),
    sig: sha256(`a${n}`) + sha256(`b${n}`),
    content: 'W'.repeat(100_000),
  }));
  const text = JSON.stringify(['EVENTS', 'a', notes]);
  expect(text.length).toBeGreaterThan(100 * zlib(text).length);
  expect(inflateText(zlib(text))).toEqual({ text });
});

test.runIf(isLong)('E-26 the ratio is capped above 16 megabytes, the output above 32', () => {
  const spaces = (size: number) =>
    new Uint8Array(deflateSync(new Uint8Array(size).fill(32), { level: 9 }));
  expect(inflateText(spaces(16 * 1024 * 1024))).toHaveProperty('text');
  expect(inflateText(spaces(17 * 1024 * 1024))).toEqual({ fault: 'excessive' });
  const dense = new Uint8Array(
    deflateSync(
      new Uint8Array(MAX_INFLATED + 1).map((_, i) => 32 + ((i * 7919 + (i >> 5)) % 90)),
      { level: 1 },
    ),
  );
  expect(dense.length * 100).toBeGreaterThan(MAX_INFLATED);
  expect(inflateText(dense)).toEqual({ fault: 'excessive' });
});
