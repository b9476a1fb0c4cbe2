/** Fee allowance in sats for small amounts. */
const LEAST = 10;
/** Fee allowance as a share of the amount, if that is more. */
const SHARE = 0.03;

/**
 * Return the highest fee of a mint for one payment, in sats. It covers the lightning network and
 * the mint's fee for the proofs. It is shown and counted against budgets before the payment is
 * ordered. A payment fails if the mint wants more.
 */
export function mostMeltFee(sats: number): number {
  return Math.max(LEAST, Math.ceil(sats * SHARE));
}

/** Return the highest fee of several payments, in sats. Each has a fee of its own. */
export function mostMeltFees(parts: readonly number[]): number {
  return parts.reduce((sum, sats) => (sats > 0 ? sum + mostMeltFee(sats) : sum), 0);
}
