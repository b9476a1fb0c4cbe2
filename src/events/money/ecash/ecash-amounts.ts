import { type Proof, worthOf } from './cashu.ts';

/** A sum as powers of two, the smallest first (ECASH-02). */
export function powersOf(sum: number): readonly number[] {
  const powers: number[] = [];
  for (let left = sum, power = 1; left > 0; power *= 2) {
    if (left % (2 * power) === 0) continue;
    powers.push(power);
    left -= power;
  }
  return powers;
}

/** How many outputs a mint needs to give back any sum up to that one (NUT-08). */
export function blanksFor(sum: number): number {
  return sum <= 0 ? 0 : Math.max(1, Math.ceil(Math.log2(sum + 1)));
}

/** What a mint takes for inputs: thousandths of a sat for each, rounded up (NUT-02). `ppk`: by keyset. */
export function inputFee(proofs: readonly Pick<Proof, 'id'>[], ppk: ReadonlyMap<string, number>): number {
  return Math.ceil(proofs.reduce((sum, { id }) => sum + (ppk.get(id) ?? 0), 0) / 1_000);
}

/**
 * Proofs that are worth `sum` and their own fee, as few sats above it as the largest ones allow; undefined: there are not enough. Those that
 * make up the sum exactly come first.
 */
export function selectProofs(
  proofs: readonly Proof[],
  sum: number,
  ppk: ReadonlyMap<string, number> = new Map(),
): readonly Proof[] | undefined {
  const sorted = proofs.toSorted((a, b) => b.amount - a.amount);
  const chosen: Proof[] = [];
  const isEnough = (): boolean => worthOf(chosen) >= sum + inputFee(chosen, ppk);
  for (const proof of sorted) if (worthOf([...chosen, proof]) <= sum) chosen.push(proof);
  // what is missing now is less than the smallest that was left: one of those does, or several where fees eat it
  for (const proof of sorted.toReversed()) {
    if (isEnough()) break;
    if (!chosen.includes(proof)) chosen.push(proof);
  }
  if (!isEnough()) return undefined;
  // what is not needed after all stays
  for (const proof of [...chosen].toSorted((a, b) => a.amount - b.amount)) {
    const rest = chosen.filter((one) => one !== proof);
    if (rest.length > 0 && worthOf(rest) >= sum + inputFee(rest, ppk)) chosen.splice(chosen.indexOf(proof), 1);
  }
  return chosen;
}

/** Proofs that are worth `sum` exactly, so that a token of them needs no mint; undefined: there are none. */
export function exactProofs(proofs: readonly Proof[], sum: number): readonly Proof[] | undefined {
  const chosen: Proof[] = [];
  for (const proof of proofs.toSorted((a, b) => b.amount - a.amount)) if (worthOf([...chosen, proof]) <= sum) chosen.push(proof);
  return worthOf(chosen) === sum ? chosen : undefined;
}
