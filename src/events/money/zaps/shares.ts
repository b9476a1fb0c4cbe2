/**
 * Return whole sats for each weight, in their order, that add up to exactly `sats`. The remainder
 * goes to the shares with the largest rounding loss, the first one on a tie. A share of less than
 * one sat may be 0.
 */
export function sharesOf(weights: readonly number[], sats: number): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (weight / total) * sats);
  const shares = exact.map(Math.floor);
  const rest = sats - shares.reduce((sum, share) => sum + share, 0);
  const byLoss = exact
    .map((value, at) => ({ at, loss: value - Math.floor(value) }))
    .sort((a, b) => b.loss - a.loss || a.at - b.at);
  for (const { at } of byLoss.slice(0, Math.max(0, rest))) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}
