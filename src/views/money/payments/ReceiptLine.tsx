import { query } from '../../../events/connection/verbs.ts';
import type { PaymentRecord } from '../../../events/money/payments/payment.ts';
import { isReceiptOf } from '../../../events/money/zaps/zap-request.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useLookupUntil } from '../../ui/hooks/use-lookup.ts';

/** Milliseconds before each further look. */
const PAUSES = [1_000, 3_000, 9_000, 27_000];
/** So many of the last zaps are looked through. */
const LAST = 20;

/** Whether a paid zap's receipt has come (NIP-57). As long as somebody looks and it has not, it is asked for now and then. */
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
