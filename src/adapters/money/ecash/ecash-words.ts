import { generateSeedWords } from 'nostr-tools/nip06';
import type { PromiseActorLogic } from 'xstate';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/** Makes the words of a new wallet. ECASH-03: without a source of randomness there are none. */
export function newEcashWords(
  chance: Pick<Crypto, 'getRandomValues'> | undefined,
): PromiseActorLogic<Secret<string>> {
  return promiseAdapter<Secret<string>>(() => {
    if (typeof chance?.getRandomValues !== 'function')
      return Promise.reject(new Error('no chance'));
    return Promise.resolve(secretOf(generateSeedWords()));
  });
}
