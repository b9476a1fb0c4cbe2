import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressOf, formatAddress, parseAddress } from './address.ts';

const pubkey = 'a'.repeat(64);

test('an address names kind, author and identifier; kinds below 30000 have no identifier', () => {
  const at = (kind: number, tags: string[][] = []) => addressOf({ kind, pubkey, tags });
  expect(at(30_023, [['d', 'a:b']])).toBe(`30023:${pubkey}:a:b`);
  expect(at(30_023)).toBe(`30023:${pubkey}:`);
  expect(at(30_023, [['d']])).toBe(`30023:${pubkey}:`);
  expect(
    at(30_023, [
      ['d', 'first'],
      ['d', 'second'],
    ]),
  ).toBe(`30023:${pubkey}:first`);
  expect(at(0, [['d', 'x']])).toBe(`0:${pubkey}:`);
  expect(at(10_002)).toBe(`10002:${pubkey}:`);
  expect([1, 7, 1_111, 20_001, 40_000].map((kind) => at(kind))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('parseAddress reads the text of addressOf, and formatAddress writes it again', () => {
  fc.assert(
    fc.property(fc.nat(65_535), fc.string({ unit: 'binary' }), (kind, identifier) => {
      const text = addressOf({ kind, pubkey, tags: [['d', identifier]] });
      if (text === undefined) return;
      const address = parseAddress(text);
      expect(address).toEqual({ kind, pubkey, identifier: kind >= 30_000 ? identifier : '' });
      if (address) expect(formatAddress(address)).toBe(text);
    }),
  );
});

test('other texts are not addresses', () => {
  const wrong = [
    '',
    ':',
    '::',
    '30023',
    `30023:${pubkey}`,
    `30023:${pubkey.slice(1)}:x`,
    `30023:${pubkey.toUpperCase()}:x`,
    `030023:${pubkey}:x`,
    ` 30023:${pubkey}:x`,
    `3e4:${pubkey}:x`,
    `1:${pubkey}:`,
    `-1:${pubkey}:x`,
    `30023.5:${pubkey}:x`,
    `40000:${pubkey}:x`,
    `10002:${pubkey}:x`,
    `NaN:${pubkey}:x`,
  ];
  expect(wrong.filter(parseAddress)).toEqual([]);
});
