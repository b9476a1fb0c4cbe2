import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { eraseSealedRows } from '../../account/keys/sealed-rows-store.ts';

/** Where lie an account's log of payments, and its wallets; each sealed with a key of this device that goes with it. */
export const logOf = (account: string) => ({ database: `starling-money-${account}`, store: 'log', keyName: `money ${account}` });
export const shelfOf = (account: string) => ({ database: `starling-wallets-${account}`, store: 'wallets', keyName: `wallets ${account}` });

/**
 * Where an account's ecash lies, and the name of the device's key that seals it: another than the account's own, as both stay when somebody signs
 * out. It is money, and there for who signs in again.
 */
export const ecashOf = (account: string) => ({ database: `starling-ecash-${account}`, keyName: `ecash ${account}` });

/** Removes what an account paid, and by what, from this device (ACCOUNT-06, E-35). */
export async function eraseMoney(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  await Promise.all([eraseSealedRows(factory, seal, logOf(account)), eraseSealedRows(factory, seal, shelfOf(account))]);
}

/** Whether ecash of an account was ever looked at on this device; where a browser does not tell, it may have been. */
export async function hasEcash(factory: Partial<Pick<IDBFactory, 'databases'>> | undefined, account: string): Promise<boolean> {
  if (!factory) return false;
  if (!factory.databases) return true;
  const { database } = ecashOf(account);
  return factory.databases().then(
    (all) => all.some(({ name }) => name === database),
    () => true,
  );
}
