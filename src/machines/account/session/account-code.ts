import { fromPromise } from 'xstate';
import { fetchedLogic } from '../../core/lazy-logic.ts';
import { type AccountCode, accountMachine } from './account.machine.ts';
import type { ScopeLogic } from './scope.machine.ts';
import type { sessionMachine } from './session.machine.ts';

/** What is fetched when somebody has an account here or wants one. `logic` of the session and of the scope, with their ports. */
export interface FetchedAccount {
  readonly code: AccountCode;
  readonly logic: { readonly session: typeof sessionMachine; readonly scope: ScopeLogic };
}

/**
 * The account's machine, whose session and scope are registered under their names once `load` has brought their code. The event that says so
 * is data alone, so that it can be recorded and played back (design 8.8).
 */
export function accountWith(load: () => Promise<FetchedAccount>): typeof accountMachine {
  const session = fetchedLogic<typeof sessionMachine>('session');
  const scope = fetchedLogic<ScopeLogic>('scope');
  return accountMachine.provide({
    actors: {
      session: session.logic,
      scope: scope.logic,
      code: fromPromise(async () => {
        const { code, logic } = await load();
        session.register(logic.session);
        scope.register(logic.scope);
        return code;
      }),
    },
  });
}
