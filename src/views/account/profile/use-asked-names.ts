import { verifiedNamesMachine } from '../../../machines/account/profile/verified-names.machine.ts';
import { names } from '../../../machines/app/screen-logic.ts';
import type { AppHandle } from '../../ui/hooks/app-context.ts';
import type { Asker } from './use-address-lookups.ts';

names.register(verifiedNamesMachine);

/** Have an address looked up: `press` if a person wants its host asked. The first question starts the asker. */
export function askNames(app: AppHandle, asker: Asker, address: string, by: 'check' | 'press' = 'check'): void {
  if (!app.getSnapshot().children[asker]) app.send({ type: 'app.restart', name: asker });
  app.getSnapshot().children[asker]?.send({ type: `name.${by}`, address });
}
