import { writeToken } from '../../../events/money/ecash/cashu.ts';
import type { EcashJob } from '../../../events/money/ecash/ecash-log.ts';

/** Return the token that a job produced, to pass it on. */
export function tokenOf({ want, settled }: EcashJob): string {
  return writeToken(
    { mint: want.mint, unit: 'sat', proofs: settled?.given ?? [] },
    want.type === 'send' ? want.memo : '',
  );
}
