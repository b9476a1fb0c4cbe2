import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import {
  type Payer,
  type PaymentRecord,
  type PaymentRecords,
  type PaymentWant,
} from '../../../events/money/payments/payment.ts';
import { openZaps, spentSince } from '../../../events/money/payments/payment-fold.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { minus, seconds } from '../../../events/core/time.ts';
import type { MoneyActor } from '../../../machines/money/payments/money.machine.ts';
import type { PaymentQuestion } from '../../../machines/money/payments/payment-question.ts';
import type {
  MoneyCommand,
  MoneyLimits,
  ZapCommand,
} from '../../../machines/money/payments/money-protocol.ts';
import { useFeature, useOpened } from '../../account/use-features.ts';
import { useAccountActor } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';

export type MoneyHandle = MoneyActor;

const NONE: PaymentRecords = new Map();
const NOBODY: ReadonlySet<string> = new Set();
const NO_QUESTIONS: ReadonlyMap<string, PaymentQuestion> = new Map();

/** Open the current user's money. `undefined` until loaded, and for accounts without it. */
export function useMoney(): MoneyHandle | undefined {
  return useOpened('money');
}

/**
 * Return a function that sends a command. It opens the money first, and earlier commands wait for
 * it.
 */
export function useMoneySender(): (command: MoneyCommand) => void {
  const account = useAccountActor();
  return (command) => {
    account.send({ type: 'account.intent', intent: { type: 'money.open' } });
    account.send({ type: 'account.intent', intent: command });
  };
}

/** Return all known payments with their states. Opens nothing. */
export function usePaymentRecords(): PaymentRecords {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.records ?? NONE);
}

/** Return the list of payments, the last one first. */
export function usePayments(): readonly PaymentRecord[] {
  const records = usePaymentRecords();
  return useMemo(() => [...records.values()].toReversed(), [records]);
}

const openOf = new WeakMap<PaymentRecords, ReturnType<typeof openZaps>>();
const NO_PAYMENTS: readonly PaymentRecord[] = [];

/**
 * Return unsettled zaps of one target, from any page or tab (ZAP-07). `key`: see `zapKeyOf`. Opens
 * nothing.
 */
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

/**
 * Return a zap that awaits confirmation because an earlier one of the same target may still arrive.
 */
export function useRepeatedZap(): ZapCommand | undefined {
  return useSelector(
    useFeature('money'),
    (snapshot) => snapshot?.context.repeated.values().next().value,
  );
}

/**
 * Return zaps that the user cancelled because an earlier one of the same target was open, by
 * intent.
 */
export function useDroppedZaps(): ReadonlySet<string> {
  return useSelector(useFeature('money'), (snapshot) => snapshot?.context.dropped ?? NOBODY);
}

/** True while the wallet, or the payee's service, is asked about an unknown payment. */
export function useIsLooking(intent: string): boolean {
  const payment = useSelector(
    useFeature('money'),
    (snapshot) => snapshot?.children[`payment ${intent}`],
  );
  return useSelector(payment, (snapshot) => snapshot?.hasTag('looking') ?? false);
}

/** Return the last payment of an invoice's hash, if there is one. */
export function usePaymentOfInvoice(hash: string | undefined): PaymentRecord | undefined {
  const records = usePaymentRecords();
  return useMemo(
    () =>
      hash === undefined
        ? undefined
        : [...records.values()].findLast((record) => record.checked?.hash === hash),
    [records, hash],
  );
}

/**
 * Return whether log and wallets are still loading, and whether payments are saved beyond this
 * page.
 */
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

/**
 * Return payments that await confirmation, because they exceed the limits or their invoices do not
 * match the request. A zap is returned once, as a whole.
 */
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

/** Return the questions about one zap or payment, from all of its waiting shares. */
export function useQuestionsOf(shares: readonly PaymentRecord[]): readonly PaymentQuestion[] {
  const asked = useQuestions();
  return shares.flatMap(({ intent }) => asked.get(intent) ?? []);
}

/**
 * Return the actions on payments. `pay` returns the id of the intent, which is created once, by the
 * click.
 */
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
    look: (intent: string) => send({ type: 'money.load', intent }),
    settle: (intent: string, paid: boolean) => send({ type: 'money.settle', intent, paid }),
    limit: (limits: MoneyLimits) => send({ type: 'money.limit', limits }),
  };
}

/** Tells while a dialog shows a zap that its failure needs no toast. */
export function useWatched(intent: string): void {
  const money = useFeature('money');
  useEffect(() => {
    money?.send({ type: 'money.watch', intent, isOpen: true });
    return () => money?.send({ type: 'money.watch', intent, isOpen: false });
  }, [money, intent]);
}

const NO_LIMITS: MoneyLimits = {};
const DAY = seconds(24 * 60 * 60);

/** Return the user's limits, and the msats that were spent within a day. */
export function useLimits(): { readonly limits: MoneyLimits; readonly spentMsats: number } {
  const limits = useSelector(
    useFeature('money'),
    (snapshot) => snapshot?.context.limits ?? NO_LIMITS,
  );
  const records = usePaymentRecords();
  return { limits, spentMsats: useMemo(() => spentSince(records, minus(now(), DAY)), [records]) };
}
