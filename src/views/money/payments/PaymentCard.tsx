import type { ReactNode } from 'react';
import { exactTime } from '../../../events/core/format.ts';
import { inSeconds, minus, type Seconds } from '../../../events/core/time.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { quoted } from '../../../events/core/quotes.ts';
import { useUnpaidStrings } from '../../ui/strings/payments.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useLocale } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PaymentCard.module.css';

/**
 * Known facts of a payment that was not paid. `maker`: the address that made the invoice, or '' if
 * it is unknown. `undefined` if there was no invoice. `payer`: `shown` for a QR code, else the name
 * of the wallet that was asked.
 */
export interface UnpaidFacts {
  readonly maker: string | undefined;
  readonly endsAt: Seconds | undefined;
  readonly payer: 'none' | 'shown' | (string & {});
}

/**
 * State of a payment on its card (BEYOND-06). `wallet`: name of the payer. `said`: source of the
 * quoted error. `isSafe`: the wallet confirmed that no money left it. `some`: how many of several
 * shares are paid.
 */
export type PaymentShown =
  | { readonly phase: 'asking'; readonly name: string }
  | { readonly phase: 'checking' }
  /** A nutzap whose ecash is being locked for the recipient and published. */
  | { readonly phase: 'giving'; readonly name: string }
  /** A nutzap whose ecash is locked, but that no relay has accepted yet. */
  | { readonly phase: 'undelivered'; readonly name: string }
  | { readonly phase: 'paying'; readonly wallet: string; readonly since: Seconds }
  | { readonly phase: 'paid'; readonly fee: number | undefined; readonly proof: Proof }
  | {
      readonly phase: 'failed';
      readonly wallet: string | undefined;
      readonly said: string | undefined;
      readonly why: string;
      readonly isSafe: boolean;
      readonly facts?: UnpaidFacts | undefined;
    }
  | {
      readonly phase: 'unknown';
      readonly wallet: string;
      readonly since: Seconds;
      readonly endsAt: Seconds | undefined;
    };

/** Proof of the payment: a preimage, or the source that confirms it. */
type Proof =
  | { readonly preimage: string }
  | { readonly by: 'receipt' | 'nutzap' | 'lookup' | 'person' };

const STEPS = ['ask', 'check', 'pay', 'proof'] as const;
const AT: Readonly<Record<PaymentShown['phase'], number>> = {
  asking: 0,
  checking: 1,
  paying: 2,
  giving: 2,
  undelivered: 3,
  paid: 3,
  failed: 2,
  unknown: 2,
};

interface BodyProps {
  readonly payment: PaymentShown;
  readonly isPlay: boolean;
  readonly some?: { readonly paid: number; readonly all: number } | undefined;
  /** Failed before there was an invoice: the step that is marked. */
  readonly failedAt?: 'ask' | 'check' | 'pay' | undefined;
  /** Shows whether the receipt of a paid zap has arrived. */
  readonly receipt?: ReactNode;
  /** True if “Try again” is offered. */
  readonly isRepeatable?: boolean;
  readonly onCopy: (proof: string) => void;
}

/**
 * Four parts, one sentence, at most three small lines. Every state has the same height, so that the
 * buttons below do not move.
 */
export function PaymentBody({
  payment,
  isPlay,
  some,
  failedAt = 'pay',
  receipt,
  isRepeatable = false,
  onCopy,
}: BodyProps) {
  const words = useZapStrings().card;
  const { phase } = payment;
  const at = phase === 'failed' ? STEPS.indexOf(failedAt) : AT[phase];
  return (
    <div>
      <div className={styles.meter} aria-hidden="true">
        {STEPS.map((step, place) => (
          <i
            key={step}
            className={
              place < at || phase === 'paid'
                ? styles.ok
                : place === at
                  ? styles[MARKS[phase]]
                  : undefined
            }
          />
        ))}
      </div>
      <ol className={styles.steps}>
        {STEPS.map((step, place) => (
          <li key={step} aria-current={place === at ? 'step' : undefined}>
            {words.steps[step]}
          </li>
        ))}
      </ol>
      <div className={styles.say} role={phase === 'failed' ? 'alert' : 'status'}>
        <Mark phase={phase} />
        <Sentence payment={payment} isPlay={isPlay} />
        {some && some.all > 1 && <p className={styles.line}>{words.some(some.paid, some.all)}</p>}
        <Details payment={payment} receipt={receipt} isRepeatable={isRepeatable} onCopy={onCopy} />
      </div>
    </div>
  );
}

const MARKS = {
  asking: 'now',
  checking: 'now',
  paying: 'now',
  giving: 'now',
  paid: 'ok',
  failed: 'no',
  unknown: 'ask',
  undelivered: 'ask',
} as const;

function Mark({ phase }: { readonly phase: PaymentShown['phase'] }) {
  if (phase === 'paid') return <Icon name="check" className={cx(styles.mark, styles.success)} />;
  if (phase === 'failed') return <Icon name="x" className={cx(styles.mark, styles.danger)} />;
  if (phase === 'unknown' || phase === 'undelivered')
    return <Icon name="clock" className={cx(styles.mark, styles.warning)} />;
  return (
    <span className={styles.mark}>
      <Spinner />
    </span>
  );
}

function Sentence({ payment, isPlay }: Pick<BodyProps, 'payment' | 'isPlay'>) {
  const words = useZapStrings().card;
  const sentence = () => {
    switch (payment.phase) {
      case 'asking':
        return words.asking(payment.name);
      case 'checking':
        return words.checking;
      case 'paying':
        return words.paying(payment.wallet);
      case 'giving':
        return words.giving(payment.name);
      case 'undelivered':
        return words.undelivered(payment.name);
      case 'paid':
        return words.paid(payment.fee, isPlay);
      case 'failed':
        return words.failed;
      case 'unknown':
        return words.unknown;
    }
  };
  return <p className={text.strong}>{sentence()}</p>;
}

type DetailProps = Pick<BodyProps, 'payment' | 'receipt' | 'isRepeatable' | 'onCopy'>;

function Details({ payment, receipt, isRepeatable = false, onCopy }: DetailProps) {
  const words = useZapStrings().card;
  const since = 'since' in payment ? payment.since : undefined;
  const asked = useClock((now) =>
    since === undefined ? '' : words.payingHint(Math.max(0, inSeconds(minus(now, since)))),
  );
  switch (payment.phase) {
    case 'asking':
      return <p className={styles.line}>{words.askingHint}</p>;
    case 'checking':
      return <p className={styles.line}>{words.checkingHint}</p>;
    case 'paying':
      return <p className={styles.line}>{asked}</p>;
    case 'giving':
      return <p className={styles.line}>{words.givingHint}</p>;
    case 'undelivered':
      return <p className={styles.line}>{words.undeliveredHint}</p>;
    case 'paid':
      return <Paid payment={payment} receipt={receipt} onCopy={onCopy} />;
    case 'failed':
      return <Failed payment={payment} isRepeatable={isRepeatable} />;
    case 'unknown':
      return (
        <>
          <p className={styles.line}>{words.unknownHint}</p>
          <p className={cx(styles.line, text.num)}>
            {words.asked(payment.wallet, payment.since)}{' '}
            {payment.endsAt !== undefined && words.ends(payment.endsAt)}
          </p>
        </>
      );
  }
}

interface PaidProps extends Pick<BodyProps, 'receipt' | 'onCopy'> {
  readonly payment: Extract<PaymentShown, { phase: 'paid' }>;
}

function Paid({ payment: { proof }, receipt, onCopy }: PaidProps) {
  const words = useZapStrings().card;
  return (
    <>
      {'preimage' in proof ? (
        <p className={cx(styles.line, styles.proof)}>
          {words.proof}{' '}
          <code dir="ltr">
            {proof.preimage.slice(0, 6)}…{proof.preimage.slice(-4)}
          </code>
          <IconButton
            compact
            icon="copy"
            label={words.copyProof}
            className={styles.copy}
            onClick={() => onCopy(proof.preimage)}
          />
        </p>
      ) : (
        <p className={styles.line}>{words.by[proof.by]}</p>
      )}
      {receipt !== undefined && <div className={styles.line}>{receipt}</div>}
    </>
  );
}

interface FailedProps {
  readonly payment: Extract<PaymentShown, { phase: 'failed' }>;
  readonly isRepeatable: boolean;
}

function Failed({ payment: { wallet, said, why, isSafe, facts }, isRepeatable }: FailedProps) {
  const words = useZapStrings().card;
  const locale = useLocale();
  return (
    <>
      <p className={cx(styles.line, text.clamp2)}>
        {said === undefined || wallet === undefined ? (
          why
        ) : (
          <>
            {words.says(wallet)} <IsolatedText>{quoted(said, locale)}</IsolatedText>
          </>
        )}
      </p>
      {isSafe && <p className={styles.line}>{words.safe}</p>}
      {facts && <Unpaid facts={facts} isRepeatable={isRepeatable} />}
    </>
  );
}

/** The invoice, the wallet, and the way to pay after all. */
function Unpaid({
  facts: { maker, endsAt, payer },
  isRepeatable,
}: {
  readonly facts: UnpaidFacts;
  readonly isRepeatable: boolean;
}) {
  const words = useUnpaidStrings();
  const locale = useLocale();
  const isEnded = useClock((now) => (endsAt !== undefined && endsAt <= now ? 'ended' : '')) !== '';
  const time = endsAt === undefined ? undefined : exactTime(endsAt, locale);
  const asked =
    payer === 'none' ? words.noWallet : payer === 'shown' ? words.elsewhere : words.wallet(payer);
  const made = maker === undefined ? words.noInvoice : maker !== '' && words.made(maker);
  const end = time !== undefined && (isEnded ? words.ended(time) : words.ends(time));
  const next = isRepeatable ? words.again : maker === undefined || isEnded ? words.ask : words.open;
  return (
    <>
      <p className={styles.line}>{[made, end, asked].filter(Boolean).join(' ')}</p>
      <p className={styles.line}>{next}</p>
    </>
  );
}

export interface PaymentActs {
  /** `undefined` while it is too early to cancel. */
  readonly onCancel: (() => void) | undefined;
  readonly onClose: () => void;
  readonly onLook: () => void;
  /** `undefined` if it cannot be repeated. */
  readonly onAgain?: (() => void) | undefined;
  readonly onOther?: (() => void) | undefined;
}

/**
 * A payment cannot be cancelled once it is being paid, and an unknown one is never offered again
 * (INV-PAY).
 */
export function PaymentButtons({
  phase,
  acts,
}: {
  readonly phase: PaymentShown['phase'];
  readonly acts: PaymentActs;
}): ReactNode {
  const words = useZapStrings().card;
  const { onCancel, onClose, onLook, onAgain, onOther } = acts;
  switch (phase) {
    case 'asking':
    case 'checking':
      return (
        <Button disabled={!onCancel} onClick={onCancel}>
          {words.cancel}
        </Button>
      );
    case 'paying':
    case 'giving':
      return <Button onClick={onClose}>{words.close}</Button>;
    case 'paid':
      return <Button onClick={onClose}>{words.done}</Button>;
    case 'failed':
      return (
        <>
          {onAgain && <Button onClick={onAgain}>{words.again}</Button>}
          {onOther ? (
            <Button onClick={onOther}>{words.other}</Button>
          ) : (
            <Button onClick={onClose}>{words.close}</Button>
          )}
        </>
      );
    case 'unknown':
    case 'undelivered':
      return (
        <>
          <Button onClick={onLook}>{phase === 'undelivered' ? words.resend : words.look}</Button>
          <Button tone="quiet" onClick={onClose}>
            {words.close}
          </Button>
        </>
      );
  }
}
