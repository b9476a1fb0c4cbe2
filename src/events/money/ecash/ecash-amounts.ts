import { type Proof, worthOf } from './cashu.ts';

/** Split a sum into powers of two, the smallest first (ECASH-02). */
export function powersOf(sum: number): readonly number[] {
  const powers: number[] = [];
  for (let left = sum, power = 1; left > 0; power *= 2) {
    if (left % (2 * power) === 0) continue;
    powers.push(power);
    left -= power;
  }
  return powers;
}

/** Return the number of outputs with which a mint can give back any sum up to this one (NUT-08). */
export function blanksFor(sum: number): number {
  return sum <= 0 ? 0 : Math.max(1, Math.ceil(Math.log2(sum + 1)));
}

/**
 * Return the mint's fee for these inputs: thousandths of a sat for each, rounded up (NUT-02).
 * `ppk`: by keyset.
 */
export function inputFee(
  proofs: readonly Pick<Proof, 'id'>[],
  ppk: ReadonlyMap<string, number>,
): number {
  return Math.ceil(proofs.reduce((sum, { id }) => sum + (ppk.get(id) ?? 0), 0) / 1_000);
}

/**
 * Select proofs that cover `sum` and their own fee, with as little excess as the largest ones
 * allow. Prefers proofs that make up the exact sum. `undefined` if there are not enough.
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
  // The missing amount is less than the smallest unused proof. One more proof is enough, or several
  // if fees consume them.
  for (const proof of sorted.toReversed()) {
    if (isEnough()) break;
    if (!chosen.includes(proof)) chosen.push(proof);
  }
  if (!isEnough()) return undefined;
  // drop proofs that turned out to be unnecessary
  for (const proof of [...chosen].toSorted((a, b) => a.amount - b.amount)) {
    const rest = chosen.filter((one) => one !== proof);
    if (worthOf(rest) >= sum + inputFee(rest, ppk)) chosen.splice(chosen.indexOf(proof), 1);
  }
  return chosen;
}

/**
 * Select proofs that are worth exactly `sum`, so that a token of them needs no mint. `undefined` if
 * there are none.
 */
export function exactProofs(proofs: readonly Proof[], sum: number): readonly Proof[] | undefined {
  const chosen: Proof[] = [];
  for (const proof of proofs.toSorted((a, b) => b.amount - a.amount))
    if (worthOf([...chosen, proof]) <= sum) chosen.push(proof);
  return worthOf(chosen) === sum ? chosen : undefined;
}
