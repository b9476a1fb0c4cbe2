import { parseAddress } from '../../src/events/address.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../src/events/event.ts';
import { isHex } from '../../src/events/hex.ts';
import { parseJson } from '../../src/events/json.ts';
import { KIND } from '../../src/events/kinds.ts';
import { readEvent } from '../../src/events/shape.ts';
import type { Gate } from '../verify.ts';

/**
 * Reads the `nostr` parameter of a payment (NIP-57 appendix D): what is wrong with it, in words for who sent it, or the request.
 * `msats` is the amount that is asked to be paid, `provider` the key that would sign the receipt.
 */
export function readZapRequest(text: string, msats: number, provider: string, gate: Pick<Gate, 'verify'>): VerifiedEvent | string {
  const value = parseJson(text);
  if (value === undefined) return 'Invalid zap request JSON.';
  const event = readEvent(value);
  if (!event) return 'Zap request is not a valid Nostr event.';
  const request = gate.verify(event);
  if (!request) return 'Invalid signature on zap request.';
  return faultOf(request, msats, provider) ?? request;
}

function faultOf(request: SignedEvent, msats: number, provider: string): string | undefined {
  const values = (name: string) => request.tags.flatMap((tag) => (tag[0] === name ? [tag[1] ?? ''] : []));
  const [people, events, addresses, senders] = [values('p'), values('e'), values('a'), values('P')];
  if (request.kind !== KIND.ZapRequest) return `Zap request is not of kind ${KIND.ZapRequest}.`;
  const [person] = people;
  if (person === undefined) return "Zap request doesn't have a 'p' tag.";
  if (people.length > 1) return "Zap request has more than one 'p' tag.";
  if (!isHex(person, 64)) return "Zap request 'p' tag is not valid hex.";
  if (events.length > 1) return "Zap request has more than one 'e' tag.";
  if (!events.every((id) => isHex(id, 64))) return "Zap request 'e' tag is not valid hex.";
  if (addresses.length > 1 || !addresses.every(parseAddress)) return "Zap request 'a' tag is not a valid coordinate.";
  if (senders.length > 1 || senders.some((key) => key !== provider)) return "Zap request 'P' tag is not the key that signs receipts here.";
  const relays = request.tags.find(([name]) => name === 'relays')?.slice(1) ?? [];
  if (relays.length === 0) return "Zap request doesn't have a 'relays' tag.";
  const amount = tagValue(request, 'amount');
  if (amount !== undefined && amount !== String(msats))
    return `Zap request is for ${amount.slice(0, 20)} msats, and ${msats} are to be paid.`;
  return undefined;
}
