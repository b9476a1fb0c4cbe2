import { hasSealKey } from '../adapters/account/keys/device-seal.ts';
import { sealKeyStore } from '../adapters/account/keys/seal-key-store.ts';
import { openAccountCopies } from '../adapters/account/session/account-copies.ts';
import { type AccountStore, openAccountStore } from '../adapters/account/session/account-store.ts';
import { restoreAccounts } from '../adapters/account/session/restore-accounts.ts';
import { nowSeconds } from '../adapters/core/now.ts';
import { findDevice, type Storages } from '../adapters/core/storage.ts';

/** Return the store of the accounts, after changes that a killed browser lost were made again. */
export async function restoredAccounts(storages: Storages, page: Window): Promise<AccountStore> {
  const { indexedDB: factory, navigator } = page;
  const copies = openAccountCopies(factory, nowSeconds);
  const store = openAccountStore(storages, findDevice(page) && page, copies);
  const box = sealKeyStore(factory, navigator.locks);
  // without it the session would not start
  await restoreAccounts({
    store,
    copies,
    hasSealKey: (owner) => hasSealKey(box, owner),
  }).catch(() => undefined);
  return store;
}
