import { parseAddress } from '../../nostr/address.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { Facts } from '../../facts/facts.ts';
import { getRow } from '../../core/table.ts';
import { splitsIn } from './splits.ts';
import type { Zap } from '../../facts/zap.ts';

type Given = Pick<Zap, 'target' | 'receiver'>;

/**
 * True if a zap may be listed (ZAP-05): it is for a note or an article, and pays one of its
 * recipients. The caller checks the key of the receipt.
 */
export function isZapListed(facts: Facts, zap: Given): boolean {
  const { kind } = thingOf(facts, zap);
  return (kind === KIND.Text || kind === KIND.LongForm) && paysItsPeople(facts, zap);
}

/**
 * True if a zap pays the author, or a recipient in the zap tags. Otherwise a payment to oneself
 * would be listed under another author's note, or fill their goal (E-41).
 */
export function paysItsPeople(facts: Facts, zap: Given): boolean {
  const { event, author } = thingOf(facts, zap);
  const { receiver } = zap;
  return (
    receiver === author ||
    (event !== undefined && splitsIn(event).some(({ pubkey }) => pubkey === receiver))
  );
}

function thingOf(facts: Facts, { target }: Given) {
  if (target === undefined) return {};
  const address = parseAddress(target);
  const event = getRow(address ? facts.addresses : facts.events, target);
  return { event, kind: address?.kind ?? event?.kind, author: address?.pubkey ?? event?.pubkey };
}
