import { exactTime } from '../../../events/core/format.ts';
import type { Lock } from '../../../events/money/ecash/p2pk.ts';
import type { EcashStrings } from '../../ui/strings/ecash.ts';

/**
 * Return to whom ecash is locked that this wallet cannot open, and until when. If only some parts
 * are locked, return how many. `undefined` if none is.
 */
export function lockWords(
  { card }: EcashStrings,
  locks: readonly (Lock | undefined)[],
  locale: string,
): string | undefined {
  const [first, ...others] = locks.filter((lock) => lock !== undefined);
  if (!first) return undefined;
  if (others.length + 1 < locks.length) return card.foreignSome(others.length + 1, locks.length);
  return first.until === undefined
    ? card.foreign
    : card.foreignUntil(exactTime(first.until, locale));
}
