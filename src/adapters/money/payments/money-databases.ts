import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { eraseSealedRows } from '../../account/keys/sealed-rows-store.ts';
import { hasDatabase } from '../../core/indexed-db.ts';

/**
 * The databases of an account's payment log and wallets. Each is sealed with its own key of this
 * device.
 */
export const paymentLogName = (account: string) => ({
  database: `starling-money-${account}`,
  store: 'log',
  keyName: `money ${account}`,
});
export const walletStoreName = (account: string) => ({
  database: `starling-wallets-${account}`,
  store: 'wallets',
  keyName: `wallets ${account}`,
});

/**
 * The database of an account's ecash, and the device key that seals it. The key is not the
 * account's own, because both stay when the account signs out. Ecash is money, and is available
 * when the account signs in again.
 */
export const ecashName = (account: string) => ({
  database: `starling-ecash-${account}`,
  keyName: `ecash ${account}`,
});

/** Removes an account's payments and wallets from this device (ACCOUNT-06, E-35). */
export async function eraseMoney(
  factory: IDBFactory,
  seal: DeviceSeal,
  account: string,
): Promise<void> {
  await Promise.all([
    eraseSealedRows(factory, seal, paymentLogName(account)),
    eraseSealedRows(factory, seal, walletStoreName(account)),
  ]);
}

type Databases = Partial<Pick<IDBFactory, 'databases'>> | undefined;

/**
 * True if the ecash log of an account was ever opened on this device, or if the browser cannot
 * tell.
 */
export const hasEcash = (factory: Databases, account: string): Promise<boolean> =>
  isThere(factory, ecashName(account));

/** The same for its wallets. */
export const hasWallets = (factory: Databases, account: string): Promise<boolean> =>
  isThere(factory, walletStoreName(account));

async function isThere(
  factory: Databases,
  { database }: { readonly database: string },
): Promise<boolean> {
  if (!factory) return false;
  return hasDatabase(factory, database).then(
    (isKnown) => isKnown ?? true,
    () => true,
  );
}
