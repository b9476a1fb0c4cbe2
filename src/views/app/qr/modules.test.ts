import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeText, times } from './bytes.ts';
import { isMasked, qrModules } from './modules.ts';
import { capacity } from './tables.ts';

test('a code carries the format bits that the standard gives for its level and mask', () => {
  const modules = qrModules('https://starling.example') ?? [];
  const size = modules.length;
  const first = Array.from({ length: 15 }, (_, at) =>
    at < 6 ? modules[at]?.[8] : at < 8 ? modules[at + 1]?.[8] : at === 8 ? modules[8]?.[7] : modules[8]?.[14 - at],
  );
  const second = Array.from({ length: 15 }, (_, at) => (at < 8 ? modules[8]?.[size - 1 - at] : modules[size - 15 + at]?.[8]));
  expect(first).toEqual(second);
  const bits = first
    .toReversed()
    .map((dark) => (dark ? '1' : '0'))
    .join('');
  const ofLevelM = [
    '101010000010010',
    '101000100100101',
    '101111001111100',
    '101101101001011',
    '100010111111001',
    '100000011001110',
    '100111110010111',
    '100101010100000',
  ];
  expect(ofLevelM).toContain(bits);
  expect(modules[size - 8]?.[8]).toBe(true);
});

test('from version 7 a code names its version', () => {
  const modules = qrModules('x'.repeat(110)) ?? [];
  const size = modules.length;
  expect(size).toBe(45);
  const bits = Array.from({ length: 18 }, (_, at) => (modules[Math.floor(at / 3)]?.[size - 11 + (at % 3)] ? '1' : '0'));
  expect(bits.toReversed().join('')).toBe('000111110010010100');
});

test('every block of error correction is without remainder, for texts of any kind and length', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 100 })), (text) => {
      const encoded = encodeText(text);
      if (!encoded) throw new Error('this fits');
      for (const block of blocksOf(encoded)) expect(syndromes(block, capacity(encoded.version, encoded.level).perBlock)).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test('what is read back from the modules is the text; too long a text gives nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
      expect(readBack(text)).toEqual(encodeText(text)?.bytes);
    }),
    { numRuns: 25 },
  );
  expect(qrModules('z'.repeat(2_953))?.length).toBe(177);
  expect(qrModules('z'.repeat(2_954))).toBeUndefined();
});

function blocksOf({
  bytes,
  version,
  level,
}: {
  readonly bytes: readonly number[];
  readonly version: number;
  readonly level: 'L' | 'M';
}): number[][] {
  const { all, blocks, message } = capacity(version, level);
  const longer = message % blocks;
  const short = Math.floor(message / blocks);
  const out: number[][] = Array.from({ length: blocks }, () => []);
  let at = 0;
  for (let row = 0; row < short; row++) for (const block of out) block.push(bytes[at++] ?? 0);
  for (let block = blocks - longer; block < blocks; block++) out[block]?.push(bytes[at++] ?? 0);
  while (at < all) for (const block of out) block.push(bytes[at++] ?? 0);
  return out;
}

function syndromes(block: readonly number[], degree: number): number {
  let sum = 0;
  let root = 1;
  for (let step = 0; step < degree; step++) {
    sum |= block.reduce((value, byte) => times(value, root) ^ byte, 0);
    root = times(root, 2);
  }
  return sum;
}

/** Walks the data modules of a small code as a reader does: the mask from the format bits, then pairs of columns. */
function readBack(text: string): number[] | undefined {
  const modules = qrModules(text);
  const encoded = encodeText(text);
  if (!modules || !encoded) return undefined;
  const size = modules.length;
  const raw = [12, 11, 10].map((at) => (modules[8]?.[14 - at] ? 1 : 0));
  const mask = (((raw[0] ?? 0) * 4 + (raw[1] ?? 0) * 2 + (raw[2] ?? 0)) ^ 0b101) & 7;
  const bits: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (isData(x, y, encoded.version)) bits.push((modules[y]?.[x] ? 1 : 0) ^ (isMasked(mask, x, y) ? 1 : 0));
    }
  }
  return Array.from({ length: encoded.bytes.length }, (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0));
}

/** Versions 1 to 13 have at most the alignment patterns that this knows. */
function isData(x: number, y: number, version: number): boolean {
  const size = version * 4 + 17;
  if (x === 6 || y === 6) return false;
  if ((x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)) return false;
  if (version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))) return false;
  const last = size - 7;
  const places = version < 2 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last];
  return !places.some((px) => places.some((py) => Math.abs(px - x) <= 2 && Math.abs(py - y) <= 2 && !isFinder(px, py, last)));
}

function isFinder(px: number, py: number, last: number): boolean {
  return (px === 6 && py === 6) || (px === 6 && py === last) || (px === last && py === 6);
}
