import { isRecord } from '../core/json.ts';
import { seconds } from '../core/time.ts';
import type { Claim } from './claims.ts';
import { countOf, entriesOf, idOf, itemsOf, nonEmpty, textOf } from './claim-fields.ts';

/** Read the counts of one event; missing counts are 0 (10000100). */
export function readStats(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const id = idOf(content.event_id);
  if (!id) return undefined;
  return {
    claim: 'stats',
    id,
    likes: countOf(content.likes),
    replies: countOf(content.replies),
    reposts: countOf(content.reposts),
    zaps: countOf(content.zaps),
    satszapped: countOf(content.satszapped),
    score: countOf(content.score),
    score24h: countOf(content.score24h),
    bookmarks: countOf(content.bookmarks),
  };
}

/** Read the viewer's own actions on one event (10000115). Only a real `true` counts. */
export function readActions(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const id = idOf(content.event_id);
  if (!id) return undefined;
  const { liked, replied, reposted, zapped } = content;
  return {
    claim: 'actions',
    id,
    liked: liked === true,
    replied: replied === true,
    reposted: reposted === true,
    zapped: zapped === true,
  };
}

/**
 * Read order and cursor of a page (10000113). Elements may be ids, keys or urls, so any text is
 * kept.
 */
export function readRange(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  return {
    claim: 'range',
    since: boundOf(content.since),
    until: boundOf(content.until),
    orderBy: textOf(content.order_by),
    elements: itemsOf(content.elements, nonEmpty),
  };
}

export function readWords(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const id = idOf(content.event_id);
  return id ? { claim: 'words', id, words: countOf(content.words) } : undefined;
}

export function readHints(content: unknown): Claim {
  return { claim: 'hints', hints: entriesOf(content, nonEmpty) };
}

/**
 * Read one zap as the service describes it (10000129). `event_id` is null for a zap of a profile.
 */
export function readZapClaim(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const receiptId = idOf(content.zap_receipt_id);
  const sender = idOf(content.sender);
  const receiver = idOf(content.receiver);
  if (!receiptId || !sender || !receiver) return undefined;
  return {
    claim: 'zap',
    eventId: idOf(content.event_id),
    receiptId,
    sender,
    receiver,
    amountSats: countOf(content.amount_sats),
    createdAt: seconds(countOf(content.created_at)),
  };
}

function boundOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
