import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import type { Store } from '../store/store.ts';
import { ignoreDiskFull } from '../errors.ts';
import { derived, type KeyPair, type MoneyKeys, pairOf } from './money-keys.ts';

/**
 * Behavior of a connection when it is asked to pay, for testing clients. `plain`: correct. `slow`:
 * pays, and responds seconds later. `silent`: neither pays nor responds. `lost`: pays, but never
 * responds. `refuse`: refuses to pay. `twice`: pays once, and responds twice. All of them answer
 * other requests.
 */
export const MOODS = ['plain', 'slow', 'silent', 'lost', 'refuse', 'twice'] as const;
export type Mood = (typeof MOODS)[number];

export interface WalletOwner {
  readonly name: string;
  readonly displayName: string;
  readonly pubkey: string;
}

/** A connection to a play wallet (NIP-47). */
export interface PlayConnection {
  readonly owner: WalletOwner;
  readonly mood: Mood;
  readonly uri: string;
}

export interface WalletKeys {
  readonly owner: WalletOwner;
  readonly lud16: string;
  readonly wallet: KeyPair;
}

const ROW = 'play_wallets';

/**
 * Return the keys of all wallets. The public ones are stored, because computing the first one is
 * the slowest part of a start.
 */
export async function openWalletKeys(
  store: Pick<Store, 'note' | 'noted'>,
  { root }: MoneyKeys,
  owners: readonly WalletOwner[],
  origin: string,
): Promise<WalletKeys[]> {
  const kept = parseJson((await store.noted(ROW)) ?? '{}');
  const known = isRecord(kept) ? kept : {};
  const wallets = owners.map((owner): WalletKeys => {
    const secret = derived(root, `wallet ${owner.pubkey}`);
    const pubkey = field(known, owner.pubkey);
    const wallet = typeof pubkey === 'string' ? { pubkey, secret } : pairOf(secret);
    return { owner, wallet, lud16: `${owner.name}@${new URL(origin).host}` };
  });
  if (wallets.some(({ owner }) => field(known, owner.pubkey) === undefined)) {
    await ignoreDiskFull(
      store.note(
        ROW,
        JSON.stringify(
          Object.fromEntries(wallets.map(({ owner, wallet }) => [owner.pubkey, wallet.pubkey])),
        ),
      ),
    );
  }
  return wallets;
}

/** The secret key of a connection, in hex. */
export function connectionSecret(
  { root }: MoneyKeys,
  { owner }: Pick<WalletKeys, 'owner'>,
  mood: Mood,
): string {
  return derived(root, `connection ${owner.pubkey} ${mood}`);
}

/** Return the connection string. `relay` is the relay of the wallet. */
export function connectionOf(
  keys: MoneyKeys,
  wallet: WalletKeys,
  mood: Mood,
  relay: string,
): PlayConnection {
  const query = new URLSearchParams({
    relay,
    secret: connectionSecret(keys, wallet, mood),
    lud16: wallet.lud16,
  });
  return {
    owner: wallet.owner,
    mood,
    uri: `nostr+walletconnect://${wallet.wallet.pubkey}?${query}`,
  };
}
