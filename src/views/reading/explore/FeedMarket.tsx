import { useEffect, useEffectEvent, useState } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import {
  friendsIn,
  keptOffers,
  type MarketFeed,
  marketFeedsToStore,
  readMarketFeeds,
} from '../../../events/reading/explore/feed-market.ts';
import { useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import styles from './FeedMarket.module.css';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { OfferRow } from './OfferRow.tsx';

/** Feeds per page. Each press shows one page more. */
const PAGE = 10;

/**
 * Feeds that people offer (EXPLORE-03). Feeds that the account has not seen here before are marked
 * (dvms, STATE-01).
 */
export function FeedMarket() {
  const words = useExploreStrings();
  const { answer, isFailed, retry } = useLookup('explore:market', (viewer) =>
    query('get_featured_dvm_feeds', { user_pubkey: viewer }),
  );
  if (!answer && isFailed)
    return (
      <ErrorState title={words.offersFailed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  if (!answer) return <Skeleton />;
  return <Offers answer={answer} />;
}

function Offers({
  answer,
}: {
  readonly answer: NonNullable<ReturnType<typeof useLookup>['answer']>;
}) {
  const words = useExploreStrings();
  const [pages, setPages] = useState(1);
  const hides = useHides();
  const offers = readMarketFeeds(answer).filter(({ event }) => !hides?.(event));
  const seen = useSeenBefore(offers);
  if (offers.length === 0) return <EmptyState title={words.noOffers} />;
  return (
    <section aria-label={words.market}>
      <ul>
        {offers.slice(0, pages * PAGE).map((offer) => (
          <li key={offer.address}>
            <OfferRow
              offer={offer}
              friends={friendsIn(answer.claims, offer.id)}
              isNew={seen !== undefined && !seen.has(offer.address)}
              linked
            />
          </li>
        ))}
      </ul>
      {offers.length > pages * PAGE && (
        <div className={styles.more}>
          <Button onClick={() => setPages(pages + 1)}>{words.more}</Button>
        </div>
      )}
    </section>
  );
}

/**
 * Return the addresses of the feeds that the account had seen before this visit, and save the
 * current ones. `undefined` on the first visit.
 */
function useSeenBefore(offers: readonly MarketFeed[]): ReadonlySet<string> | undefined {
  const kept = useSetting('dvms');
  const change = useChangeSettings();
  const [before] = useState(() => keptOffers(kept));
  const seen = marketFeedsToStore(offers, before ?? new Set());
  const isNew = offers.length > 0 && JSON.stringify(seen) !== JSON.stringify(kept);
  const keep = useEffectEvent(() => change({ dvms: seen }));
  useEffect(() => {
    if (isNew) keep();
  }, [isNew]);
  return before;
}
