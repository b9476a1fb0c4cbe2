import { randomBytes } from 'node:crypto';
import { getPublicKey } from 'nostr-tools/pure';
import { bytesOf } from '../../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { sha256Hex } from '../hash.ts';
import type { Store } from '../store/store.ts';
import { ignoreDiskFull } from '../errors.ts';

/** A key pair in hex. */
export interface KeyPair {
  readonly pubkey: string;
  readonly secret: string;
}

/**
 * The root of all keys of play money, 32 bytes in hex, and the key that signs zap receipts
 * (NIP-57).
 */
export interface MoneyKeys {
  readonly root: string;
  readonly provider: KeyPair;
}

/** Name of the row of the store's `meta` with the root. */
const ROW = 'play_money';

/**
 * Return the keys of this store, generated at the first start. `provider`: the key that already
 * signs receipts here (the demo town's), if any, so that old receipts stay valid.
 */
export async function openKeys(
  store: Pick<Store, 'note' | 'noted'>,
  provider: KeyPair | undefined,
): Promise<MoneyKeys> {
  const saved = parseJson((await store.noted(ROW)) ?? '');
  const [root, own] = isRecord(saved) ? [field(saved, 'root'), field(saved, 'provider')] : [];
  if (typeof root === 'string' && typeof own === 'string') {
    return { root, provider: provider ?? { pubkey: own, secret: derived(root, 'provider') } };
  }
  const made = randomBytes(32).toString('hex');
  const pair = pairOf(derived(made, 'provider'));
  // The public key is stored, too, because computing the first one is the slowest part of a start.
  await ignoreDiskFull(store.note(ROW, JSON.stringify({ root: made, provider: pair.pubkey })));
  return { root: made, provider: provider ?? pair };
}

/**
 * Derive 32 bytes in hex from the root: a secret key, a preimage, or another value named by `what`.
 */
export function derived(root: string, what: string): string {
  return sha256Hex(`starling play money\n${root}\n${what}`);
}

export function pairOf(secret: string): KeyPair {
  return { pubkey: getPublicKey(bytesOf(secret)), secret };
}
