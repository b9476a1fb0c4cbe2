import { fullNumber } from '../../../events/core/format.ts';
import { formatList } from '../../../events/core/format-list.ts';
import { type Proof, worthOf } from '../../../events/money/ecash/cashu.ts';
import type { EcashStrings } from '../../ui/strings/ecash.ts';
import { isPlay } from './ecash-input.ts';

/** Return the value of ecash from several mints. Real sats and play money are never added up. */
export function sumWords(
  { unit }: EcashStrings,
  parts: ReadonlyArray<{ readonly mint: string; readonly proofs: readonly Proof[] }>,
  locale: string,
): string {
  const sums = [false, true].flatMap((play) => {
    const sum = worthOf(
      parts.filter(({ mint }) => isPlay(mint) === play).flatMap(({ proofs }) => proofs),
    );
    return sum === 0 ? [] : [unit(fullNumber(sum, locale), play)];
  });
  return formatList(sums, locale);
}
