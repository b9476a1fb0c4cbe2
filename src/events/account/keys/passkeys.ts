import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { field, isRecord } from '../../core/json.ts';
import { type Seconds, seconds } from '../../core/time.ts';
import { decryptForPage, encryptForPage, PAGE_NONCE } from './page-cipher.ts';

/**
 * A passkey that opens the key of one account, as shown to the user. `id`: of its credential,
 * base64url.
 */
export interface PasskeyEntry {
  readonly id: string;
  /** Name that the user chose; may be empty. */
  readonly name: string;
  readonly added: Seconds;
}

/**
 * A passkey as the device stores it (BEYOND-12): the account's key, encrypted with a value that
 * only the passkey can compute (WebAuthn PRF) from `salt`. Both in base64. Neither is of use
 * without the passkey.
 */
export interface Passkey extends PasskeyEntry {
  readonly salt: string;
  readonly wrapped: string;
}

/**
 * Why a passkey was not added, or opened nothing. `unsupported`: this browser has none. `address`:
 * not available for a page at this address. `noPrf`: the passkey cannot protect a key. `known`: it
 * already opens this account. `cancelled`: by the user or a timeout. `pin`: wrong PIN. `many`: the
 * maximum is stored. `wrong`: it answered, but opens nothing here. `unkept`: the device cannot
 * store more. `failed`: anything else.
 */
export type PasskeyProblem =
  | 'unsupported'
  | 'address'
  | 'noPrf'
  | 'known'
  | 'cancelled'
  | 'pin'
  | 'lost'
  | 'many'
  | 'wrong'
  | 'unkept'
  | 'failed';

/** Maximum per account. */
export const MOST_PASSKEYS = 10;
/** Bytes of a salt, and of the value that a passkey computes from it. */
export const PRF_SIZE = 32;
const LONGEST_NAME = 60;
const LONGEST_ID = 1_400;
const KEY_SIZE = 32;
const WRAPPED = PAGE_NONCE + KEY_SIZE + 16;
const INFO = new TextEncoder().encode('starling passkey 1');

/**
 * Encrypt the key of an account for a passkey, in base64. `prf`: the value that the passkey
 * computed. `nonce`: 24 random bytes.
 */
export function wrapKey(
  key: Uint8Array,
  prf: Uint8Array,
  nonce: Uint8Array,
  pubkey: string,
): string {
  return withDerived(prf, (derived) => base64Of(encryptForPage(derived, nonce, key, pubkey)));
}

/**
 * Decrypt a wrapped key; `undefined` if it was changed, or was wrapped for another passkey or
 * account.
 */
export function unwrapKey(
  wrapped: string,
  prf: Uint8Array,
  pubkey: string,
): Uint8Array | undefined {
  const bytes = base64Bytes(wrapped);
  if (bytes?.length !== WRAPPED || prf.length !== PRF_SIZE) return undefined;
  return withDerived(prf, (derived) => decryptForPage(derived, bytes, pubkey));
}

/** Read the stored passkeys; invalid entries are skipped (ACCOUNT-15). */
export function readPasskeys(value: unknown): readonly Passkey[] {
  const rows = Array.isArray(value) ? value.flatMap((row) => readPasskey(row) ?? []) : [];
  return [...new Map(rows.map((one) => [one.id, one])).values()].slice(0, MOST_PASSKEYS);
}

/** Return a name in the form to store: one line of bounded length. */
export function passkeyName(typed: string): string {
  return Array.from(typed.replace(/\s+/g, ' ').trim().toWellFormed())
    .slice(0, LONGEST_NAME)
    .join('');
}

function readPasskey(value: unknown): Passkey | undefined {
  if (!isRecord(value)) return undefined;
  const [id, name, added, salt, wrapped] = ['id', 'name', 'added', 'salt', 'wrapped'].map((key) =>
    field(value, key),
  );
  if (typeof id !== 'string' || id.length > LONGEST_ID || !/^[\w-]+$/.test(id)) return undefined;
  if (typeof salt !== 'string' || base64Bytes(salt)?.length !== PRF_SIZE) return undefined;
  if (typeof wrapped !== 'string' || base64Bytes(wrapped)?.length !== WRAPPED) return undefined;
  const at =
    typeof added === 'number' && Number.isSafeInteger(added) && added >= 0
      ? seconds(added)
      : seconds(0);
  return { id, name: typeof name === 'string' ? passkeyName(name) : '', added: at, salt, wrapped };
}

function withDerived<T>(prf: Uint8Array, work: (derived: Uint8Array) => T): T {
  const derived = hkdf(sha256, prf, undefined, INFO, KEY_SIZE);
  try {
    return work(derived);
  } finally {
    derived.fill(0);
  }
}
