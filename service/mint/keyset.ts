import { createHash } from 'node:crypto';
import { sha256Hex } from '../hash.ts';
import { derived } from '../money/money-keys.ts';
import { type MintKey, mintKeyOf } from './curve.ts';

/** The keys of a mint, one for each amount in sats: powers of two, smallest first (NUT-01). */
export interface Keyset {
  readonly id: string;
  /** True for a keyset before v1: outputs need not name it, and old points are also valid. */
  readonly isOld: boolean;
  readonly keys: ReadonlyMap<number, MintKey>;
}

export const UNIT = 'sat';

/** Amounts up to 2^31 sats. */
const AMOUNTS = Array.from({ length: 32 }, (_, n) => 2 ** n);

/** Version of a keyset id: of today, of wallets that know only 00 (NUT-02), and before v1. */
export type KeysetVersion = '01' | '00' | 'base64';

const ID_OF = { '01': keysetId, '00': shortKeysetId, base64: oldKeysetId } as const;

/** Return the keyset of that name, which is always the same for the same root (32 bytes in hex). */
export function makeKeyset(root: string, name: string, version: KeysetVersion): Keyset {
  const keys = new Map(
    AMOUNTS.map((amount) => [amount, mintKeyOf(derived(root, `${name} ${amount}`))] as const),
  );
  return { id: ID_OF[version](publicKeysOf(keys)), isOld: version === 'base64', keys };
}

/** Return the public keys in hex, by amount. */
export function publicKeysOf(keys: Keyset['keys']): ReadonlyMap<number, string> {
  return new Map([...keys].map(([amount, { hex }]) => [amount, hex]));
}

/**
 * NUT-02, version 01, which includes the unit. Fees and expiry would also be included, but there
 * are none.
 */
export function keysetId(keys: ReadonlyMap<number, string>): string {
  const listed = [...keys].map(([amount, key]) => `${amount}:${key}`).join(',');
  return `01${sha256Hex(`${listed}|unit:${UNIT}`)}`;
}

/** NUT-02, version 00: 14 characters of a SHA-256 over the keys, smallest amount first. */
export function shortKeysetId(keys: ReadonlyMap<number, string>): string {
  const points = [...keys].toSorted(([a], [b]) => a - b).map(([, key]) => key);
  return `00${sha256Hex(Buffer.from(points.join(''), 'hex')).slice(0, 14)}`;
}

/**
 * Return an id before v1: the first 12 characters of the base64 of a SHA-256 over the keys
 * (ECASH-02).
 */
export function oldKeysetId(keys: ReadonlyMap<number, string>): string {
  return createHash('sha256')
    .update([...keys.values()].join(''))
    .digest('base64')
    .slice(0, 12);
}

/** Return a sum as powers of two, smallest first. */
export function powersOf(sats: number): number[] {
  return AMOUNTS.filter((amount) => Math.floor(sats / amount) % 2 === 1);
}
