import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { ZapRow } from '../../store/reading/zaps.ts';
import { type Result, synthetic } from '../results.ts';

/** Number of zaps that come with their target. */
export const TOP_ZAPS = 5;

/**
 * Return the service's summary of a receipt (10000129). `eventId` is the id if the zap targets an
 * article.
 */
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
