import type { TokenEntry } from '../../../events/money/ecash/cashu.ts';
import { isEcashFull } from '../../../events/money/ecash/ecash-admission.ts';
import { receivedBefore } from '../../../events/money/ecash/ecash-log.ts';
import { useOpened } from '../../account/use-features.ts';
import { useMoney } from '../payments/use-payments.ts';
import { useActivePayer } from '../wallets/use-wallets.ts';
import { useEcashState, usePurse } from './use-ecash.ts';

/**
 * Open the ecash of this device if there may be some, because its log knows redeemed tokens and
 * allowed mints. Return true while it is opening.
 */
export function useEcashOpening(): boolean {
  useMoney();
  const { hasEcash } = useActivePayer();
  const { isOpen, isBroken } = useEcashState(useOpened('ecash', hasEcash));
  return hasEcash && !isOpen && !isBroken;
}

/**
 * Return the parts of a token that this wallet can still receive, and why it receives no other one.
 */
export function useReceivable(entries: readonly TokenEntry[]): {
  readonly fresh: readonly TokenEntry[];
  readonly refusal: 'done' | 'open' | 'full' | undefined;
} {
  const purse = usePurse();
  const known = entries.map(({ proofs }) => receivedBefore(purse, proofs));
  const fresh = entries.filter((_, at) => known[at] === undefined);
  const before = known.includes('open') ? 'open' : known.find((one) => one !== undefined);
  return fresh.length > 0 && isEcashFull(purse)
    ? { fresh: [], refusal: 'full' }
    : { fresh, refusal: before };
}
