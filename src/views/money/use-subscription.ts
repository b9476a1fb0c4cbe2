import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { query } from '../../events/connection/verbs.ts';
import { KIND } from '../../events/kinds.ts';
import { buildSubscription, buildUnsubscription, type Price, subscriptionIn, type Tier, tiersIn } from '../../events/money/tier.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { ownOf } from '../../events/publish/own-acts.ts';
import { isDeleted } from '../../events/selectors.ts';
import { useFeature } from '../account/use-features.ts';
import { useAccount, useFactsShallow } from '../app/app-context.ts';
import { useLookup } from '../app/use-lookup.ts';
import { useIntents } from '../publish/use-intents.ts';
import { useOutboxRecords } from '../publish/use-outbox.ts';

const NONE: readonly VerifiedEvent[] = [];

/** What an author offers, without what was taken back (THREAD-07). */
export function useTiers(pubkey: string): readonly Tier[] {
  const { answer } = useLookup(`tiers ${pubkey}`, () => query('creator_paid_tiers', { pubkey }));
  const events = useFactsShallow((facts) => (answer?.events ?? NONE).filter((event) => !isDeleted(facts, event)));
  return useMemo(() => tiersIn(events, pubkey), [events, pubkey]);
}

/** The own subscription to an author, as far as this device and the own relays know of it. */
export function useSubscription(author: string): VerifiedEvent | undefined {
  const me = useAccount()?.pubkey ?? '';
  const records = useOutboxRecords();
  const found = useSelector(useFeature('subscriptions'), (snapshot) => snapshot?.context.found.get(author)?.events ?? NONE);
  return useMemo(
    () => subscriptionIn([...ownOf(records, KIND.Subscribe, KIND.Unsubscribe), ...found], me, author),
    [records, found, me, author],
  );
}

/** Has the own relays looked through for a subscription. `isWhole`: all of them answered in full. */
export function useSubscriptionLook(author: string) {
  const subscriptions = useFeature('subscriptions');
  useEffect(() => subscriptions?.send({ type: 'subscriptions.look', author }), [subscriptions, author]);
  const isLooking = useSelector(subscriptions, (snapshot) => snapshot?.context.queue.includes(author) === true);
  const isWhole = useSelector(subscriptions, (snapshot) => snapshot?.context.found.get(author)?.isWhole !== false);
  return { isLooking, isWhole };
}

/** Publishes a subscription, or the end of one; nothing is paid. */
export function useSubscribing() {
  const intents = useIntents();
  return {
    subscribe: (tier: Tier, price: Price) =>
      intents.publish(buildSubscription(tier, price), { done: { code: 'subscription.done' }, failed: { code: 'subscription.failed' } }),
    end: (subscription: VerifiedEvent) =>
      intents.publish(buildUnsubscription(subscription), {
        done: { code: 'unsubscription.done' },
        failed: { code: 'unsubscription.failed' },
      }),
  };
}
