import type { Account } from './account.ts';

/** Return the account to land on after a sign-out: the first that can act, else the first. */
export function accountAfter(others: readonly Account[]): Account | undefined {
  return others.find(({ method }) => method !== 'readonly') ?? others[0];
}
