import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { ZapRow } from '../../store/reading/zaps.ts';
import { type Result, synthetic } from '../results.ts';

/** So many zaps are shown beside what they were for. */
export const TOP_ZAPS = 5;

/** The service's reading of a receipt (10000129). `target` as id where the zap went to an article. */
export function zapResult(zap: ZapRow, eventId: string | undefined): Result {
  return synthetic(RESULT.ZapEvent, {
    event_id: eventId ?? null,
    created_at: zap.createdAt,
    sender: zap.sender,
    receiver: zap.receiver,
    amount_sats: zap.sats,
    zap_receipt_id: zap.id,
  });
}
