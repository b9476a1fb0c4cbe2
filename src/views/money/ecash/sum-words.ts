import { fullNumber } from '../../../events/core/format.ts';
import { listOf } from '../../../events/core/format-list.ts';
import { type Proof, worthOf } from '../../../events/money/ecash/cashu.ts';
import type { EcashStrings } from '../../ui/strings/ecash.ts';
import { isPlay } from './use-ecash.ts';

/** What ecash of several mints is worth; real sats and play money are never one sum. */
export function sumWords(
  { unit }: EcashStrings,
  parts: ReadonlyArray<{ readonly mint: string; readonly proofs: readonly Proof[] }>,
  locale: string,
): string {
  const sums = [false, true].flatMap((play) => {
    const sum = worthOf(parts.filter(({ mint }) => isPlay(mint) === play).flatMap(({ proofs }) => proofs));
    return sum === 0 ? [] : [unit(fullNumber(sum, locale), play)];
  });
  return listOf(sums, locale);
}
