import { useEffect, useState, useSyncExternalStore } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import {
  amountOfPayment,
  type PaymentRecord,
  type PaymentWant,
  paymentStateOf,
  zappedBy,
} from '../../../events/money/payments/payment.ts';
import { formatList } from '../../../events/core/format-list.ts';
import type { Facts } from '../../../events/facts/facts.ts';
import { getRow } from '../../../events/core/table.ts';
import { millis, toSeconds } from '../../../events/core/time.ts';
import { useFactsShallow } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useLocale } from '../../ui/strings.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { AmountDue } from './AmountDue.tsx';
import { satsOfAll } from './payment-view.ts';
import { PayByQr } from './PayByQr.tsx';
import { PaymentReason } from './PaymentReason.tsx';
import { paymentReasons } from './payment-reasons.ts';
import { useInMoney } from './use-rate.ts';
import { PaymentTerms } from './PaymentTerms.tsx';
import { isPlayPayment } from './use-payers.ts';
import { ZapAgain } from '../zaps/RepeatedZapQuestion.tsx';
import {
  useAskedPayments,
  useLimits,
  usePaymentIntents,
  usePaymentRecords,
  useQuestionsOf,
  useRepeatedZap,
} from './use-payments.ts';
import { useZapPayments } from '../zaps/use-zap.ts';

/**
 * Payments that wait for the user, wherever they were started: to confirm a large one, or to pay an
 * invoice elsewhere. Also the reason of a failed one, whose retry may need these dialogs.
 */
export function MoneyDialogs() {
  const reason = useSyncExternalStore(paymentReasons.subscribe, paymentReasons.current);
  // The intents of another account are not known.
  useEffect(() => paymentReasons.close, []);
  return (
    <>
      {reason !== undefined && (
        <PaymentReason key={reason} intent={reason} onClose={paymentReasons.close} />
      )}
      <WaitingPayment />
    </>
  );
}

function WaitingPayment() {
  const records = usePaymentRecords();
  const [asked] = useAskedPayments();
  const repeated = useRepeatedZap();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (repeated) return <ZapAgain key={repeated.intent} command={repeated} />;
  if (asked) return <AskedPayment key={asked.intent} record={asked} />;
  // Those of an earlier page are in the list of payments.
  const opened = toSeconds(millis(performance.timeOrigin));
  const shown = [...records.values()].findLast(
    (record) =>
      paymentStateOf(record) === 'shown' && record.at >= opened && !left.has(record.intent),
  );
  return shown ? (
    <Shown
      key={shown.intent}
      record={shown}
      onLeave={() => setLeft(new Set(left).add(shown.intent))}
    />
  ) : null;
}

/** Return the names of the recipients. `undefined` if an invoice names none. */
function usePayees(records: readonly PaymentRecord[]): string | undefined {
  const locale = useLocale();
  const names = useFactsShallow((facts) =>
    records.flatMap(({ want }) => payeeIn(facts, want) ?? []),
  );
  return names.length === 0 ? undefined : formatList([...new Set(names)], locale);
}

function payeeIn(facts: Facts, want: PaymentWant): string | undefined {
  const pubkey = zappedBy(want)?.pubkey;
  if (pubkey !== undefined) return displayNameOf(getRow(facts.profiles, pubkey), pubkey);
  if (want.type === 'address') return want.address;
  return want.type === 'invoice' ? want.payee : undefined;
}

/**
 * An invoice that waits to be paid by another wallet. Closing it cancels it, but a later payment is
 * still noticed.
 */
export function Shown({
  record,
  onLeave,
}: {
  readonly record: PaymentRecord;
  readonly onLeave: () => void;
}) {
  const copy = useCopy();
  const name = usePayees([record]);
  const inMoney = useInMoney(isPlayPayment(record));
  const { decline } = usePaymentIntents();
  const { checked, paying, intent } = record;
  if (!checked || !paying) return null;
  const sats = Math.ceil(amountOfPayment(record) / 1_000);
  const close = () => {
    onLeave();
    decline(intent);
  };
  return (
    <PayByQr
      sats={sats}
      isPlay={isPlayPayment(record)}
      money={inMoney(sats)}
      name={name}
      invoice={checked.invoice}
      startsAt={paying.at}
      endsAt={checked.expiresAt}
      onCopy={(invoice) => copy(invoice, 'invoice')}
      onClose={close}
    />
  );
}

/**
 * A payment that waits for a confirmation, or all of a zap. Shows the maximum amount, the
 * recipient, and the payer.
 */
function AskedPayment({ record }: { readonly record: PaymentRecord }) {
  const words = useZapStrings();
  const shares = useZapPayments(record.group);
  const payees = usePayees(shares);
  const inMoney = useInMoney(isPlayPayment(record));
  const locale = useLocale();
  const { confirm, decline } = usePaymentIntents();
  const sats = shares.length > 1 ? satsOfAll(shares) : Math.ceil(amountOfPayment(record) / 1_000);
  const isPlay = isPlayPayment(record);
  const sum = words.sats(sats, isPlay);
  const questions = useQuestionsOf(shares);
  const hosts = [...new Set(questions.flatMap(({ unbound }) => unbound ?? []))];
  const [payer] = questions.map((question) => question.payer);
  const parts = shares.map((share) => Math.ceil(amountOfPayment(share) / 1_000));
  const { limits } = useLimits();
  return (
    <ConfirmDialog
      question={{
        title: words.pay.title(sum),
        confirm: words.pay.confirm(sum),
        cancel: words.pay.cancel,
        danger: false,
      }}
      onConfirm={() => confirm(record.intent)}
      onCancel={() => decline(record.intent)}
    >
      {limits.askAbove !== undefined && questions.some(({ isLarge }) => isLarge) && (
        <p>{words.pay.large(words.sats(Math.floor(limits.askAbove / 1_000), isPlay))}</p>
      )}
      {hosts.length > 0 && (
        <Notice tone="warning">{words.pay.unbound(formatList(hosts, locale))}</Notice>
      )}
      <PaymentTerms to={payees} payer={payer} parts={parts} isPlay={isPlay} />
      <AmountDue sats={sats} isPlay={isPlay} money={inMoney(sats)} />
    </ConfirmDialog>
  );
}
