import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import type { Store } from '../store/store.ts';
import { ifRoom } from '../errors.ts';
import { derived, type KeyPair, type MoneyKeys, pairOf } from './money-keys.ts';

/**
 * How a connection behaves when it is asked to pay, so that clients can be tried on what real wallets do to them. `plain`: as it should.
 * `slow`: pays, and says so seconds later. `silent`: neither pays nor says anything. `lost`: pays, and the answer never comes. `refuse`: says
 * that it does not pay. `twice`: pays once, and says so twice. Whatever else they are asked all of them answer.
 */
export const MOODS = ['plain', 'slow', 'silent', 'lost', 'refuse', 'twice'] as const;
export type Mood = (typeof MOODS)[number];

/** Whose wallets there are. */
export interface WalletOwner {
  readonly name: string;
  readonly displayName: string;
  readonly pubkey: string;
}

/** A connection to a play wallet (NIP-47), for whoever is to use it. */
export interface PlayConnection {
  readonly owner: WalletOwner;
  readonly mood: Mood;
  readonly uri: string;
}

/** A wallet with its key. */
export interface WalletKeys {
  readonly owner: WalletOwner;
  readonly lud16: string;
  readonly wallet: KeyPair;
}

const ROW = 'play_wallets';

/** Everybody's wallet keys. The public ones are kept, as computing the first one takes longer than all else at a start. */
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
    await ifRoom(store.note(ROW, JSON.stringify(Object.fromEntries(wallets.map(({ owner, wallet }) => [owner.pubkey, wallet.pubkey])))));
  }
  return wallets;
}

/** The secret key of a connection, in hex. */
export function connectionSecret({ root }: MoneyKeys, { owner }: Pick<WalletKeys, 'owner'>, mood: Mood): string {
  return derived(root, `connection ${owner.pubkey} ${mood}`);
}

/** The connection string; `relay` is where the wallet listens. */
export function connectionOf(keys: MoneyKeys, wallet: WalletKeys, mood: Mood, relay: string): PlayConnection {
  const query = new URLSearchParams({ relay, secret: connectionSecret(keys, wallet, mood), lud16: wallet.lud16 });
  return { owner: wallet.owner, mood, uri: `nostr+walletconnect://${wallet.wallet.pubkey}?${query}` };
}
