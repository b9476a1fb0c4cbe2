import { type Mint, type MintParts, type NamedVersion, openMint } from './mint.ts';

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

/** Many wallets know only ids of version 00, and see no active keyset without one (NUT-02). */
const TODAY: readonly NamedVersion[] = [
  { version: '01', ending: '' },
  { version: '00', ending: ' 00' },
];
const OLD: readonly NamedVersion[] = [{ version: 'base64', ending: '' }];

export function openMints(parts: Pick<MintParts, 'store' | 'money' | 'guard' | 'root'>): Mints {
  return {
    today: openMint({ ...parts, account: MINT_ACCOUNTS.today, keysets: TODAY }),
    old: openMint({ ...parts, account: MINT_ACCOUNTS.old, keysets: OLD }),
  };
}
