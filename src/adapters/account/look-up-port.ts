import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { NameKey, NameLookUp } from '../../machines/account/verified-names.machine.ts';
import type { Web } from '../connection/http.ts';

/** The `lookUp` port of the verified names. Its code is loaded with the first name, after the first note. */
export function lookUpPort(web: Web): PromiseActorLogic<NameKey, NameLookUp> {
  return fromPromise(async ({ input, signal }) => (await import('./look-ups.ts')).lookUp(web, input, signal));
}
