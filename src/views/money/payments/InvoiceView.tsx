import type { ReactNode } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import type { Invoice } from '../../../events/nostr/bolt11.ts';
import { inSeconds, minus, type Seconds } from '../../../events/core/time.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon, type IconName } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useCardStrings } from '../../ui/strings/cards.ts';
import text from '../../ui/styles/text.module.css';
import styles from './InvoiceCard.module.css';
import { useLocale } from '../../ui/strings.ts';

/**
 * State of an invoice's payment on its card. `undefined` if no payment was started here. `wallet`:
 * name of the payer.
 */
export type InvoicePayment =
  | { readonly state: 'checking' | 'shown' | 'unknown' }
  | { readonly state: 'paying'; readonly wallet: string }
  | { readonly state: 'paid'; readonly at: Seconds }
  | { readonly state: 'failed'; readonly why: string };

interface InvoiceLookProps {
  readonly invoice: Invoice;
  readonly payment?: InvoicePayment | undefined;
  readonly onCopy: () => void;
  readonly onPay: () => void;
  /**
   * `onShow` opens the QR code of a payment that waits for it. `onLook` opens an unknown payment.
   */
  readonly onShow?: () => void;
  readonly onLook?: () => void;
  /**
   * `code`: button for the QR code, for users who pay elsewhere without an account. `children`: the
   * code below.
   */
  readonly code?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * A lightning invoice, as high in each state (NOTE-20). Position and amount stay. The state of the
 * payment replaces the purpose.
 */
export function InvoiceLook({ invoice, payment, children, ...acts }: InvoiceLookProps) {
  const words = useCardStrings();
  const locale = useLocale();
  const isPlay = invoice.network === 'regtest';
  const isTest = invoice.network === 'testnet' || invoice.network === 'signet';
  const left = useClock((now) => words.expiry(inSeconds(minus(invoice.expiresAt, now))));
  const isExpired = useClock((now) => (invoice.expiresAt <= now ? 'yes' : '')) === 'yes';
  const isGone = isTest || (isExpired && (payment === undefined || payment.state === 'failed'));
  const standing = payment ? stateWords(payment, words) : isTest ? words.test : left;
  return (
    <div
      className={cx(
        styles.invoice,
        isGone && styles.gone,
        payment?.state === 'paid' && styles.paid,
        payment?.state === 'unknown' && styles.unsure,
      )}
      role="group"
      aria-label={words.invoice}
    >
      <span className={styles.bolt}>
        <Mark payment={payment} isGone={isGone} />
      </span>
      <div>
        <p className={styles.amount}>{amountWords(invoice, isPlay, words, locale)}</p>
        <p
          className={cx(styles.state, text.small, text.muted, text.cut)}
          role={payment && 'status'}
        >
          {!payment && invoice.description && (
            <>
              <bdi>{invoice.description}</bdi> ·{' '}
            </>
          )}
          {standing}
        </p>
      </div>
      <div className={styles.acts}>
        <Acts payment={payment} isGone={isGone} {...acts} />
      </div>
      {!isGone && children}
    </div>
  );
}

function amountWords(
  { amountMsats }: Invoice,
  isPlay: boolean,
  words: ReturnType<typeof useCardStrings>,
  locale: string,
): string {
  if (amountMsats === undefined) return words.anyAmount;
  const whole = fullNumber(Math.ceil(amountMsats / 1_000), locale);
  return isPlay ? words.playSats(whole) : words.sats(whole);
}

function stateWords(payment: InvoicePayment, words: ReturnType<typeof useCardStrings>): string {
  switch (payment.state) {
    case 'paying':
      return words.payment.paying(payment.wallet);
    case 'paid':
      return words.payment.paid(payment.at);
    case 'failed':
      return words.payment.failed(payment.why);
    default:
      return words.payment[payment.state];
  }
}

function Mark({
  payment,
  isGone,
}: {
  readonly payment: InvoicePayment | undefined;
  readonly isGone: boolean;
}): ReactNode {
  const state = payment?.state;
  if (state === 'paying' || state === 'checking' || state === 'shown') return <Spinner />;
  const icon: IconName = state === 'paid' ? 'check' : state === 'unknown' ? 'clock' : 'zap';
  return <Icon name={icon} className={cx(icon === 'zap' && !isGone && styles.full)} />;
}

type ActsProps = Omit<InvoiceLookProps, 'invoice' | 'children'> & { readonly isGone: boolean };

function Acts({ payment, isGone, code, onCopy, onPay, onShow, onLook }: ActsProps): ReactNode {
  const words = useCardStrings();
  const copy = <IconButton icon="copy" label={words.copyInvoice} onClick={onCopy} />;
  switch (payment?.state) {
    case 'paid':
      return copy;
    case 'unknown':
      return <Button onClick={onLook}>{words.payment.look}</Button>;
    case 'shown':
      return <Button onClick={onShow}>{words.payment.show}</Button>;
    case 'checking':
    case 'paying':
      return <Button disabled>{words.payment.busy}</Button>;
    case 'failed':
    case undefined:
      return isGone ? null : (
        <>
          {copy}
          {code}
          <Button aria-haspopup="dialog" onClick={onPay}>
            {words.pay}
          </Button>
        </>
      );
  }
}
