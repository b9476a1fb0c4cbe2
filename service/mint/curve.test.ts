import { deriveKeysetId } from '@cashu/cashu-ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf } from '../../src/events/core/hex.ts';
import { vectors } from '../../tests/support/events/real-events.ts';
import {
  hashOfPoints,
  hashToCurve,
  isSignature,
  mintKeyOf,
  oldHashToCurve,
  readPoint,
  signBlinded,
} from './curve.ts';
import { keysetId, oldKeysetId, powersOf, shortKeysetId } from './keyset.ts';
import { runs } from '../../tests/support/runs.ts';

interface Core {
  readonly cases: readonly {
    readonly group: string;
    readonly message: string;
    readonly point: string;
    readonly k: string;
    readonly B_: string;
    readonly C_: string;
    readonly id: string;
    readonly keys: Readonly<Record<string, string>>;
  }[];
}
interface Nuts {
  readonly cases: readonly [];
  readonly documents: Readonly<
    Record<
      string,
      readonly {
        readonly title: string;
        readonly blocks: readonly { readonly body?: string; readonly json?: object }[];
      }[]
    >
  >;
}

const core = vectors<Core>('cashu-core.json').cases;
const { documents } = vectors<Nuts>('cashu-nuts.json');
const textOf = (document: string, title: string) =>
  (documents[document] ?? [])
    .filter((section) => section.title.includes(title))
    .flatMap(({ blocks }) => blocks.map(({ body, json }) => body ?? JSON.stringify(json)))
    .join('\n');
/** Return all values of that name in a text such as `B_: 02ab...` or `"e": "98..."`. */
const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`(?<![\\w])"?${name}"?:\\s*"?([0-9a-f]{64,66})`, 'g'))].map(
    ([, value = '']) => value,
  );
const point = (hex = '') => {
  const read = readPoint(hex);
  if (!read) throw new Error(`no point: ${hex}`);
  return read;
};

test('ECASH-02 secrets become points as in the vectors of NUT-00', () => {
  const text = textOf('NUT-00', 'Hash-to-curve');
  const [messages, points] = [valuesOf(text, 'Message'), valuesOf(text, 'Point')];
  expect(messages).toHaveLength(3);
  expect(messages.map((message) => hashToCurve(bytesOf(message)).toHex(true))).toEqual(points);
  for (const each of core.filter(({ group }) => group === 'hash_to_curve'))
    expect(hashToCurve(bytesOf(each.message)).toHex(true)).toBe(each.point);
});

test('ECASH-02 secrets of old wallets become points as in NUT-00 before it had a domain', () => {
  const points = ['0', '1', '2'].map((end) =>
    oldHashToCurve(bytesOf(end.padStart(64, '0'))).toHex(true),
  );
  expect(points).toEqual([
    '0266687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    '02ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5',
    '02076c988b353fcbb748178ecb286bc9d0b4acf474d4ba31ba62334e46c97c416a',
  ]);
});

test('ECASH-02 blinded messages are signed as in the vectors of NUT-00', () => {
  const text = textOf('NUT-00', 'Blinded signatures');
  const cases = valuesOf(text, 'mint private key').map((k, n) => ({
    k,
    B_: valuesOf(text, 'B_')[n],
    C_: valuesOf(text, 'C_')[n],
  }));
  const more = core.filter(({ group }) => group === 'blind_signature');
  expect([cases.length, more.length]).toEqual([2, 1]);
  for (const { k, B_, C_ } of [...cases, ...more])
    expect(signBlinded(mintKeyOf(k), point(B_)).c).toBe(C_);
});

test('ECASH-02 proofs of a signature have the nonce and the hash of the vectors of NUT-12', () => {
  const hash = textOf('NUT-12', 'hash_e');
  const points = ['R1', 'R2', 'K', 'C_'].map((name) => point(valuesOf(hash, name)[0]));
  expect(hashOfPoints(points)).toBe(/"([0-9a-f]{64})"\s*$/m.exec(hash)?.[1]);
  const text = textOf('NUT-12', 'Deterministic nonce');
  const [a = '', A, B_, C_, e, s] = ['a', 'A', 'B_', 'C_', 'e', 's'].map(
    (name) => valuesOf(text, name)[0],
  );
  const key = mintKeyOf(a);
  expect(key.hex).toBe(A);
  expect(signBlinded(key, point(B_))).toEqual({ c: C_, e, s });
});

test('ECASH-02 ids of keysets follow the current rules, and those before v1', () => {
  const { id = '', keys = {} } = core.find(({ group }) => group === 'keyset_id_v2') ?? {};
  // cashu-ts finds the vector's id, with a fee and an expiry that no keyset here has. Without them
  // both implementations agree.
  expect(deriveKeysetId(keys, { unit: 'sat', input_fee_ppk: 100, expiry: 2_059_210_353 })).toBe(id);
  const listed = new Map(Object.entries(keys).map(([amount, key]) => [Number(amount), key]));
  expect(listed.size).toBe(4);
  expect(keysetId(listed)).toBe(deriveKeysetId(keys, { unit: 'sat' }));
  expect(oldKeysetId(listed)).toBe(deriveKeysetId(keys, { isDeprecatedBase64: true }));
  expect(shortKeysetId(listed)).toBe(deriveKeysetId(keys, { versionByte: 0 }));
});

test('ECASH-02 property: ids of version 00 depend on the keys alone, in order of their amounts', () => {
  const amounts = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.nat(), (powers, seed) => {
      const listed = powers.map((power) => {
        const { hex } = mintKeyOf((power + 1 + seed).toString(16).padStart(64, '0'));
        return [2 ** power, hex] as const;
      });
      const id = shortKeysetId(new Map(listed));
      expect(id).toBe(deriveKeysetId(Object.fromEntries(listed), { versionByte: 0 }));
      expect(shortKeysetId(new Map(listed.toReversed()))).toBe(id);
    }),
    { numRuns: 30 },
  );
});

test('only compressed lower-case hex of a point on the curve is read as a point', () => {
  const [good, off] = [mintKeyOf('1'.padStart(64, '0')).hex, `02${'0'.repeat(63)}5`];
  expect(readPoint(good)?.toHex(true)).toBe(good);
  for (const text of [
    '',
    '00',
    off,
    good.toUpperCase(),
    `04${good.slice(2)}`,
    good.slice(2),
    `${good}00`,
    '00'.repeat(33),
    `02${'f'.repeat(64)}`,
  ])
    expect(readPoint(text), text).toBeUndefined();
});

test('a signature is valid only for its key and secret, for both kinds of points', () => {
  const keys = ['3', '4'].map((end) => mintKeyOf(end.padStart(64, '1')));
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }),
      (one, other) => {
        for (const toCurve of [hashToCurve, oldHashToCurve]) {
          const [key, second] = keys;
          if (!key || !second) return;
          const secret = toCurve(one);
          const signature = point(signBlinded(key, secret).c);
          expect(isSignature(key, secret, signature)).toBe(true);
          expect(isSignature(second, secret, signature)).toBe(false);
          expect(isSignature(key, toCurve(other), signature)).toBe(
            Buffer.from(one).equals(Buffer.from(other)),
          );
          expect(isSignature(key, secret, signature.negate())).toBe(false);
        }
      },
    ),
    { numRuns: runs(10) },
  );
});

test('any sum is split into different powers of two', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (sats) => {
      const powers = powersOf(sats);
      expect(powers.reduce((sum, each) => sum + each, 0)).toBe(sats);
      expect(new Set(powers).size).toBe(powers.length);
      expect(powers.every((each) => Number.isInteger(Math.log2(each)))).toBe(true);
    }),
  );
});
