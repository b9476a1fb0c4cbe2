import type { PromiseActorLogic } from 'xstate';
import { balancesOf } from '../../../events/money/ecash/ecash-log.ts';
import type { Holdings } from '../../../machines/money/payments/holdings.machine.ts';
import { type EcashStoreDeps, readPurse } from '../ecash/ecash-store.ts';
import { readWallets } from '../wallets/wallet-store.ts';
import { hasEcash, hasWallets } from './money-databases.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * The `read` port of `holdings`: the wallets and the ecash of an account, read from this device
 * alone. Nothing is created for an account that never had any.
 */
export function readHoldings(
  deps: Pick<EcashStoreDeps, 'factory' | 'keyRange' | 'seal'>,
): PromiseActorLogic<Holdings, { readonly account: string }> {
  return promiseAdapter(async ({ input: { account } }) => {
    const [wallets, ecash] = await Promise.all([
      hasWallets(deps.factory, account).then((has) => (has ? readWallets(deps, account) : [])),
      hasEcash(deps.factory, account).then((has) =>
        has ? readPurse(deps, account).then(balancesOf) : new Map<string, number>(),
      ),
    ]);
    return { wallets, ecash };
  });
}
