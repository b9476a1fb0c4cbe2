import { type Tag, tagValue, type VerifiedEvent } from '../../src/events/nostr/event.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import type { PlayInvoice } from '../store/money/play-money.ts';
import type { EventVerifier } from '../verify.ts';
import { signOwn } from './sign-own-event.ts';

/** Tags that a receipt repeats from its request (NIP-57 appendix E). */
const REPEATED = new Set(['p', 'e', 'a', 'k']);

/**
 * Return the receipt of a zap with a paid invoice. It is dated at the payment, so that a repeated
 * receipt has the same id. Returns `undefined` if the invoice is for no zap, or for a zap of
 * another account.
 */
export function receiptOf(
  invoice: PlayInvoice,
  secret: string,
  gate: Pick<EventVerifier, 'admit'>,
): VerifiedEvent | undefined {
  const { request: description, paidAt, bolt11, preimage, payee } = invoice;
  const request = description === undefined ? undefined : readEvent(parseJson(description));
  if (!request || description === undefined || paidAt === undefined) return undefined;
  if (tagValue(request, 'p') !== payee) return undefined;
  const tags: Tag[] = [
    ...request.tags.filter(([name = '']) => REPEATED.has(name)),
    ['P', request.pubkey],
    ['bolt11', bolt11],
    ['description', description],
    ['preimage', preimage],
  ];
  return signOwn({ kind: KIND.Zap, createdAt: paidAt, tags, content: '' }, secret, gate);
}
