import type { Money } from '../money/money.ts';
import type { Store } from '../store/store.ts';
import { type Mint, openMint } from './mint.ts';

/** The mints of the service: of today's API, and of the one before it. Each has keys and an account in the ledger of its own. */
export interface Mints {
  readonly today: Mint;
  readonly old: Mint;
}

/** Accounts of the ledger. */
const MINT_ACCOUNTS = { today: 'mint', old: 'oldmint' } as const;

/** `root`: what all keys of play money follow from, 32 bytes in hex. */
export function openMints(store: Store, money: Money, root: string): Mints {
  const parts = { store, money, root };
  return {
    today: openMint({ ...parts, account: MINT_ACCOUNTS.today, isOld: false }),
    old: openMint({ ...parts, account: MINT_ACCOUNTS.old, isOld: true }),
  };
}
