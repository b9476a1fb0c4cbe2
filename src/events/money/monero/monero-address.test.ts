import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneroAddressIn, moneroUri, readXmr } from './monero.ts';
import { type MoneroAddress, readMoneroAddress, writeMoneroAddress } from './monero-address.ts';

/**
 * Published addresses: the project's donation address, its subaddress, and the integrated address
 * of its manual.
 */
const REAL = {
  standard:
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A',
  subaddress:
    '888tNkZrPN6JsEgekjMnABU4TBzc2Dt29EPAvkRxbANsAnjyPbb3iQ1YBRk1UXcdRsiKc9dhwMVgN5S9cQUiyoogDavup3H',
  integrated:
    '4LL9oSLmtpccfufTMvppY6JwXNouMBzSkbLYfpAV5Usx3skxNgYeYTRj5UzqtReoS44qo9mtmXCqY45DJ852K5Jv2bYXZKKQePHES9khPK',
} as const;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

const address = fc
  .tuple(
    fc.constantFrom<MoneroAddress['network']>('mainnet', 'testnet', 'stagenet'),
    fc.constantFrom<MoneroAddress['type']>('standard', 'integrated', 'subaddress'),
    fc.uint8Array({ minLength: 72, maxLength: 72 }),
  )
  .map(([network, type, bytes]) => {
    const kind = { network, type };
    return {
      kind,
      text: writeMoneroAddress(kind, bytes.subarray(0, type === 'integrated' ? 72 : 64)),
    };
  });

test('XMR-01 real addresses are read with their network and type', () => {
  for (const [type, text] of Object.entries(REAL))
    expect([text, readMoneroAddress(text)]).toEqual([text, { network: 'mainnet', type }]);
});

test('XMR-01 a written address is read back unchanged and has the form of an address', () => {
  fc.assert(
    fc.property(address, ({ kind, text }) => {
      expect(readMoneroAddress(text)).toEqual(kind);
      expect(text).toHaveLength(kind.type === 'integrated' ? 106 : 95);
      expect(moneroAddressIn({ content: JSON.stringify({ monero: text }) })).toBe(text);
    }),
  );
});

test('XMR-01 an address with a changed, swapped or missing letter is refused', () => {
  fc.assert(
    fc.property(
      address,
      fc.nat(),
      fc.constantFrom(...ALPHABET.split('')),
      ({ text }, place, letter) => {
        const at = place % text.length;
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        expect(readMoneroAddress(changed) === undefined).toBe(changed !== text);
        const swapped =
          text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2);
        expect(readMoneroAddress(swapped) === undefined).toBe(swapped !== text);
        expect(readMoneroAddress(text.slice(0, at))).toBeUndefined();
        expect(readMoneroAddress(`${text}${letter}`)).toBeUndefined();
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => readMoneroAddress(text) === undefined));
  // a block whose value exceeds its bytes, and letters outside the alphabet
  for (const text of ['z'.repeat(95), '0'.repeat(95), 'O'.repeat(95), '', '1'.repeat(95)])
    expect(readMoneroAddress(text)).toBeUndefined();
});

test('XMR-01 the wallet URI contains the address and the exact amount', () => {
  expect(moneroUri(REAL.standard, readXmr('0.0008'))).toBe(
    `monero:${REAL.standard}?tx_amount=0.0008`,
  );
  expect(moneroUri(REAL.subaddress, undefined)).toBe(`monero:${REAL.subaddress}`);
});

test('XMR-01 an address with a block beyond eight bytes is refused, even if its lowest bytes fit', () => {
  const valueOf = (block: string) =>
    Array.from(block).reduce((sum, letter) => sum * 58n + BigInt(ALPHABET.indexOf(letter)), 0n);
  const textOf = (value: bigint): string =>
    value === 0n ? '' : textOf(value / 58n) + (ALPHABET[Number(value % 58n)] ?? '');
  const text = writeMoneroAddress({ network: 'mainnet', type: 'standard' }, new Uint8Array(64));
  // the second block is zero bytes
  const beyond =
    text.slice(0, 11) + textOf(valueOf(text.slice(11, 22)) + 2n ** 64n) + text.slice(22);
  expect(beyond).toHaveLength(text.length);
  expect([readMoneroAddress(text)?.type, readMoneroAddress(beyond)]).toEqual([
    'standard',
    undefined,
  ]);
});
