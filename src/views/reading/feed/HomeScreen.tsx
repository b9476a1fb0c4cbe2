import { use, useEffect, useState } from 'react';
import {
  FOLLOWS_SPEC,
  homeQuery,
  homeSpec,
  PAGE_SIZE,
  VISITOR_SPEC,
} from '../../../events/reading/feed/home.ts';
import { HOME_FEEDS } from '../../../events/reading/feed/home-feeds.ts';
import {
  enabledFeeds,
  menuFeeds,
  type OwnFeed,
  shownSpec,
} from '../../../events/reading/feed/own-feeds.ts';
import { useAccount, useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { Side } from '../../ui/layout/Side.tsx';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { useStrings } from '../../ui/strings.ts';
import { FeedList } from './FeedList.tsx';
import { NewNotes } from './NewNotes.tsx';
import { Recommended } from '../moderation/Recommended.tsx';
import {
  type Feed,
  useFeed,
  useFeedList,
  useIsLoading,
  useIsSparse,
  useSelected,
} from './use-feed.ts';

const HomeBeside = lazyPart(() => import('./HomeSide.tsx').then(({ HomeBeside: Part }) => Part));

const NobodyFollowed = lazyPart(() =>
  import('./EmptyFollowsFeed.tsx').then(({ NobodyFollowed: Part }) => Part),
);

/** Specs of feeds that recommend notes instead of listing new ones (SETTINGS-08). */
const RANKED = /trending|zapped/;

/**
 * True once a service had too few notes with reactions. Visitors see everyone's notes there for as
 * long as the page is open.
 */
let wasQuiet = false;

/** The home feed (ROUTE-02): the chosen feed, its new notes, and trending notes beside it. */
export function HomeScreen() {
  const { app, reading } = useStrings();
  const account = useAccount();
  const own = useSetting('homeFeeds');
  const feeds = enabledFeeds(useFeedList(), own);
  const [isQuiet, setIsQuiet] = useState(wasQuiet);
  const spec = shownSpec(
    homeSpec(useSetting('selectedHomeFeed'), account !== undefined, isQuiet),
    feeds,
    own,
  );
  const name = [...feeds, ...HOME_FEEDS].find((one) => one.spec === spec)?.name;
  const title = name === undefined ? app.nav.home : reading.feed(name);
  const feed = useFeed({
    kind: 'feed',
    key: 'feed:home',
    input: { base: homeQuery(spec), pageSize: PAGE_SIZE },
  });
  useSelected(feed, spec, homeQuery);
  const isSparse = useIsSparse(feed, VISITOR_SPEC);
  if (isSparse && !isQuiet) setIsQuiet(true);
  useEffect(() => {
    if (isQuiet) wasQuiet = true;
  }, [isQuiet]);
  const hasFeed = useSettled(feed);
  const { own: views } = use(ShellContext) ?? {};
  return (
    <>
      <Column
        title={title}
        pageTitle={app.nav.home}
        heading={<FeedSelect feeds={menuFeeds(feeds, spec, name ?? title)} spec={spec} />}
        under={<ConnectionStrip />}
      >
        <Recommended on={RANKED.test(spec)}>
          <NewNotes feed={feed} />
          {account && <div data-entry>{views && <views.HomeTop feed={feed} spec={spec} />}</div>}
          <FeedList
            key={spec}
            feed={feed}
            label={title}
            empty={
              account && spec === FOLLOWS_SPEC ? <NobodyFollowed feed={feed} /> : reading.emptyFeed
            }
          />
        </Recommended>
      </Column>
      <Side>{hasFeed && <HomeBeside feed={feed} spec={spec} />}</Side>
    </>
  );
}

/**
 * Delay between the feed and its side column, in milliseconds, so that the notes are rendered
 * first.
 */
const BESIDE = 150;

/** True if the feed has loaded once, so that the side column does not delay it. */
function useSettled(feed: Feed | undefined): boolean {
  const isLoading = useIsLoading(feed);
  const [settled, setSettled] = useState(!isLoading);
  useEffect(() => {
    if (isLoading || settled) return undefined;
    const timer = setTimeout(() => setSettled(true), BESIDE);
    return () => clearTimeout(timer);
  }, [isLoading, settled]);
  return settled;
}

function FeedSelect({
  feeds,
  spec: shown,
}: {
  readonly feeds: readonly OwnFeed[];
  readonly spec: string;
}) {
  const { reading } = useStrings();
  const change = useChangeSettings();
  const choose = (spec: string) => {
    change({ selectedHomeFeed: spec });
    window.scrollTo(0, 0);
  };
  return (
    <Select
      label={reading.chooseFeed}
      value={shown}
      options={feeds.map(({ name, spec }) => ({ value: spec, label: reading.feed(name) }))}
      onChange={choose}
      look="title"
    />
  );
}
