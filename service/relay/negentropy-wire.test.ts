import { expect, test } from 'vitest';
import { openReader, openWriter, PRINT } from './negentropy-wire.ts';

const EVER = Number.POSITIVE_INFINITY;

test('NIP-77 numbers are written in groups of seven bits, highest first', () => {
  const written = (value: number) => {
    const out = openWriter();
    out.number(value);
    return [...out.whole()];
  };
  expect(written(0)).toEqual([0]);
  expect(written(127)).toEqual([127]);
  expect(written(128)).toEqual([129, 0]);
  expect(written(16_384)).toEqual([129, 128, 0]);
  for (const value of [0, 127, 128, 300, 2 ** 40, Number.MAX_SAFE_INTEGER])
    expect(openReader(Buffer.from(written(value))).number()).toBe(value);
});

test('NIP-77 bounds are written by the difference of their times, and the end of time as zero', () => {
  const out = openWriter(0x61);
  out.range({ time: 100, id: Buffer.from([1, 2]) }, 2);
  out.range({ time: 103, id: Buffer.alloc(0) }, 0);
  out.range({ time: EVER, id: Buffer.alloc(0) }, 1);
  out.bytes(Buffer.alloc(PRINT, 7));
  expect(out.size()).toBe(28);
  expect(out.whole()).toHaveLength(28);
  expect([...out.whole().subarray(0, 13)]).toEqual([0x61, 101, 2, 1, 2, 2, 4, 0, 0, 0, 0, 1, 7]);
  const read = openReader(out.whole());
  expect(read.byte()).toBe(0x61);
  expect(read.bound()).toEqual({ time: 100, id: Buffer.from([1, 2]) });
  expect(read.number()).toBe(2);
  expect(read.bound()).toEqual({ time: 103, id: Buffer.alloc(0) });
  expect(read.number()).toBe(0);
  expect(read.bound().time).toBe(EVER);
  expect([read.number(), read.isDone()]).toEqual([1, false]);
  expect(read.bytes(16)).toEqual(Buffer.alloc(16, 7));
  expect(read.isDone()).toBe(true);
});

test('NIP-77 E-28 a message that ends too soon, a long id and a large number are refused', () => {
  const reader = (...bytes: number[]) => openReader(Buffer.from(bytes));
  expect(() => reader().byte()).toThrow('too soon');
  expect(() => reader(1).bytes(2)).toThrow('too soon');
  expect(() => reader(1).bytes(-1)).toThrow('too soon');
  expect(() => reader(128).number()).toThrow('too soon');
  expect(() => reader(1, 33, ...Buffer.alloc(33, 0)).bound()).toThrow('too long');
  expect(reader(1, 32, ...Buffer.alloc(32, 9)).bound().id).toEqual(Buffer.alloc(32, 9));
  const most = [143, 255, 255, 255, 255, 255, 255, 127];
  expect(reader(...most).number()).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => reader(144, 128, 128, 128, 128, 128, 128, 0).number()).toThrow('too large');
});
