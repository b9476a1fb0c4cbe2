import type { Account } from './account.ts';

/** True if the key of the account is stored here and opens with a PIN. */
export function hasPinLock(account: Account | undefined): boolean {
  return account?.method === 'key' && account.lock === 'pin';
}
