import type { RESULT } from '../nostr/kinds.ts';
import type { Claim } from './claims.ts';

/** Contents of the results of a kind for which there is no reader (`other`), in their order; whoever uses one reads it. */
export function contentsOf(claims: readonly Claim[], kind: (typeof RESULT)[keyof typeof RESULT]): readonly unknown[] {
  return claims.flatMap((claim) => (claim.claim === 'other' && claim.kind === kind ? [claim.content] : []));
}
