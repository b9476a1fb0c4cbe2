import { parseAddress } from '../address.ts';
import type { Facts } from '../facts.ts';
import { getRow } from '../table.ts';
import { splitsIn } from './splits.ts';
import { listsZaps, type Zap } from './zap.ts';

/**
 * Whether a zap may stand in a list (ZAP-05): it is for a note or an article, and for somebody whom that pays, its author or whom its zap tags name.
 * So nobody gets a place under what others wrote by paying himself (E-41). By whose key the receipt is, is for the caller to ask.
 */
export function isZapListed(facts: Facts, { target, receiver }: Pick<Zap, 'target' | 'receiver'>): boolean {
  if (target === undefined) return false;
  const address = parseAddress(target);
  const event = getRow(address ? facts.addresses : facts.events, target);
  if (!listsZaps(address?.kind ?? event?.kind)) return false;
  return (
    receiver === (address?.pubkey ?? event?.pubkey) || (event !== undefined && splitsIn(event).some(({ pubkey }) => pubkey === receiver))
  );
}
