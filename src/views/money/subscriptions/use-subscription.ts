import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { addressOf } from '../../../events/nostr/address.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { PaymentWant } from '../../../events/money/payments/payment.ts';
import {
  buildSubscription,
  buildUnsubscription,
  payableMsats,
  paymentOfTiers,
  type Price,
  subscriptionIn,
  type Tier,
  tierIntent,
  type TierPayment,
  tiersIn,
} from '../../../events/money/zaps/subscription-tier.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import { ownOf } from '../../../events/compose/acts/own-acts.ts';
import { isDeleted } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccount, useFacts, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { now } from '../../ui/hooks/now.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { useOutboxRecords } from '../../publish/outbox/use-outbox.ts';
import { useMoney, usePaymentRecords } from '../payments/use-payments.ts';
import { lightningOf } from '../zaps/lightning-address.ts';
import { useReceiptRelays } from '../zaps/use-zap.ts';

const NONE: readonly VerifiedEvent[] = [];

/** Return an author's tiers without deleted ones (THREAD-07). */
export function useTiers(pubkey: string): readonly Tier[] {
  const { answer } = useLookup(`tiers ${pubkey}`, () => query('creator_paid_tiers', { pubkey }));
  const events = useFactsShallow((facts) =>
    (answer?.events ?? NONE).filter((event) => !isDeleted(facts, event)),
  );
  return useMemo(() => tiersIn(events, pubkey), [events, pubkey]);
}

/**
 * Return the account's published subscriptions to an author, as far as this device and its relays
 * know.
 */
function usePublished(author: string): readonly VerifiedEvent[] {
  const records = useOutboxRecords();
  const found = useSelector(
    useFeature('subscriptions'),
    (snapshot) => snapshot?.context.found.get(author)?.events ?? NONE,
  );
  return useMemo(
    () => [...ownOf(records, KIND.Subscribe, KIND.Unsubscribe), ...found],
    [records, found],
  );
}

/** Return the account's subscription to an author, as far as this device and its relays know. */
export function useSubscription(author: string): VerifiedEvent | undefined {
  const me = useAccount()?.pubkey ?? '';
  const published = usePublished(author);
  return useMemo(() => subscriptionIn(published, me, author), [published, me, author]);
}

/** Return the last payment for an author's tiers. Opens the log of payments. */
export function useTierPayment(tiers: readonly Tier[], author: string): TierPayment | undefined {
  useMoney();
  const payments = usePaymentRecords();
  const published = usePublished(author);
  return useMemo(
    () =>
      paymentOfTiers(
        tiers,
        payments.values(),
        published.filter((event) => tagValue(event, 'p') === author),
      ),
    [tiers, payments, published, author],
  );
}

/**
 * Return the search for a subscription on the account's relays. `isWhole`: all of them have
 * answered in full.
 */
export function useSubscriptionLook(author: string) {
  const subscriptions = useFeature('subscriptions');
  useEffect(
    () => subscriptions?.send({ type: 'subscriptions.load', author }),
    [subscriptions, author],
  );
  const isLooking = useSelector(
    subscriptions,
    (snapshot) => snapshot?.context.queue.includes(author) === true,
  );
  const isWhole = useSelector(
    subscriptions,
    (snapshot) => snapshot?.context.found.get(author)?.isWhole !== false,
  );
  return { isLooking, isWhole };
}

/**
 * Return the address and amount to pay for a subscription. `undefined` if it is published without
 * payment.
 */
export function usePayable(pubkey: string) {
  const address = useFacts((facts) => lightningOf(getRow(facts.profiles, pubkey)));
  const relays = useReceiptRelays();
  return (tier: Tier, price: Price): PaymentWant | undefined => {
    const amountMsats = payableMsats(tier, price);
    if (address === undefined || amountMsats === undefined) return undefined;
    const { id, kind } = tier.source;
    return {
      type: 'zap',
      to: { pubkey, id, address: addressOf(tier.source), kind },
      address,
      relays,
      amountMsats,
      message: '',
    };
  };
}

/**
 * Return the actions on subscriptions: pay and publish once that is proved, publish only, or end.
 */
export function useSubscribing() {
  const intents = useIntents();
  const subscriptions = useFeature('subscriptions');
  return {
    pay: (tier: Tier, price: Price, want: Ours<PaymentWant>) =>
      subscriptions?.send({
        type: 'subscriptions.pay',
        intent: tierIntent(tier, price, crypto.randomUUID()),
        want,
        draft: buildSubscription(tier, price),
        now: now(),
      }),
    subscribe: (tier: Tier, price: Price) =>
      intents.publish(buildSubscription(tier, price), {
        done: { code: 'subscription.done' },
        failed: { code: 'subscription.failed' },
      }),
    end: (subscription: VerifiedEvent) =>
      intents.publish(buildUnsubscription(subscription), {
        done: { code: 'unsubscription.done' },
        failed: { code: 'unsubscription.failed' },
      }),
  };
}
