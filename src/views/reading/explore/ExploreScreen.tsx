import { EXPLORE_TABS, type ExploreTab } from '../../../events/reading/explore/explore.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { useQueryParam } from '../../ui/navigation/query-param.ts';
import { Side } from '../../ui/layout/Side.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { ExploreMedia, ExplorePeople, ExploreZaps } from './ExploreLists.tsx';
import { ExploreNotesBar } from './ExploreNotesBar.tsx';
import { ExploreTopics } from './ExploreTopics.tsx';
import { FeedMarket } from './FeedMarket.tsx';
import { Discover } from './Discover.tsx';
import { HomeFeedsSide } from '../feed/HomeFeedsSide.tsx';
import { NetCounts } from './NetCounts.tsx';
import { Recommended } from '../moderation/Recommended.tsx';

const PANELS: Readonly<Record<ExploreTab, () => React.ReactNode>> = {
  feeds: () => (
    <>
      <ExploreNotesBar />
      <FeedMarket />
    </>
  ),
  people: () => <ExplorePeople />,
  zaps: () => <ExploreZaps />,
  media: () => <ExploreMedia />,
  topics: () => <ExploreTopics />,
};

/**
 * Feeds, people, zaps, media and topics to discover, and network statistics (ROUTE-05, EXPLORE-01).
 */
export function ExploreScreen() {
  const words = useExploreStrings();
  const [asked, ask] = useQueryParam('tab');
  const tab = EXPLORE_TABS.find((one) => one === asked) ?? 'feeds';
  return (
    <>
      <Column title={words.title} under={<ConnectionStrip />}>
        <Tabs
          label={words.tabsLabel}
          tabs={EXPLORE_TABS.map((id) => ({ id, label: words.tabs[id] }))}
          current={tab}
          onSelect={(id) => ask(id === 'feeds' ? undefined : id)}
          panel={`explore-${tab}`}
        />
        <NetCounts />
        <div id={`explore-${tab}`} role="tabpanel" aria-label={words.tabs[tab]}>
          <Recommended>{PANELS[tab]()}</Recommended>
        </div>
      </Column>
      <Side>
        <HomeFeedsSide />
        <Discover />
      </Side>
    </>
  );
}
