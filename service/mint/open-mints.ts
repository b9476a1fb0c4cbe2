import { type Mint, type MintParts, openMint } from './mint.ts';

/**
 * The mints of the service: one with the current API, one with the previous API. Each has its own
 * keys and its own account in the ledger.
 */
export interface Mints {
  readonly today: Mint;
  readonly old: Mint;
}

/** Accounts of the ledger. */
const MINT_ACCOUNTS = { today: 'mint', old: 'oldmint' } as const;

export function openMints(parts: Pick<MintParts, 'store' | 'money' | 'guard' | 'root'>): Mints {
  return {
    today: openMint({ ...parts, account: MINT_ACCOUNTS.today, isOld: false }),
    old: openMint({ ...parts, account: MINT_ACCOUNTS.old, isOld: true }),
  };
}
