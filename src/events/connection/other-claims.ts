import type { RESULT } from '../nostr/kinds.ts';
import type { Claim } from './claims.ts';

/**
 * Return the contents of all results of a kind without its own reader (`other`), in their order.
 * The caller parses them.
 */
export function contentsOf(
  claims: readonly Claim[],
  kind: (typeof RESULT)[keyof typeof RESULT],
): readonly unknown[] {
  return claims.flatMap((claim) =>
    claim.claim === 'other' && claim.kind === kind ? [claim.content] : [],
  );
}
