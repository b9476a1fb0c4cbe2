import { use, useEffect, useState } from 'react';
import { DEFAULT_HOME_SPEC, FOLLOWS_SPEC, homeQuery, PAGE_SIZE } from '../../events/reading/home.ts';
import { enabledFeeds, type OwnFeed } from '../../events/reading/own-feeds.ts';
import { useAccount, useChangeSettings, useSetting } from '../app/app-context.ts';
import { Column } from '../app/Column.tsx';
import { lazyPart } from '../app/lazy-part.tsx';
import { Select } from '../app/primitives/Select.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { Side } from '../app/Side.tsx';
import { ConnectionStrip } from '../connection/ConnectionStrip.tsx';
import { useStrings } from '../app/strings.ts';
import { FeedList } from './FeedList.tsx';
import { NewNotes } from './NewNotes.tsx';
import { Recommended } from './Recommended.tsx';
import { type Feed, useFeed, useFeedList, useIsLoading, useSelected } from './use-feed.ts';

const HomeBeside = lazyPart(() => import('./HomeBeside.tsx').then(({ HomeBeside: Part }) => Part));

const NobodyFollowed = lazyPart(() => import('./NobodyFollowed.tsx').then(({ NobodyFollowed: Part }) => Part));

/** Feeds by time in which an own note belongs. */
const OWN_FEEDS: readonly string[] = [DEFAULT_HOME_SPEC, FOLLOWS_SPEC];

/** Specs of feeds that recommend instead of telling what is new (SETTINGS-08). */
const RANKED = /trending|zapped/;

/** The home feed (ROUTE-02): the chosen feed, what is new in it, and beside it what many read. */
export function HomeScreen() {
  const { app, reading } = useStrings();
  const account = useAccount();
  const feeds = enabledFeeds(useFeedList(), useSetting('homeFeeds'));
  const chosen = useSetting('selectedHomeFeed');
  const first = account ? FOLLOWS_SPEC : DEFAULT_HOME_SPEC;
  const current = feeds.find(({ spec }) => spec === (chosen ?? first)) ?? feeds[0];
  const spec = current?.spec ?? first;
  const title = current ? reading.feed(current.name) : app.nav.home;
  const feed = useFeed({ kind: 'feed', key: 'feed:home', input: { base: homeQuery(spec), pageSize: PAGE_SIZE } });
  useSelected(feed, spec, homeQuery);
  const hasFeed = useSettled(feed);
  const { own, onOpenMutes } = use(ShellContext) ?? {};
  return (
    <>
      <Column title={title} pageTitle={app.nav.home} heading={<FeedSelect feeds={feeds} current={current} />} under={<ConnectionStrip />}>
        {own && OWN_FEEDS.includes(spec) && <own.OwnNotes feed={feed} of="notes" />}
        <Recommended on={RANKED.test(spec)}>
          <NewNotes feed={feed} />
          <FeedList
            key={spec}
            feed={feed}
            label={title}
            empty={account && spec === FOLLOWS_SPEC ? <NobodyFollowed /> : reading.emptyFeed}
          />
        </Recommended>
      </Column>
      <Side>
        {hasFeed && <HomeBeside feed={feed} spec={spec} />}
        {own && onOpenMutes && <own.SealedMutes onOpen={onOpenMutes} />}
      </Side>
    </>
  );
}

/** How long after the feed what stands beside it is fetched: the notes are drawn by then. Milliseconds. */
const BESIDE = 150;

/** Whether the feed has been there once: what stands beside it does not hold it up. */
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

function FeedSelect({ feeds, current }: { readonly feeds: readonly OwnFeed[]; readonly current: OwnFeed | undefined }) {
  const { reading } = useStrings();
  const change = useChangeSettings();
  const choose = (spec: string) => {
    change({ selectedHomeFeed: spec });
    window.scrollTo(0, 0);
  };
  return (
    <Select
      label={reading.chooseFeed}
      value={current?.spec ?? ''}
      options={feeds.map(({ name, spec }) => ({ value: spec, label: reading.feed(name) }))}
      onChange={choose}
      look="title"
    />
  );
}
