import { exactTime } from '../../events/app/format.ts';
import type { Lock } from '../../events/money/p2pk.ts';
import type { EcashStrings } from '../app/strings/ecash.ts';

/** To whom ecash is locked that nobody here can open, and until when. */
export function lockWords({ card }: EcashStrings, { until }: Lock, locale: string): string {
  return until === undefined ? card.foreign : card.foreignUntil(exactTime(until, locale));
}
