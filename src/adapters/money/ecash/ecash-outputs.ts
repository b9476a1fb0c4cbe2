import { blindMessage, OutputData, type SerializedBlindedSignature } from '@cashu/cashu-ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { Outputs } from '../../../events/money/ecash/ecash-log-entry.ts';
import { ecashSeed } from '../../../events/money/ecash/ecash-seed.ts';
import { lockedSecret } from '../../../events/money/ecash/p2pk.ts';
import { badResponse } from './mint-http.ts';
import type { MintKeys } from './mint-client.ts';

/** Derives outputs from the words of one wallet. */
export type DeriveOutputs = (outputs: Outputs) => readonly OutputData[];

/**
 * Outputs whose secrets derive from the seed of a wallet's words (NUT-13, m/129372'/0'). The same
 * counter always gives the same outputs. `undefined` if the words are wrong.
 */
export function outputsFrom(words: string): DeriveOutputs | undefined {
  const seed = ecashSeed(words);
  return (
    seed &&
    (({ keyset, counter, amounts }) =>
      amounts.map((amount, at) =>
        OutputData.createSingleDeterministicData(amount, seed, counter + at, keyset),
      ))
  );
}

/**
 * The same outputs, the first `given` of them locked to that key (NUT-11). The derived secret
 * becomes the nonce of the condition. So these derive from the words, too, and can be recovered
 * after a crash.
 */
export function lockedOutputs(
  derive: DeriveOutputs,
  outputs: Outputs,
  given: number,
  lock: string | undefined,
): readonly OutputData[] {
  const plain = derive(outputs);
  if (lock === undefined) return plain;
  return plain.map((output, at) => (at < given ? lockedTo(lock, output) : output));
}

function lockedTo(
  lock: string,
  { blindedMessage, blindingFactor, secret }: OutputData,
): OutputData {
  const condition = new TextEncoder().encode(lockedSecret(lock, new TextDecoder().decode(secret)));
  const { B_ } = blindMessage(condition, blindingFactor);
  return new OutputData({ ...blindedMessage, B_: B_.toHex(true) }, blindingFactor, condition);
}

/**
 * Turn outputs and their signatures into proofs. Rejects if a signature was not made with the key
 * of its amount, as far as the mint proves it (NUT-12).
 */
export function proofsOf(
  outputs: readonly OutputData[],
  signatures: readonly SerializedBlindedSignature[],
  keyset: { readonly id: string; readonly keys: MintKeys },
): readonly Proof[] {
  return signatures.map((signature, at) => {
    const output = outputs[at];
    if (
      !output ||
      signature.id !== keyset.id ||
      keyset.keys[signature.amount.toString()] === undefined
    )
      throw badResponse();
    try {
      const { id, amount, secret, C, dleq } = output.toProof(signature, {
        id: keyset.id,
        keys: { ...keyset.keys },
      });
      const shown = dleq?.r === undefined ? {} : { dleq: { e: dleq.e, s: dleq.s, r: dleq.r } };
      return { id, amount: amount.toNumber(), secret: secretOf(secret), C, ...shown };
    } catch {
      throw badResponse();
    }
  });
}
