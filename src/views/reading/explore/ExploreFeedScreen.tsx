import { useState } from 'react';
import { useParams } from 'react-router';
import { query } from '../../../events/connection/verbs.ts';
import {
  DEFAULT_EXPLORED,
  type Explored,
  exploreQuery,
  readExplored,
} from '../../../events/reading/explore/explore.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import {
  friendsIn,
  type MarketFeed,
  offerQuery,
  readOfferId,
  readMarketFeeds,
} from '../../../events/reading/explore/feed-market.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { now } from '../../ui/hooks/now.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { ARTICLE_ROWS } from '../article/article-rows.tsx';
import { ExploredTools, exploredPath, useLastExplored } from './ExploreNotesBar.tsx';
import { FeedList } from '../feed/FeedList.tsx';
import { Discover } from './Discover.tsx';
import { HomeFeedsSide } from '../feed/HomeFeedsSide.tsx';
import { NewNotes } from '../feed/NewNotes.tsx';
import { OfferRow } from './OfferRow.tsx';
import { Recommended } from '../moderation/Recommended.tsx';
import { useFeed } from '../feed/use-feed.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** Notes by scope and timeframe, or one feed of the market (ROUTE-05, EXPLORE-03, EXPLORE-04). */
export function ExploreFeedScreen() {
  const { id = '' } = useParams();
  const explored = readExplored(id);
  const address = readOfferId(id);
  const account = useAccount();
  if (explored && !account && explored.scope !== DEFAULT_EXPLORED.scope) return <NeedsWhoLooks />;
  if (explored) return <ExploredNotes key={id} explored={explored} />;
  return <OfferScreen key={id} address={address} />;
}

/** A visitor follows no accounts, and must not see another account's follows as their own. */
function NeedsWhoLooks() {
  const words = useExploreStrings();
  return (
    <>
      <Column title={words.title} back>
        <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
      </Column>
      <Side>
        <HomeFeedsSide />
        <Discover />
      </Side>
    </>
  );
}

function ExploredNotes({ explored }: { readonly explored: Explored }) {
  const words = useExploreStrings();
  const navigate = useNavigate();
  const { scope, timeframe } = explored;
  const [base] = useState(() => exploreQuery(explored, now()));
  const feed = useFeed({
    kind: 'feed',
    key: `feed:explore:${scope};${timeframe}`,
    input: { base, pageSize: PAGE_SIZE },
  });
  const [, remember] = useLastExplored();
  const choose = (next: Explored) => {
    remember(next);
    navigate(exploredPath(next), { replace: true });
  };
  const title = words.explored(words.scopes[scope], words.timeframes[timeframe]);
  return (
    <>
      <Column title={title} pageTitle={words.title} back under={<ConnectionStrip />}>
        <ExploredTools explored={explored} onChange={choose} />
        <Recommended on={timeframe !== 'latest'}>
          <NewNotes feed={feed} />
          <FeedList
            feed={feed}
            label={title}
            empty={<EmptyState title={words.noNotes}>{words.noNotesText}</EmptyState>}
          />
        </Recommended>
      </Column>
      <Side>
        <HomeFeedsSide />
        <Discover />
      </Side>
    </>
  );
}

/** `address`: `undefined` if the path names no feed. */
function OfferScreen({ address }: { readonly address: string | undefined }) {
  const words = useExploreStrings();
  return (
    <>
      {address === undefined ? (
        <Column title={words.title} back>
          <EmptyState title={words.offerGone}>{words.offerGoneText}</EmptyState>
        </Column>
      ) : (
        <OfferColumn address={address} />
      )}
      <Side>
        <HomeFeedsSide />
        <Discover />
      </Side>
    </>
  );
}

function OfferColumn({ address }: { readonly address: string }) {
  const words = useExploreStrings();
  const { answer, isFailed, retry } = useLookup(
    `explore:offer:${address}`,
    (viewer) => offerQuery(address, viewer) ?? query('get_dvm_feeds', {}),
  );
  const offer = answer && readMarketFeeds(answer).find((one) => one.address === address);
  return (
    <Column
      title={offer?.name ?? words.title}
      pageTitle={words.title}
      back
      under={<ConnectionStrip />}
    >
      {offer ? (
        <>
          <OfferRow offer={offer} friends={friendsIn(answer.claims, offer.id)} />
          <Offered offer={offer} />
        </>
      ) : isFailed ? (
        <ErrorState title={words.offersFailed} onRetry={retry}>
          <FailedCause />
        </ErrorState>
      ) : answer ? (
        <EmptyState title={words.offerGone}>{words.offerGoneText}</EmptyState>
      ) : (
        <Skeleton />
      )}
    </Column>
  );
}

function Offered({ offer: { name, spec, page } }: { readonly offer: MarketFeed }) {
  const words = useExploreStrings();
  const feed = useFeed({
    kind: 'feed',
    key: `feed:offer:${spec}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: PAGE_SIZE },
  });
  return (
    <FeedList
      feed={feed}
      label={name}
      empty={words.nothingYet}
      {...(page === 'readsFeeds' ? { grid: ARTICLE_ROWS } : {})}
    />
  );
}
