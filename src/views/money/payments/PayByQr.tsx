import { formatList } from '../../../events/core/format-list.ts';
import { useLocale } from '../../ui/strings.ts';
import { useEffect, useState } from 'react';
import { lightningUri } from '../../../events/money/payments/lightning-uri.ts';
import { inSeconds, minus, type Seconds } from '../../../events/core/time.ts';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { now } from '../../ui/hooks/now.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { QrTile } from '../../ui/qr/QrTile.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PayByQr.module.css';

interface PayByQrProps {
  /** Whole sats as invoiced. `undefined` if the invoice has no amount. */
  readonly sats: number | undefined;
  readonly isPlay: boolean;
  readonly money: string | undefined;
  /** Name of the recipient, if known. */
  readonly name: string | undefined;
  readonly invoice: string;
  readonly startsAt: Seconds;
  readonly endsAt: Seconds;
  readonly onCopy: (invoice: string) => void;
  readonly onClose: () => void;
}

/**
 * An invoice for any wallet of the user, with the time left to pay it. It closes by itself once
 * paid.
 */
export function PayByQr({
  sats,
  isPlay,
  money,
  name,
  invoice,
  startsAt,
  endsAt,
  onCopy,
  onClose,
}: PayByQrProps) {
  const words = useZapStrings();
  const locale = useLocale();
  const left = useSecondsLeft(endsAt);
  const whole = Math.max(1, inSeconds(minus(endsAt, startsAt)));
  const subtitle = formatList(
    [name ? words.qr.to(name) : '', money ? words.about(money) : ''].filter(Boolean),
    locale,
  );
  const uri = lightningUri(invoice);
  const copy = () => onCopy(invoice);
  return (
    <Dialog
      title={sats === undefined ? words.pay.anyTitle : words.qr.title(words.sats(sats, isPlay))}
      subtitle={subtitle}
      onClose={onClose}
      foot={
        left > 0 ? (
          <>
            <Button onClick={copy}>{words.qr.copy}</Button>
            {uri !== undefined && (
              <a href={uri} className={buttonClass({ tone: 'primary' })}>
                {words.qr.open}
              </a>
            )}
          </>
        ) : (
          <Button onClick={onClose}>{words.card.close}</Button>
        )
      }
    >
      <div className={left === 0 ? styles.over : undefined}>
        <QrTile text={invoice.toUpperCase()} label={words.qr.code} />
      </div>
      <div className={styles.time}>
        <span className={styles.bar} aria-hidden="true">
          <i style={{ inlineSize: `${Math.min(100, (100 * left) / whole)}%` }} />
        </span>
        {left > 0 ? (
          <p className={cx(styles.wait, text.small, text.muted)}>
            <Spinner />
            {words.qr.waiting}
            <span className={styles.left}>{words.qr.left(left)}</span>
          </p>
        ) : (
          <p className={cx(text.small, text.muted)}>
            <b className={text.strong}>{words.qr.ended}</b>. {words.qr.endedHint}
          </p>
        )}
        <p className={text.hidden} role="status">
          {left === 0 ? words.qr.ended : left <= 60 ? words.qr.minute : ''}
        </p>
      </div>
      {left > 0 && (
        <p className={cx(text.small, text.muted)}>
          {words.qr.hint(isPlay)} {words.qr.connect}{' '}
          <AppLink to="/settings/nwc" className={styles.link} onClick={onClose}>
            {words.qr.wallets}
          </AppLink>
        </p>
      )}
      <div className={styles.invoice}>
        <span className={text.cut} dir="ltr">
          {invoice}
        </span>
        <IconButton compact icon="copy" label={words.qr.copyInvoice} onClick={copy} />
      </div>
    </Dialog>
  );
}

/** Return the seconds left, updated every second while mounted. */
function useSecondsLeft(endsAt: Seconds): number {
  const [at, setAt] = useState(now);
  const left = Math.max(0, inSeconds(minus(endsAt, at)));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const beat = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(beat);
  }, [isOver]);
  return left;
}
