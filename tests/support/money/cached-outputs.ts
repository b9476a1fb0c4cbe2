import { Amount, OutputData } from '@cashu/cashu-ts';
import {
  type DeriveOutputs,
  outputsFrom,
} from '../../../src/adapters/money/ecash/ecash-outputs.ts';

/** Points and keys are the same in each of many random sequences, and take milliseconds. */
export function once<T>(known: Map<string, T>, key: string, compute: () => T): T {
  const found = known.get(key) ?? compute();
  known.set(key, found);
  return found;
}

const proofs = new Map<string, ReturnType<OutputData['toProof']>>();

class CachedOutput extends OutputData {
  override toProof(...[signature, keyset]: Parameters<OutputData['toProof']>) {
    const key = JSON.stringify([
      this.blindedMessage.B_,
      signature,
      keyset.id,
      keyset.keys[String(signature.amount)],
    ]);
    return once(proofs, key, () => super.toProof(signature, keyset));
  }
}

const derivations = new Map<string, DeriveOutputs | undefined>();
const outputs = new Map<string, OutputData | undefined>();

/**
 * `outputsFrom`, which derives each output only once in a process. Many random sequences with the
 * same words derive the same outputs.
 */
export function cachedOutputsFrom(words: string): DeriveOutputs | undefined {
  const derive = once(derivations, words, () => outputsFrom(words));
  const outputAt = (keyset: string, counter: number): OutputData | undefined =>
    once(
      outputs,
      `${words} ${keyset} ${counter}`,
      () => derive?.({ keyset, counter, amounts: [1] })[0],
    );
  return (
    derive &&
    (({ keyset, counter, amounts }) =>
      amounts.flatMap((amount, at) => {
        const known = outputAt(keyset, counter + at);
        if (!known) return [];
        const message = { ...known.blindedMessage, amount: Amount.from(amount) };
        return new CachedOutput(message, known.blindingFactor, known.secret);
      }))
  );
}
