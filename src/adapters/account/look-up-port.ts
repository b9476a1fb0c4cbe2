import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { NameAnswer } from '../../machines/account/verified-names.machine.ts';
import type { Web } from '../connection/http.ts';

/** The `lookUp` port of the verified names. Its code comes with the first name: no note waits for it. */
export function lookUpAddressPort(web: Web): PromiseActorLogic<NameAnswer, { address: string }> {
  return fromPromise(async ({ input, signal }) => (await import('./verified-name.ts')).lookUpAddress(web, input.address, signal));
}

/** The same of those who sign for lightning addresses (ZAP-05): no name that a profile claims gets there. */
export function lookUpProviderPort(web: Web): PromiseActorLogic<NameAnswer, { address: string }> {
  return fromPromise(async ({ input, signal }) => (await import('../money/lnurl-provider.ts')).lookUpProvider(web, input.address, signal));
}
