import { parseAddress } from '../../src/events/nostr/address.ts';
import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { isHex } from '../../src/events/core/hex.ts';
import { parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { type ZapRequestFault, zapRequestFault } from '../../src/events/money/zaps/zap-request.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import type { EventVerifier } from '../verify.ts';

/** Messages in LNURL format for the sender (ZAP-04). */
const WORDS: Readonly<Record<ZapRequestFault, string>> = {
  'zapRequest.invalidJson': 'Invalid zap request JSON.',
  'zapRequest.notEvent': 'Zap request is not a valid Nostr event.',
  'zapRequest.badSignature': 'Invalid signature on zap request.',
  'zapRequest.noP': "Zap request doesn't have a 'p' tag.",
  'zapRequest.badP': "Zap request 'p' tag is not valid hex.",
  'zapRequest.badE': "Zap request 'e' tag is not valid hex.",
  'zapRequest.noRelays': "Zap request doesn't have a 'relays' tag.",
};

/** The payment of a zap request. */
interface Payment {
  /** The amount to be paid. */
  readonly msats: number;
  /** The key that would sign the receipt. */
  readonly provider: string;
  readonly payee: string;
}

/**
 * Parse the `nostr` parameter of a payment (NIP-57 appendix D). Returns the request, or an error
 * message for the sender.
 */
export function readZapRequest(
  text: string,
  payment: Payment,
  gate: Pick<EventVerifier, 'verify'>,
): VerifiedEvent | string {
  const fault = zapRequestFault(text, (event) => gate.verify(event) !== undefined);
  if (fault !== undefined) return WORDS[fault];
  const event = readEvent(parseJson(text));
  const request = event && gate.verify(event);
  return request ? (restOf(request, payment) ?? request) : WORDS['zapRequest.badSignature'];
}

/** Return faults that only the payee's service can detect. */
function restOf(request: SignedEvent, { msats, provider, payee }: Payment): string | undefined {
  const values = (name: string) =>
    request.tags.flatMap((tag) => (tag[0] === name ? [tag[1] ?? ''] : []));
  const [people, events, addresses, senders, amounts] = [
    values('p'),
    values('e'),
    values('a'),
    values('P'),
    values('amount'),
  ];
  if (request.kind !== KIND.ZapRequest) return `Zap request is not of kind ${KIND.ZapRequest}.`;
  if (people.length > 1) return "Zap request has more than one 'p' tag.";
  if (people[0] !== payee) return "Zap request 'p' tag is not the account that this address pays.";
  if (events.length > 1) return "Zap request has more than one 'e' tag.";
  if (events.some((id) => !isHex(id, 64))) return WORDS['zapRequest.badE'];
  if (addresses.length > 1 || !addresses.every(parseAddress))
    return "Zap request 'a' tag is not a valid coordinate.";
  if (senders.length > 1 || senders.some((key) => key !== provider))
    return "Zap request 'P' tag is not the key that signs receipts here.";
  const relays = request.tags.find(([name]) => name === 'relays')?.slice(1) ?? [];
  if (relays.length === 0) return WORDS['zapRequest.noRelays'];
  const amount = amounts.find((each) => each !== String(msats));
  if (amount !== undefined)
    return `Zap request is for ${amount.slice(0, 20)} msats, and ${msats} are to be paid.`;
  return undefined;
}
