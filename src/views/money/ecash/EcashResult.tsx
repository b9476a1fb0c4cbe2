import styles from './EcashScreen.module.css';
import { pressed } from '../../../events/nostr/ours.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import { ecashStateOf } from '../../../events/money/ecash/ecash-log.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { QrTile } from '../../ui/qr/QrTile.tsx';
import { useEcashStrings } from '../../ui/strings/ecash.ts';
import { usePaymentWords } from '../../ui/strings/payments.ts';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import { ReasonWords } from './EcashReason.tsx';
import { tokenOf } from './job-token.ts';
import { PaymentTerms } from '../payments/PaymentTerms.tsx';
import { hostOf } from './mint-host.ts';
import { useEcashJob } from './use-ecash.ts';
import { useIsSilent } from './use-mints.ts';
import { isPlay } from './ecash-input.ts';
import { useFundingPayer } from '../payments/use-payers.ts';
import { usePaymentIntents, usePaymentRecords } from '../payments/use-payments.ts';
import { useLocale } from '../../ui/strings.ts';

/** The token, once created. */
export function Made({ job, onClose }: { readonly job: string; readonly onClose: () => void }) {
  const words = useEcashStrings();
  const copyText = useCopy();
  const { record } = useEcashJob(job);
  const token = record?.settled ? tokenOf(record) : undefined;
  return (
    <Shown
      text={token}
      label={words.card.label}
      waiting={words.state.wanted}
      job={job}
      foot={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            tone="primary"
            icon="copy"
            disabled={token === undefined}
            onClick={() => copyText(token ?? '', 'token')}
          >
            {words.card.copy}
          </Button>
        </>
      }
    />
  );
}

/** The mint's invoice, until paid. */
export function Invoice({ job, onClose }: { readonly job: string; readonly onClose: () => void }) {
  const words = useEcashStrings();
  const copyText = useCopy();
  const { pay } = usePaymentIntents();
  const by = useFundingPayer();
  const locale = useLocale();
  const { record } = useEcashJob(job);
  const [intent, setIntent] = useState<string>();
  const { isUnder, failed } = usePaying(intent);
  const invoice = record?.prepared?.invoice;
  const sats = record?.want.type === 'mint' ? record.want.amount : 0;
  const mint = record?.want.mint ?? '';
  const amount = words.unit(fullNumber(sats, locale), isPlay(mint));
  if (record?.settled)
    return (
      <Notice tone="success" announce>
        {words.job.mint(amount)}
      </Notice>
    );
  const payIt = () => {
    if (invoice === undefined || !record || isUnder) return;
    const { mint: payee } = record.want;
    setIntent(pay(pressed({ type: 'invoice', invoice, amountMsats: sats * 1_000, payee }), by));
  };
  return (
    <Shown
      text={invoice}
      label={words.adding.invoice}
      waiting={words.state.wanted}
      job={job}
      foot={
        <>
          <Button onClick={onClose}>{words.close}</Button>
          <Button
            icon="copy"
            disabled={invoice === undefined}
            onClick={() => copyText(invoice ?? '', 'invoice')}
          >
            {words.copy}
          </Button>
          {by && (
            <Button tone="primary" busy={isUnder} disabled={invoice === undefined} onClick={payIt}>
              {words.adding.payIt(amount)}
            </Button>
          )}
        </>
      }
    >
      {by && <PaymentTerms to={hostOf(mint)} payer={by} parts={[sats]} isPlay={isPlay(mint)} />}
      {failed === undefined ? (
        <p role="status" className={styles.small}>
          {words.adding.waiting}
        </p>
      ) : (
        <Notice tone="danger" announce>
          {failed}
        </Notice>
      )}
    </Shown>
  );
}

/**
 * Return whether the payment is under way, and why it failed, in the words of the payments. Another
 * one is possible then.
 */
function usePaying(intent: string | undefined) {
  const say = usePaymentWords();
  const { payments } = useWalletStrings();
  const record = usePaymentRecords().get(intent ?? '');
  const isFailed = record !== undefined && paymentStateOf(record) === 'failed';
  return {
    isUnder: intent !== undefined && !isFailed,
    failed: isFailed
      ? payments.failed(record.failure === undefined ? '' : say(record.failure))
      : undefined,
  };
}

/** A mint that has not answered for so long is said to be silent. */
const LONG_MS = 20_000;

/** True from `LONG_MS` after the first display. */
function useIsLong(): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

interface ShownProps {
  readonly text: string | undefined;
  readonly label: string;
  readonly waiting: string;
  readonly job: string;
  readonly foot: ReactNode;
  readonly children?: ReactNode;
}

/** The result of a job as QR code and text. Until then, its progress or its error. */
function Shown({ text, label, waiting, job, foot, children }: ShownProps) {
  const words = useEcashStrings();
  const { record } = useEcashJob(job);
  const isSilent = useIsSilent(job);
  const isLong = useIsLong();
  const isRefused = record !== undefined && ecashStateOf(record) === 'refused';
  return (
    <div className={styles.fields}>
      {text !== undefined && (
        <>
          <QrTile text={text} label={label} />
          <p dir="ltr" className={cx(styles.words, styles.line)}>
            {text}
          </p>
          {children}
        </>
      )}
      {text === undefined && !isRefused && (
        <p role="status" className={styles.row}>
          <Spinner /> {isSilent || isLong ? words.slow : waiting}
        </p>
      )}
      {isRefused && record.reason && (
        <Notice tone="danger" announce>
          <ReasonWords job={record} reason={record.reason} />
        </Notice>
      )}
      <div className={styles.row}>{foot}</div>
    </div>
  );
}
