import { lnurlPorts } from './adapters/money/lnurl-http.ts';
import { nwcLine, type NwcDeps } from './adapters/money/nwc-line.ts';
import { type JournalDeps, paymentsJournal } from './adapters/money/payments-journal.ts';
import { paymentTurn } from './adapters/money/payment-turn.ts';
import { walletShelf } from './adapters/money/wallet-shelf.ts';
import { hasEcash } from './adapters/money/money-places.ts';
import { hasWebln, type WeblnPage, weblnPort } from './adapters/money/webln.ts';
import type { Web } from './adapters/connection/http.ts';
import { moneyMachine } from './machines/money/money.machine.ts';
import { paymentMachine } from './machines/money/payment.machine.ts';
import { walletMachine } from './machines/money/wallet.machine.ts';

export interface MoneyDeps extends JournalDeps, NwcDeps {
  readonly web: Web;
  readonly page: WeblnPage;
  readonly locks: LockManager | undefined;
}

/** The money of an account with its ports, in a chunk of its own: fetched when somebody pays, or looks at what was paid. */
export function moneyCode({ web, page, locks, ...deps }: MoneyDeps): typeof moneyMachine {
  const payment = paymentMachine.provide({ actors: { ...lnurlPorts(web), webln: weblnPort(page), turn: paymentTurn(locks) } });
  const wallet = walletMachine.provide({ actors: { line: nwcLine(deps) } });
  const shelf = walletShelf({ ...deps, hasWebln: () => hasWebln(page), hasEcash: (account) => hasEcash(deps.factory, account) });
  return moneyMachine.provide({ actors: { journal: paymentsJournal(deps), shelf, payment, wallet } });
}
