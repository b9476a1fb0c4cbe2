import { hash } from 'node:crypto';
import { encodeInvoice } from '../../src/events/nostr/write-invoice.ts';
import { type SignedEvent, type Tag, tagValue } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import type { EventTools } from './sample-events.ts';

const EXPIRY = 600;

/**
 * Return the receipt of a zap request (NIP-57). Its invoice is paid in play money, proved by the
 * preimage.
 */
export function zap(
  { pen, provider, nodeKey }: Pick<EventTools, 'pen' | 'provider' | 'nodeKey'>,
  request: SignedEvent,
  msats: number,
): SignedEvent {
  const text = JSON.stringify(request);
  const preimage = hash('sha256', `preimage ${request.id}`, 'hex');
  const paymentHash = hash('sha256', Buffer.from(preimage, 'hex'), 'hex');
  const terms = {
    msats,
    at: inSeconds(request.created_at),
    expiry: EXPIRY,
    paymentHash,
    paymentSecret: request.id,
  };
  const bolt11 = encodeInvoice({ ...terms, memo: { hash: hash('sha256', text, 'hex') } }, nodeKey);
  const tags: Tag[] = [
    ['p', tagValue(request, 'p') ?? ''],
    ['e', tagValue(request, 'e') ?? ''],
    ['P', request.pubkey],
    ['bolt11', bolt11],
    ['description', text],
    ['preimage', preimage],
  ];
  return pen.sign(
    { pubkey: provider.pubkey, created_at: request.created_at, kind: KIND.Zap, tags, content: '' },
    provider,
  );
}
