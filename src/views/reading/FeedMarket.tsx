import { useState } from 'react';
import { query } from '../../events/connection/verbs.ts';
import { friendsIn, readOffers } from '../../events/reading/offers.ts';
import { Button } from '../app/primitives/Button.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useExploreStrings } from '../app/strings/explore.ts';
import { useLookup } from '../app/use-lookup.ts';
import styles from './FeedMarket.module.css';
import { OfferRow } from './OfferRow.tsx';

/** Feeds that are shown at once, and with each press more. */
const PAGE = 10;

/** Feeds that people offer (EXPLORE-03). */
export function FeedMarket() {
  const words = useExploreStrings();
  const [pages, setPages] = useState(1);
  const { answer, isFailed, retry } = useLookup('explore:market', (viewer) => query('get_featured_dvm_feeds', { user_pubkey: viewer }));
  if (!answer && isFailed)
    return (
      <ErrorState title={words.offersFailed} onRetry={retry}>
        {words.failedCause}
      </ErrorState>
    );
  if (!answer) return <Skeleton />;
  const offers = readOffers(answer);
  if (offers.length === 0) return <EmptyState title={words.noOffers} />;
  return (
    <section aria-label={words.market}>
      <ul>
        {offers.slice(0, pages * PAGE).map((offer) => (
          <li key={offer.address}>
            <OfferRow offer={offer} friends={friendsIn(answer.claims, offer.id)} linked />
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
