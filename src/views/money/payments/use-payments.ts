import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Payer, type PaymentRecord, type PaymentRecords, type PaymentWant } from '../../../events/money/payments/payment.ts';
import { openZaps, spentSince } from '../../../events/money/payments/payment-fold.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { minus, seconds } from '../../../events/core/time.ts';
import type { MoneyActor } from '../../../machines/money/payments/money.machine.ts';
import type { PaymentQuestion } from '../../../machines/money/payments/payment-question.ts';
import type { MoneyCommand, MoneyLimits, ZapCommand } from '../../../machines/money/payments/money-protocol.ts';
import { useFeature, useOpened } from '../../account/use-features.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';

/** The money of who is here, as components hand it on. */
export type MoneyHandle = MoneyActor;

const NONE: PaymentRecords = new Map();
const NOBODY: ReadonlySet<string> = new Set();
const NO_QUESTIONS: ReadonlyMap<string, PaymentQuestion> = new Map();

/** Opens the money of who is here by being looked at; undefined until it is there, and for who has none. */
export function useMoney(): MoneyHandle | undefined {
  return useOpened('money');
}

/** Sends what is wanted of it, opening it first: what comes before it is there waits for it. */
export function useMoneySender(): (command: MoneyCommand) => void {
  const account = useAccountActor();
  return (command) => {
    account.send({ type: 'account.intent', intent: { type: 'money.open' } });
    account.send({ type: 'account.intent', intent: command });
  };
}

/** All payments that are known here, as they stand. Opens nothing. */
export function usePaymentRecords(): PaymentRecords {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.records ?? NONE);
}

/** The list of payments, the last one first. */
export function usePayments(): readonly PaymentRecord[] {
  const records = usePaymentRecords();
  return useMemo(() => [...records.values()].toReversed(), [records]);
}

const openOf = new WeakMap<PaymentRecords, ReturnType<typeof openZaps>>();
const NO_PAYMENTS: readonly PaymentRecord[] = [];

/** Zaps of one thing that are not settled, whichever page or tab began them (ZAP-07). `key`: see `zapKeyOf`. Opens nothing. */
export function useOpenZaps(key: string): readonly PaymentRecord[] {
  return useSelector(
    useFeature('money'),
    (snapshot) => {
      if (!snapshot) return NO_PAYMENTS;
      const { records } = snapshot.context;
      const open = openOf.get(records) ?? openZaps(records);
      openOf.set(records, open);
      return open.get(key) ?? NO_PAYMENTS;
    },
    shallowEqual,
  );
}

/** A zap that waits for its person's word, as an earlier one of the same thing may still arrive. */
export function useRepeatedZap(): ZapCommand | undefined {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.repeated.values().next().value);
}

/** Zaps that their person gave up when an earlier one of the same thing was open, by intent. */
export function useDroppedZaps(): ReadonlySet<string> {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.dropped ?? NOBODY);
}

/** What became of what an invoice was paid for, if it was; the last payment of its hash. */
export function usePaymentOfInvoice(hash: string | undefined): PaymentRecord | undefined {
  const records = usePaymentRecords();
  return useMemo(
    () => (hash === undefined ? undefined : [...records.values()].findLast((record) => record.checked?.hash === hash)),
    [records, hash],
  );
}

/** Whether log and wallets are still being read, and whether what is written of payments outlives this page. */
export function useMoneyState(money: MoneyHandle | undefined) {
  return useSelector(
    money,
    (snapshot) => ({
      isOpening: snapshot?.hasTag('opening') ?? true,
      isBroken: snapshot?.hasTag('broken') ?? false,
      isKept: snapshot?.context.isKept ?? true,
    }),
    shallowEqual,
  );
}

/** Payments that wait for a person before they are paid, as their amounts are above what they pay unasked, or their invoices do not name what was asked for; one of each zap, which is asked about as a whole. */
export function useAskedPayments(): readonly PaymentRecord[] {
  const asked = useQuestions();
  const records = usePaymentRecords();
  return useMemo(() => {
    const found = [...asked.keys()].flatMap((intent) => records.get(intent) ?? []);
    return [...new Map(found.map((record) => [record.group, record])).values()];
  }, [asked, records]);
}

function useQuestions(): ReadonlyMap<string, PaymentQuestion> {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.asking ?? NO_QUESTIONS);
}

/** What is asked of one zap or payment, over all of its shares that wait. */
export function useQuestionsOf(shares: readonly PaymentRecord[]): readonly PaymentQuestion[] {
  const asked = useQuestions();
  return shares.flatMap(({ intent }) => asked.get(intent) ?? []);
}

/** What can be wanted of payments. `pay` gives the name of the intent, which is made once: by the click. */
export function usePaymentIntents() {
  const send = useMoneySender();
  return {
    pay: (want: Ours<PaymentWant>, by?: Payer): string => {
      const intent = crypto.randomUUID();
      send({ type: 'money.pay', intent, want, now: now(), by });
      return intent;
    },
    confirm: (intent: string) => send({ type: 'money.confirm', intent }),
    decline: (intent: string) => send({ type: 'money.decline', intent }),
    look: (intent: string) => send({ type: 'money.look', intent }),
    settle: (intent: string, paid: boolean) => send({ type: 'money.settle', intent, paid }),
    limit: (limits: MoneyLimits) => send({ type: 'money.limit', limits }),
  };
}

const NO_LIMITS: MoneyLimits = {};
const DAY = seconds(24 * 60 * 60);

/** The limits that the person set, and what was spent of them within a day, msats. */
export function useLimits(): { readonly limits: MoneyLimits; readonly spentMsats: number } {
  const limits = useSelector(useFeature('money'), (snapshot) => snapshot?.context.limits ?? NO_LIMITS);
  const records = usePaymentRecords();
  return { limits, spentMsats: useMemo(() => spentSince(records, minus(now(), DAY)), [records]) };
}
