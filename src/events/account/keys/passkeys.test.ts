import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { seconds } from '../../core/time.ts';
import { MOST_PASSKEYS, passkeyName, readPasskeys, unwrapKey, wrapKey } from './passkeys.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });

test('BEYOND-12 a passkey opens the key that it wrapped, for that account alone', () => {
  fc.assert(
    fc.property(bytes(32), bytes(32), bytes(24), bytes(32), (key, prf, nonce, other) => {
      const wrapped = wrapKey(key, prf, nonce, A);
      expect(unwrapKey(wrapped, prf, A)).toEqual(key);
      expect(unwrapKey(wrapped, prf, B)).toBeUndefined();
      if (base64Of(other) !== base64Of(prf)) expect(unwrapKey(wrapped, other, A)).toBeUndefined();
      expect(wrapped).not.toContain(base64Of(key).slice(0, 20));
    }),
  );
});

test('BEYOND-12 a wrapped key with any changed bit opens nothing', () => {
  const prf = new Uint8Array(32).fill(7);
  const wrapped =
    base64Bytes(wrapKey(new Uint8Array(32).fill(1), prf, new Uint8Array(24).fill(2), A)) ??
    new Uint8Array();
  for (let at = 0; at < wrapped.length; at++) {
    const changed = Uint8Array.from(wrapped);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(unwrapKey(base64Of(changed), prf, A)).toBeUndefined();
  }
});

test('ACCOUNT-15 only passkeys are read from storage, each once, up to the maximum', () => {
  const row = (id: string) => ({
    id,
    name: 'phone',
    added: 5,
    salt: base64Of(new Uint8Array(32)),
    wrapped: base64Of(new Uint8Array(72)),
  });
  const [good] = readPasskeys([row('abc_-1')]);
  expect(good).toEqual({ ...row('abc_-1'), added: seconds(5) });
  expect(readPasskeys(JSON.parse(JSON.stringify([good])))).toEqual([good]);
  expect(readPasskeys([row('x'.repeat(1_400)), row('x'.repeat(1_401))])).toHaveLength(1);
  for (const added of [-1, 1.5, '5', undefined])
    expect(readPasskeys([{ ...row('a'), added }])[0]?.added).toBe(seconds(0));
  for (const name of [undefined, 7])
    expect(readPasskeys([{ ...row('a'), name }])[0]?.name).toBe('');
  const bad = [
    { ...row('a'), salt: 'AA==' },
    { ...row('a'), wrapped: 'x' },
    { ...row('a b') },
    { ...row('a'), id: 3 },
    null,
    'x',
  ];
  expect(readPasskeys([...bad, row('a'), row('a')])).toHaveLength(1);
  expect(readPasskeys(Array.from({ length: 30 }, (_, at) => row(`id${at}`)))).toHaveLength(
    MOST_PASSKEYS,
  );
  fc.assert(
    fc.property(fc.jsonValue(), (junk) => {
      expect(readPasskeys(junk)).toEqual([]);
    }),
  );
});

test('a name is one line of at most 60 characters', () => {
  expect(passkeyName('  my\n phone ')).toBe('my phone');
  expect(Array.from(passkeyName('😀'.repeat(99)))).toHaveLength(60);
});
