import { useState } from 'react';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { query } from '../../../events/connection/verbs.ts';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import {
  amountOfPayment,
  isLocked,
  mayCallOff,
  maySettleByHand,
  type PaymentRecord,
  type PaymentState,
  paymentStateOf,
  zappedBy,
} from '../../../events/money/payments/payment.ts';
import { zapTargetKind } from '../../../events/money/zaps/zap-target.ts';
import { getRow } from '../../../events/core/table.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { usePicture } from '../../account/profile/picture.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { usePaymentWords } from '../../ui/strings/payments.ts';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { paymentReasons } from '../../money/payments/payment-reasons.ts';
import { PaymentRow, type RowState } from '../../money/payments/PaymentRow.tsx';
import styles from '../../money/payments/PaymentRow.module.css';
import text from '../../ui/styles/text.module.css';
import { useIsPlayPayment, usePayerName } from '../../money/payments/use-payers.ts';
import {
  useMoney,
  useMoneyState,
  usePaymentIntents,
  usePayments,
  useIsLooking,
} from '../../money/payments/use-payments.ts';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';

/**
 * BEYOND-06 at /settings/payments: every payment that this account made or may have made here, with
 * its state and the reason.
 */
export function PaymentsScreen() {
  const { payments } = useWalletStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={payments.title} back>
        {canAct ? (
          <Payments />
        ) : (
          <NeedsAccount title={payments.visitor.title}>{payments.visitor.text}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

/** The user's answers about a payment whose outcome is unknown. */
const ANSWERS = ['paid', 'not'] as const;
const FILTERS = ['all', 'paid', 'open', 'unknown', 'failed'] as const;
const STATES: Readonly<Record<PaymentState, RowState>> = {
  asked: 'open',
  checked: 'open',
  shown: 'open',
  paying: 'open',
  unknown: 'unknown',
  paid: 'paid',
  failed: 'failed',
};
/** Maximum number of payments whose recipients are loaded. */
const PEOPLE = 200;
/** Number of payments that are rendered at once. */
const PART = 50;

function Payments() {
  const words = useWalletStrings().payments;
  const { isOpening } = useMoneyState(useMoney());
  const all = usePayments();
  const people = [
    ...new Set(all.slice(0, PEOPLE).flatMap(({ want }) => zappedBy(want)?.pubkey ?? [])),
  ];
  useLookup(`payees:${people.join()}`, () => query('user_infos', { pubkeys: people }));
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [most, setMost] = useState(PART);
  if (isOpening) return <Skeleton />;
  if (all.length === 0) return <EmptyState title={words.empty}>{words.emptyText}</EmptyState>;
  const rows = all.filter(
    (record) => filter === 'all' || STATES[paymentStateOf(record)] === filter,
  );
  const isUnknown = (record: PaymentRecord) => paymentStateOf(record) === 'unknown';
  // Unknown payments stay on top.
  const ordered = [...rows.filter(isUnknown), ...rows.filter((record) => !isUnknown(record))];
  return (
    <>
      <div className={styles.filter}>
        <Select
          label={words.filter}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: words.states[value] }))}
          onChange={(value) => setFilter(FILTERS.find((one) => one === value) ?? 'all')}
        />
      </div>
      {ordered.length === 0 ? (
        <EmptyState title={words.emptyOf} />
      ) : (
        <ul aria-label={words.title}>
          {ordered.slice(0, most).map((record) => (
            <Payment key={record.intent} record={record} />
          ))}
        </ul>
      )}
      {ordered.length > most && (
        <div className={styles.filter}>
          <Button onClick={() => setMost(most + PART)}>{words.older}</Button>
        </div>
      )}
    </>
  );
}

function Payment({ record }: { readonly record: PaymentRecord }) {
  const words = useWalletStrings().payments;
  const { whyNot } = useActionStrings();
  const { look, settle } = usePaymentIntents();
  const isPlayPayment = useIsPlayPayment();
  const left = useClock((now) =>
    ANSWERS.filter((answer) => maySettleByHand(record, answer === 'paid', now)).join(),
  );
  const { want } = record;
  const to = zappedBy(want);
  const pubkey = to?.pubkey ?? '';
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const picture = usePicture(profile);
  const name = displayNameOf(profile, pubkey);
  const state = paymentStateOf(record);
  const why = useWhy(record, left !== '');
  return (
    <PaymentRow
      state={STATES[state]}
      what={useWhat(record, name)}
      why={why}
      face={to && { pubkey, name, picture }}
      sats={Math.ceil(amountOfPayment(record) / 1_000)}
      isPlay={isPlayPayment(record)}
      at={record.at}
      act={
        state === 'failed' ? (
          <Button compact tone="quiet" onClick={() => paymentReasons.show(record.intent)}>
            {whyNot}
          </Button>
        ) : (
          state === 'unknown' && (
            <>
              <LookButton record={record} onLook={() => look(record.intent)} />
              {left.includes('paid') && (
                <Button compact onClick={() => settle(record.intent, true)}>
                  {words.wasPaid}
                </Button>
              )}
              {(left.includes('not') || mayCallOff(record)) && (
                <Button compact onClick={() => settle(record.intent, false)}>
                  {mayCallOff(record) ? words.callOff : words.wasNot}
                </Button>
              )}
            </>
          )
        )
      }
    />
  );
}

/**
 * Asks the wallet about a payment, and says while it does and if there was no answer. An answer
 * replaces the button.
 */
function LookButton({
  record,
  onLook,
}: {
  readonly record: PaymentRecord;
  readonly onLook: () => void;
}) {
  const words = useWalletStrings().payments;
  const isLooking = useIsLooking(record.intent);
  const [isAsked, setIsAsked] = useState(false);
  const isWaiting = isAsked && isLooking;
  return (
    <>
      <Button
        compact
        busy={isWaiting}
        onClick={() => {
          onLook();
          setIsAsked(true);
        }}
      >
        {isLocked(record) ? words.resend : isWaiting ? words.looking : words.look}
      </Button>
      <span role="status" className={cx(text.small, text.muted)}>
        {isAsked && !isLooking && !isLocked(record) && words.noAnswer}
      </span>
    </>
  );
}

function useWhat({ want }: PaymentRecord, name: string): string {
  const words = useWalletStrings().payments;
  if ('to' in want) {
    const thing = zapTargetKind(want.to);
    return thing === undefined ? words.zapTo(name) : words.zapFor[thing](name);
  }
  return want.type === 'address'
    ? words.address(want.address)
    : words.invoice(readInvoice(want.invoice)?.description ?? '');
}

/** `isLeft`: only the user can still settle it. */
function useWhy(record: PaymentRecord, isLeft: boolean): string {
  const words = useWalletStrings().payments;
  const payerName = usePayerName();
  const say = usePaymentWords();
  const { paying, paid, failure, doubt } = record;
  const wallet = paying ? payerName(paying.payer) : '';
  const state = paymentStateOf(record);
  switch (state) {
    case 'unknown':
      if (doubt?.code === 'pay.unpublished') return say(doubt);
      return isLeft ? words.untold : words.unknown;
    case 'paid':
      if (paid?.proof.by === 'person') return words.saidPaid(wallet);
      return words.paid(
        wallet,
        paid?.feesMsats === undefined ? undefined : Math.ceil(paid.feesMsats / 1_000),
      );
    case 'failed':
      return words.failed(failure ? say(failure) : '');
    case 'paying':
      return words.paying(wallet);
    case 'asked':
      // Nutzaps of ecash need no invoice.
      return record.want.type === 'nutzap' ? words.checked : words.asked;
    default:
      return words[state];
  }
}
