import { parseAddress } from '../../nostr/address.ts';
import { KIND } from '../../nostr/kinds.ts';
import type { ZapTarget } from '../payments/payment.ts';

const THINGS = {
  [KIND.Text]: 'note',
  [KIND.Comment]: 'comment',
  [KIND.LongForm]: 'article',
  [KIND.Dvm]: 'feed',
  [KIND.Poll]: 'poll',
  [KIND.ZapPoll]: 'poll',
  [KIND.Image]: 'picture',
  [KIND.VideoPost]: 'video',
  [KIND.ShortVideoPost]: 'video',
  [KIND.Video]: 'video',
  [KIND.ShortVideo]: 'video',
  [KIND.LiveEvent]: 'stream',
  [KIND.Highlight]: 'highlight',
  [KIND.ZapGoal]: 'goal',
  [KIND.Subscribe]: 'subscription',
  [KIND.Tier]: 'subscription',
} as const;

/** The target of a zap, as a key for texts. `other`: a kind without a text of its own. */
export type ZapTargetKind = (typeof THINGS)[keyof typeof THINGS] | 'other';

const BY_KIND: ReadonlyMap<number, ZapTargetKind> = new Map(
  Object.entries(THINGS).map(([kind, thing]) => [Number(kind), thing]),
);

/**
 * Return the kind of event that a zap is for, from its kind or its address. `undefined`: the zap is
 * for the person.
 */
export function zapTargetKind({ id, address, kind }: ZapTarget): ZapTargetKind | undefined {
  if (id === undefined && address === undefined) return undefined;
  const known = kind ?? (address === undefined ? undefined : parseAddress(address)?.kind);
  return (known === undefined ? undefined : BY_KIND.get(known)) ?? 'other';
}
