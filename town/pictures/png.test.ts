import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodePng } from './png.ts';

test('any pixels survive encoding and decoding as PNG', () => {
  const shape = fc.record({
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
  });
  const image = shape.chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
      .map((rgba) => ({ width, height, rgba: Uint8Array.from(rgba) })),
  );
  fc.assert(
    fc.property(image, ({ width, height, rgba }) => {
      const png = Buffer.from(encodePng(rgba, width, height));
      expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height]);
      const size = png.readUInt32BE(33);
      expect(png.subarray(37, 41).toString()).toBe('IDAT');
      expect(unfilter(inflateSync(png.subarray(41, 41 + size)), width, height)).toEqual(
        withoutAlpha(rgba),
      );
    }),
  );
});

function unfilter(rows: Buffer, width: number, height: number): number[] {
  const out: number[] = [];
  for (let y = 0; y < height; y++) {
    const row = rows.subarray(y * (width * 3 + 1) + 1, (y + 1) * (width * 3 + 1));
    row.forEach((byte, i) => out.push(i < 3 ? byte : (byte + (out.at(-3) ?? 0)) & 255));
  }
  return out;
}

function withoutAlpha(rgba: Uint8Array): number[] {
  return [...rgba].filter((_, i) => i % 4 < 3);
}
