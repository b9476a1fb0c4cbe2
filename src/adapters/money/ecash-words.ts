import { fromPromise, type PromiseActorLogic } from 'xstate';
import { type Secret, secretOf } from '../../events/account/secret.ts';

/** Makes the words of a new wallet. ECASH-03: without a source of chance there are none. */
export function newEcashWords(chance: Pick<Crypto, 'getRandomValues'> | undefined): PromiseActorLogic<Secret<string>> {
  return fromPromise<Secret<string>>(async () => {
    if (typeof chance?.getRandomValues !== 'function') throw new Error('no chance');
    return secretOf((await import('nostr-tools/nip06')).generateSeedWords());
  });
}
