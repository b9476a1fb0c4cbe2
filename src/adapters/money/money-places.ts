import type { DeviceSeal } from '../account/device-seal.ts';
import { eraseSealedRows } from '../account/sealed-rows.ts';

/** Where lie an account's log of payments, and its wallets; each sealed with a key of this device that goes with it. */
export const logOf = (account: string) => ({ database: `starling-money-${account}`, store: 'log', keyName: `money ${account}` });
export const shelfOf = (account: string) => ({ database: `starling-wallets-${account}`, store: 'wallets', keyName: `wallets ${account}` });

/** Removes what an account paid, and by what, from this device (ACCOUNT-06, E-35). */
export async function eraseMoney(factory: IDBFactory, seal: DeviceSeal, account: string): Promise<void> {
  await Promise.all([eraseSealedRows(factory, seal, logOf(account)), eraseSealedRows(factory, seal, shelfOf(account))]);
}
