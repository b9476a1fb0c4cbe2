import { parseAddress } from '../../src/events/address.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/event.ts';
import { isHex } from '../../src/events/hex.ts';
import { parseJson } from '../../src/events/json.ts';
import { KIND } from '../../src/events/kinds.ts';
import { type ZapRequestFault, zapRequestFault } from '../../src/events/money/zap-request.ts';
import { readEvent } from '../../src/events/shape.ts';
import type { Gate } from '../verify.ts';

/** As LNURL has it, in words for who sent it (ZAP-04). */
const WORDS: Readonly<Record<ZapRequestFault, string>> = {
  'zapRequest.invalidJson': 'Invalid zap request JSON.',
  'zapRequest.notEvent': 'Zap request is not a valid Nostr event.',
  'zapRequest.badSignature': 'Invalid signature on zap request.',
  'zapRequest.noP': "Zap request doesn't have a 'p' tag.",
  'zapRequest.badP': "Zap request 'p' tag is not valid hex.",
  'zapRequest.badE': "Zap request 'e' tag is not valid hex.",
  'zapRequest.noRelays': "Zap request doesn't have a 'relays' tag.",
};

/**
 * Reads the `nostr` parameter of a payment (NIP-57 appendix D): what is wrong with it, in words for who sent it, or the request.
 * `msats` is the amount that is asked to be paid, `provider` the key that would sign the receipt.
 */
export function readZapRequest(text: string, msats: number, provider: string, gate: Pick<Gate, 'verify'>): VerifiedEvent | string {
  const fault = zapRequestFault(text, (event) => gate.verify(event) !== undefined);
  if (fault !== undefined) return WORDS[fault];
  const event = readEvent(parseJson(text));
  const request = event && gate.verify(event);
  return request ? (restOf(request, msats, provider) ?? request) : WORDS['zapRequest.badSignature'];
}

/** What a service has to look at besides. */
function restOf(request: SignedEvent, msats: number, provider: string): string | undefined {
  const values = (name: string) => request.tags.flatMap((tag) => (tag[0] === name ? [tag[1] ?? ''] : []));
  const [people, events, addresses, senders] = [values('p'), values('e'), values('a'), values('P')];
  if (request.kind !== KIND.ZapRequest) return `Zap request is not of kind ${KIND.ZapRequest}.`;
  if (people.length > 1) return "Zap request has more than one 'p' tag.";
  if (events.length > 1) return "Zap request has more than one 'e' tag.";
  if (events.some((id) => !isHex(id, 64))) return WORDS['zapRequest.badE'];
  if (addresses.length > 1 || !addresses.every(parseAddress)) return "Zap request 'a' tag is not a valid coordinate.";
  if (senders.length > 1 || senders.some((key) => key !== provider)) return "Zap request 'P' tag is not the key that signs receipts here.";
  const relays = request.tags.find(([name]) => name === 'relays')?.slice(1) ?? [];
  if (relays.length === 0) return WORDS['zapRequest.noRelays'];
  const amount = tagValue(request, 'amount');
  if (amount !== undefined && amount !== String(msats))
    return `Zap request is for ${amount.slice(0, 20)} msats, and ${msats} are to be paid.`;
  return undefined;
}
