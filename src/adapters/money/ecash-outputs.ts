import { OutputData, type SerializedBlindedSignature } from '@cashu/cashu-ts';
import { secretOf } from '../../events/account/secret.ts';
import type { Proof } from '../../events/money/cashu.ts';
import type { Outputs } from '../../events/money/ecash-line.ts';
import { badResponse } from './mint-http.ts';
import type { MintKeys } from './mint-line.ts';

/** Outputs whose secrets follow from the seed of a wallet's words (NUT-13, m/129372'/0'): for the same place always the same. */
export function outputsOf(seed: Uint8Array, { keyset, counter, amounts }: Outputs): readonly OutputData[] {
  return amounts.map((amount, at) => OutputData.createSingleDeterministicData(amount, seed, counter + at, keyset));
}

/** What outputs become by their signatures; rejects where one was not made with the key of its amount, as far as the mint proves it (NUT-12). */
export function proofsOf(
  outputs: readonly OutputData[],
  signatures: readonly SerializedBlindedSignature[],
  keyset: { readonly id: string; readonly keys: MintKeys },
): readonly Proof[] {
  return signatures.map((signature, at) => {
    const output = outputs[at];
    if (!output || signature.id !== keyset.id || keyset.keys[signature.amount.toString()] === undefined) throw badResponse();
    try {
      const { id, amount, secret, C } = output.toProof(signature, { id: keyset.id, keys: { ...keyset.keys } });
      return { id, amount: amount.toNumber(), secret: secretOf(secret), C };
    } catch {
      throw badResponse();
    }
  });
}
