import { readHoldings } from '../adapters/money/payments/read-holdings.ts';
import { holdingsMachine } from '../machines/money/payments/holdings.machine.ts';

/** The reader of stored money, in a chunk of its own. It is fetched before a user signs out. */
export function holdingsCode(deps: Parameters<typeof readHoldings>[0]): typeof holdingsMachine {
  return holdingsMachine.provide({ actors: { read: readHoldings(deps) } });
}
