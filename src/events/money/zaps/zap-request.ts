import { parseAddress } from '../../nostr/address.ts';
import { type Draft, type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import type { PaymentWant } from '../payments/payment.ts';
import { zapRequestOf } from '../../facts/zap.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

type ZapShare = Extract<PaymentWant, { type: 'zap' }>;

/**
 * Return the request that asks a payee's service to sign a receipt (NIP-57, kind 9734). `lnurl`:
 * the service's address in bech32. It is not published.
 */
export function buildZapRequest(
  { to, relays, amountMsats, message }: ZapShare,
  lnurl: string | undefined,
): Ours<Draft> {
  const { pubkey, id, address, kind } = to;
  return composed({
    kind: KIND.ZapRequest,
    content: message,
    tags: [
      ['relays', ...relays],
      ['amount', String(amountMsats)],
      ...(lnurl === undefined ? [] : [['lnurl', lnurl]]),
      ['p', pubkey],
      ...(id === undefined ? [] : [['e', id]]),
      ...(address === undefined ? [] : [['a', address]]),
      ...(kind === undefined ? [] : [['k', String(kind)]]),
    ],
  });
}

/** Faults of a zap request, as a service would find them (ZAP-04), in the order of the checks. */
export type ZapRequestFault =
  | 'zapRequest.invalidJson'
  | 'zapRequest.notEvent'
  | 'zapRequest.badSignature'
  | 'zapRequest.noP'
  | 'zapRequest.badP'
  | 'zapRequest.badE'
  | 'zapRequest.noRelays';

/**
 * Return the fault of a zap request, given as JSON text (ZAP-04). `undefined` if it is valid.
 * `isSigned`: verifies id and signature.
 */
export function zapRequestFault(
  text: string,
  isSigned: (event: SignedEvent) => boolean,
): ZapRequestFault | undefined {
  const value = parseJson(text);
  if (!isRecord(value)) return 'zapRequest.invalidJson';
  const event = readEvent(value);
  if (!event) return 'zapRequest.notEvent';
  if (!isSigned(event)) return 'zapRequest.badSignature';
  return zapTagFault(event);
}

function zapTagFault(event: Pick<SignedEvent, 'tags'>): ZapRequestFault | undefined {
  const [receiver, target] = [tagValue(event, 'p'), tagValue(event, 'e')];
  if (receiver === undefined) return 'zapRequest.noP';
  if (!isHex(receiver, 64)) return 'zapRequest.badP';
  if (target !== undefined && !isHex(target, 64)) return 'zapRequest.badE';
  return event.tags.some(([name]) => name === 'relays') ? undefined : 'zapRequest.noRelays';
}

/**
 * True if the tags of a request pass the checks of a payee's service (NIP-57 appendix D).
 * `provider` signs the receipt.
 */
export function hasZapTags({ tags }: Pick<SignedEvent, 'tags'>, provider: string): boolean {
  const values = (name: string) => tags.flatMap((tag) => (tag[0] === name ? [tag[1] ?? ''] : []));
  const [people, events, senders] = [values('p'), values('e'), values('P')];
  if (people.length !== 1 || events.length > 1 || senders.length > 1) return false;
  return (
    [...people, ...events].every((id) => isHex(id, 64)) &&
    senders.every((key) => key === provider) &&
    values('a').every(parseAddress)
  );
}

/**
 * The properties of a receipt that prove the payment of an invoice. `provider`: the key that the
 * payee's service named (NIP-57 appendix F).
 */
export interface Expected {
  readonly provider: string;
  readonly invoice: string;
  /** Id of the zap request that was sent with it. */
  readonly request: string | undefined;
}

/**
 * True if a verified event is the receipt of exactly that invoice, by exactly that service (ZAP-05,
 * E-41).
 */
export function isReceiptOf(
  receipt: SignedEvent,
  { provider, invoice, request }: Expected,
): boolean {
  if (receipt.kind !== KIND.Zap || receipt.pubkey !== provider) return false;
  if (tagValue(receipt, 'bolt11')?.toLowerCase() !== invoice.toLowerCase()) return false;
  const asked = readEvent(zapRequestOf(receipt));
  return request === undefined || asked?.id === request;
}
