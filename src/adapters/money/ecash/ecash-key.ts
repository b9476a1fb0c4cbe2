import type { PromiseActorLogic } from 'xstate';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { hexOf } from '../../../events/core/hex.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * Makes a key that ecash is locked to (NIP-61): 32 random bytes in hex, not derived from the
 * account.
 */
export function newEcashKey(
  chance: Pick<Crypto, 'getRandomValues'>,
): PromiseActorLogic<Secret<string>, undefined> {
  return promiseAdapter<Secret<string>, undefined>(() =>
    Promise.resolve(secretOf(hexOf(chance.getRandomValues(new Uint8Array(32))))),
  );
}
