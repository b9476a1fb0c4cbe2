import { lnurlPorts } from '../adapters/money/payments/lnurl-http.ts';
import { nwcConnection, type NwcDeps } from '../adapters/money/wallets/nwc-connection.ts';
import {
  type PaymentLogDeps,
  paymentLogPort,
} from '../adapters/money/payments/payment-log-port.ts';
import { paymentLock } from '../adapters/money/payments/payment-lock.ts';
import { walletStore } from '../adapters/money/wallets/wallet-store.ts';
import { hasEcash } from '../adapters/money/payments/money-databases.ts';
import { hasWebln, type WeblnPage, weblnPort } from '../adapters/money/wallets/webln.ts';
import type { Web } from '../adapters/connection/http.ts';
import { moneyMachine } from '../machines/money/payments/money.machine.ts';
import { paymentMachine } from '../machines/money/payments/payment.machine.ts';
import { walletMachine } from '../machines/money/wallets/wallet.machine.ts';

export interface MoneyDeps extends PaymentLogDeps, NwcDeps {
  readonly web: Web;
  readonly page: WeblnPage;
  readonly locks: LockManager | undefined;
  readonly isOffline?: () => boolean;
}

/**
 * The money of an account with its ports, in a chunk of its own. It is fetched when a user pays, or
 * opens past payments.
 */
export function moneyCode({
  web,
  page,
  locks,
  isOffline,
  ...deps
}: MoneyDeps): typeof moneyMachine {
  const payment = paymentMachine.provide({
    actors: { ...lnurlPorts(web, isOffline), webln: weblnPort(page), lock: paymentLock(locks) },
  });
  const wallet = walletMachine.provide({ actors: { connection: nwcConnection(deps) } });
  const store = walletStore({
    ...deps,
    hasWebln: () => hasWebln(page),
    hasEcash: (account) => hasEcash(deps.factory, account),
  });
  return moneyMachine.provide({
    actors: { paymentLog: paymentLogPort(deps), walletStore: store, payment, wallet },
  });
}
