import { schnorr } from '@noble/curves/secp256k1.js';
import { type Secret, secretOf } from '../../account/keys/secret.ts';
import { type Draft, type SignedEvent, tagValue } from '../../nostr/event.ts';
import { bytesOf, hexOf, isHex } from '../../core/hex.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { isPower, mintAddress, type Proof, readProof } from '../ecash/cashu.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

/** A public key that ecash is locked to, with its private key, both in hex. */
export interface EcashKey {
  readonly pubkey: string;
  readonly key: Secret<string>;
}

/**
 * The content of an account's wallet event (NIP-60, kind 17375): its mints, and the key that ecash
 * is locked to.
 */
export interface WalletEvent {
  readonly mints: readonly string[];
  readonly key: EcashKey | undefined;
}

/**
 * Proofs that some program stores for the account (NIP-60, kind 7375). `replaces`: the events that
 * these remaining proofs come from.
 */
export interface WalletTokens {
  readonly mint: string;
  readonly unit: string;
  readonly proofs: readonly Proof[];
  readonly replaces: readonly string[];
}

const MOST_MINTS = 30;
const MOST_PROOFS = 500;
const MOST_REPLACED = 100;

/** Read a 32-byte private key in hex. `undefined` if it is not a private key. */
export function ecashKey(hex: string): EcashKey | undefined {
  try {
    return isHex(hex, 64)
      ? { pubkey: hexOf(schnorr.getPublicKey(bytesOf(hex))), key: secretOf(hex) }
      : undefined;
  } catch {
    return undefined;
  }
}

export function readWallet(text: string): WalletEvent | undefined {
  const rows = parseJson(text);
  if (!Array.isArray(rows)) return undefined;
  const valuesOf = (name: string) =>
    rows.flatMap((row: unknown) =>
      Array.isArray(row) && row[0] === name && typeof row[1] === 'string' ? [row[1]] : [],
    );
  const mints = valuesOf('mint').flatMap((written) => mintAddress(written) ?? []);
  return {
    mints: [...new Set(mints)].slice(0, MOST_MINTS),
    key: ecashKey(valuesOf('privkey')[0] ?? ''),
  };
}

export function walletText({ mints, key }: WalletEvent): string {
  return JSON.stringify([
    ...(key ? [['privkey', key.key.reveal() ?? '']] : []),
    ...mints.map((mint) => ['mint', mint]),
  ]);
}

/** Read a decrypted token event: all of its proofs, or `undefined`. */
export function readWalletTokens(text: string): WalletTokens | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  const [written, unit = 'sat', listed, del = []] = ['mint', 'unit', 'proofs', 'del'].map((name) =>
    field(value, name),
  );
  const mint = typeof written === 'string' ? mintAddress(written) : undefined;
  if (
    mint === undefined ||
    typeof unit !== 'string' ||
    unit.length > 16 ||
    !Array.isArray(listed) ||
    listed.length > MOST_PROOFS
  )
    return undefined;
  const proofs = listed.flatMap((proof: unknown) => readProof(proof) ?? []);
  if (proofs.length < listed.length || !proofs.every(({ amount }) => isPower(amount)))
    return undefined;
  const replaces = Array.isArray(del)
    ? del
        .filter((id): id is string => typeof id === 'string' && isHex(id, 64))
        .slice(0, MOST_REPLACED)
    : [];
  return { mint, unit, proofs, replaces };
}

/**
 * Return the plaintext of a history entry (NIP-60, kind 7376): ecash that came in, or that went out
 * of the event `destroyed`.
 */
export function historyText(direction: 'in' | 'out', sats: number, destroyed?: string): string {
  const rows = [
    ['direction', direction],
    ['amount', String(sats)],
    ['unit', 'sat'],
  ];
  return JSON.stringify([
    ...rows,
    ...(destroyed === undefined ? [] : [['e', destroyed, '', 'destroyed']]),
  ]);
}

/** The reference to a redeemed nutzap is public, so that its giver sees it (NIP-61). */
export function draftHistory(
  content: string,
  redeemed?: { readonly id: string; readonly from: string },
): Ours<Draft> {
  const tags = redeemed
    ? [
        ['e', redeemed.id, '', 'redeemed'],
        ['p', redeemed.from],
      ]
    : [];
  return composed({ kind: KIND.WalletHistory, tags, content });
}

/** Return the ids of nutzaps that a history entry marks as redeemed. */
export function redeemedIn({ kind, tags }: Pick<SignedEvent, 'kind' | 'tags'>): readonly string[] {
  if (kind !== KIND.WalletHistory) return [];
  return tags.flatMap(([name, id = '', , marker]) =>
    name === 'e' && marker === 'redeemed' && isHex(id, 64) ? [id] : [],
  );
}

/** NIP-60: spent tokens are deleted by a request that can be queried. */
export function draftTokenDeletion(ids: readonly string[]): Ours<Draft> {
  return composed({
    kind: KIND.EventDeletion,
    tags: [...ids.map((id) => ['e', id]), ['k', String(KIND.WalletTokens)]],
    content: '',
  });
}

/** Return the ids of token events in a deletion request. */
export function deletedTokensIn(event: Pick<SignedEvent, 'kind' | 'tags'>): readonly string[] {
  if (event.kind !== KIND.EventDeletion || tagValue(event, 'k') !== String(KIND.WalletTokens))
    return [];
  return event.tags.flatMap(([name, id = '']) => (name === 'e' && isHex(id, 64) ? [id] : []));
}
