import { expect, test } from 'vitest';
import { type Cbor, readCbor, writeCbor } from './cbor.ts';

const read = (...bytes: readonly number[]) => readCbor(Uint8Array.from(bytes));
const nested = (depth: number): Cbor => (depth === 0 ? 7 : [nested(depth - 1)]);
const zeros = (count: number) => Array.from({ length: count }, () => 0);

test('ECASH-01 CBOR: each number is written in the shortest form (RFC 8949)', () => {
  for (const [value, bytes] of [
    [0, [0x00]],
    [23, [0x17]],
    [24, [0x18, 24]],
    [255, [0x18, 255]],
    [256, [0x19, 1, 0]],
    [65_535, [0x19, 255, 255]],
    [65_536, [0x1a, 0, 1, 0, 0]],
    [4_294_967_295, [0x1a, 255, 255, 255, 255]],
    [4_294_967_296, [0x1b, 0, 0, 0, 1, 0, 0, 0, 0]],
    [-1, [0x20]],
    [-25, [0x38, 24]],
  ] as const) {
    expect([...writeCbor(value)]).toEqual(bytes);
    expect(read(...bytes)).toBe(value);
  }
});

test('ECASH-01 CBOR: texts, bytes, lists, maps and simple values have the types of the standard', () => {
  for (const [value, bytes] of [
    [false, [0xf4]],
    [true, [0xf5]],
    [null, [0xf6]],
    ['a', [0x61, 0x61]],
    [Uint8Array.of(1, 2), [0x42, 1, 2]],
    [
      [1, [2]],
      [0x82, 1, 0x81, 2],
    ],
    [new Map([['a', 1]]), [0xa1, 0x61, 0x61, 1]],
  ] as const) {
    expect([...writeCbor(value)]).toEqual(bytes);
    expect(read(...bytes)).toEqual(value);
  }
});

test('ECASH-01 CBOR: floats, tags, other simple values and indefinite lengths are not read', () => {
  for (const bytes of [
    [],
    [0xf7],
    [0xe0],
    [0xf9, 0, 0],
    [0xc0, 0],
    [0x1c, ...zeros(16)],
    [0x1d, ...zeros(32)],
    [0x1f, ...zeros(128)],
    [0x9f, 1, 0xff],
    [0x18],
    [0x1b, 0, 0x20, 0, 0, 0, 0, 0, 0],
    [0x62, 0x61],
    [0x81],
    [0xa1, 0x61, 0x61],
    [0xa1, 1, 1],
    [0xa2, 0x61, 0x61, 1, 0x61, 0x61, 2],
    [0, 0],
  ])
    expect([bytes, read(...bytes)]).toEqual([bytes, undefined]);
  expect(read(0x1b, 0, 0x1f, 255, 255, 255, 255, 255, 255)).toBe(Number.MAX_SAFE_INTEGER);
});

test('INV-ISOLATE CBOR: values are read to a depth of eight', () => {
  expect(readCbor(writeCbor(nested(8)))).toEqual(nested(8));
  expect(readCbor(writeCbor(nested(9)))).toBeUndefined();
  const inMaps = (depth: number): Cbor => (depth === 0 ? 7 : new Map([['a', inMaps(depth - 1)]]));
  expect(readCbor(writeCbor(inMaps(8)))).toEqual(inMaps(8));
  expect(readCbor(writeCbor(inMaps(9)))).toBeUndefined();
});
