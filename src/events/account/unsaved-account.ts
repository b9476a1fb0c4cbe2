import type { Account } from './account.ts';

/** Return the account with that key if it was made here and has no confirmed copy. */
export function unsavedIn(
  accounts: readonly Account[],
  pubkey: string | undefined,
): Account | undefined {
  const known = accounts.find((one) => one.pubkey === pubkey);
  return known?.method === 'key' && known.unsaved === true ? known : undefined;
}
