import { verifiedNamesMachine } from '../../../machines/account/profile/verified-names.machine.ts';
import { names } from '../../../machines/app/screen-logic.ts';
import type { AppHandle } from '../../ui/hooks/app-context.ts';
import type { LookupActor } from './use-address-lookups.ts';

names.register(verifiedNamesMachine);

/**
 * Look an address up. `press`: the user wants its host queried. The first lookup starts the asker.
 */
export function askNames(
  app: AppHandle,
  asker: LookupActor,
  address: string,
  by: 'check' | 'checkDirectly' = 'check',
): void {
  if (!app.getSnapshot().children[asker]) app.send({ type: 'app.restart', name: asker });
  app.getSnapshot().children[asker]?.send({ type: `name.${by}`, address });
}
