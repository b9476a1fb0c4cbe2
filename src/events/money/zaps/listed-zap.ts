import { parseAddress } from '../../nostr/address.ts';
import type { Facts } from '../../facts/facts.ts';
import { getRow } from '../../core/table.ts';
import { splitsIn } from './splits.ts';
import { listsZaps, type Zap } from '../../facts/zap.ts';

type Given = Pick<Zap, 'target' | 'receiver'>;

/**
 * Whether a zap may stand in a list (ZAP-05): it is for a note or an article, and for somebody whom that pays. By whose key the receipt is, is for the
 * caller to ask.
 */
export function isZapListed(facts: Facts, zap: Given): boolean {
  return listsZaps(thingOf(facts, zap).kind) && paysItsPeople(facts, zap);
}

/**
 * Whether a zap is for somebody whom the thing pays: its author, or whom its zap tags name. So nobody gets a place under what others wrote, or fills their
 * goals, by paying himself (E-41).
 */
export function paysItsPeople(facts: Facts, zap: Given): boolean {
  const { event, author } = thingOf(facts, zap);
  const { receiver } = zap;
  return receiver === author || (event !== undefined && splitsIn(event).some(({ pubkey }) => pubkey === receiver));
}

function thingOf(facts: Facts, { target }: Given) {
  if (target === undefined) return {};
  const address = parseAddress(target);
  const event = getRow(address ? facts.addresses : facts.events, target);
  return { event, kind: address?.kind ?? event?.kind, author: address?.pubkey ?? event?.pubkey };
}
