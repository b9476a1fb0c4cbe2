import type { ReactNode } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PaymentRow.module.css';
import { useLocale } from '../../ui/strings.ts';

/** State of a listed payment, for its icon and for the filter. */
export type RowState = 'paid' | 'open' | 'unknown' | 'failed';

interface PaymentRowProps {
  readonly state: RowState;
  readonly what: string;
  /** Its result, in words. */
  readonly why: string;
  /** The person of its picture. `undefined` if unknown. */
  readonly face?:
    | { readonly pubkey: string; readonly name: string; readonly picture: readonly string[] }
    | undefined;
  readonly sats: number;
  readonly isPlay: boolean;
  readonly at: Seconds;
  /** Its action. */
  readonly act?: ReactNode;
}

const ICONS = { paid: 'check', open: 'clock', unknown: 'clock', failed: 'x' } as const;

/**
 * One payment of the list: state, purpose, and amount. The amount has no sign until money moved.
 */
export function PaymentRow({ state, what, why, face, sats, isPlay, at, act }: PaymentRowProps) {
  const locale = useLocale();
  const words = useWalletStrings();
  const labels = {
    paid: words.payments.paidLabel,
    open: words.payments.openLabel,
    unknown: words.payments.unknownLabel,
    failed: words.payments.failedLabel,
  };
  return (
    <li className={styles.payment}>
      <Icon name={ICONS[state]} label={labels[state]} className={cx(styles.mark, styles[state])} />
      <span className={styles.face}>
        {face ? (
          <Avatar {...face} src={face.picture} size="s" />
        ) : (
          <Icon name="zap" className={text.faint} />
        )}
      </span>
      <div className={styles.words}>
        <p className={text.cut} dir="auto">
          {what}
        </p>
        <p className={cx(text.small, text.muted)}>
          <IsolatedText>{why}</IsolatedText>
        </p>
        {act}
      </div>
      <p className={cx(styles.sum, state !== 'paid' && styles.off)}>
        {state === 'paid'
          ? words.payments.minus(fullNumber(sats, locale))
          : fullNumber(sats, locale)}
        <small>
          {isPlay && `${words.unit(isPlay)} · `}
          <Time at={at} />
        </small>
      </p>
    </li>
  );
}
