/** Sats that paying with ecash may cost beside the amount, whatever the amount is. */
const LEAST = 10;
/** Share of the amount that it may cost where that is more. */
const SHARE = 0.03;

/**
 * Highest fee of a mint for one payment, in sats: what it keeps for the lightning network and for the proofs that it takes. It is shown and counted against
 * budgets before the payment is ordered, and a mint that wants more pays nothing.
 */
export function mostMeltFee(sats: number): number {
  return Math.max(LEAST, Math.ceil(sats * SHARE));
}

/** The same for payments of that many sats, each of which has a fee of its own. */
export function mostMeltFees(parts: readonly number[]): number {
  return parts.reduce((sum, sats) => (sats > 0 ? sum + mostMeltFee(sats) : sum), 0);
}
