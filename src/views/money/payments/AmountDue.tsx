import { fullNumber } from '../../../events/core/format.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import styles from './AmountDue.module.css';
import { useLocale } from '../../ui/strings.ts';

/** The total in sats, and in money if the rate is known. */
export function AmountDue({
  sats,
  isPlay,
  money,
}: {
  readonly sats: number;
  readonly isPlay: boolean;
  readonly money: string | undefined;
}) {
  const locale = useLocale();
  const words = useZapStrings();
  return (
    <p className={styles.due} aria-live="polite">
      <b>
        {fullNumber(sats, locale)} <small>{words.unit(isPlay)}</small>
      </b>
      {money !== undefined && <span className={styles.money}>{words.about(money)}</span>}
    </p>
  );
}
