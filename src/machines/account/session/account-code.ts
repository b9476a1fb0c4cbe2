import { lazyLogic } from '../../core/lazy-logic.ts';
import { type AccountCode, accountMachine } from './account.machine.ts';
import type { ScopeLogic } from './scope.machine.ts';
import type { sessionMachine } from './session.machine.ts';
import { promiseAdapter } from '../../core/ports.ts';

/**
 * Code that is loaded when the user has or wants an account. `logic`: the session and the scope
 * with their ports.
 */
export interface FetchedAccount {
  readonly code: AccountCode;
  readonly logic: { readonly session: typeof sessionMachine; readonly scope: ScopeLogic };
}

/**
 * Return the account machine. Its session and scope are registered under their names after `load`.
 * The event for that is data alone, so that it can be recorded and replayed.
 */
export function accountWith(load: () => Promise<FetchedAccount>): typeof accountMachine {
  const session = lazyLogic<typeof sessionMachine>('session');
  const scope = lazyLogic<ScopeLogic>('scope');
  return accountMachine.provide({
    actors: {
      session: session.logic,
      scope: scope.logic,
      code: promiseAdapter(async () => {
        const { code, logic } = await load();
        session.register(logic.session);
        scope.register(logic.scope);
        return code;
      }),
    },
  });
}
