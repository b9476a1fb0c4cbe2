import { query } from '../../../events/connection/verbs.ts';
import type { PaymentRecord } from '../../../events/money/payments/payment.ts';
import { isReceiptOf } from '../../../events/money/zaps/zap-request.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useLookupUntil } from '../../ui/hooks/use-lookup.ts';

/** Delays before each further request, in milliseconds. */
const PAUSES = [1_000, 3_000, 9_000, 27_000];
/** Number of latest zaps that are searched. */
const LAST = 20;

/**
 * The state of a paid zap's receipt (NIP-57). While mounted, it requests a missing receipt from
 * time to time.
 */
export function ReceiptLine({ record }: { readonly record: PaymentRecord }) {
  const words = useZapStrings().card;
  const sender = useAccount()?.pubkey ?? '';
  const { provider, invoice, request } = record.checked ?? {};
  const { isThere } = useLookupUntil(
    `receipt ${record.intent}`,
    () => query('user_zaps_sent', { sender, limit: LAST }),
    PAUSES,
    (answer) =>
      provider !== undefined &&
      invoice !== undefined &&
      answer?.events.some((event) => isReceiptOf(event, { provider, invoice, request })) === true,
  );
  return isThere ? words.receipt : words.noReceipt;
}
