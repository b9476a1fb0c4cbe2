import { use, useEffect, useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { profileFeedSpec } from '../../../events/reading/feed/account-feeds.ts';
import { printFeedSpec } from '../../../events/reading/feed/feed-spec.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useQueryParam } from '../../ui/navigation/query-param.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { ARTICLE_ROWS } from '../../reading/article/article-rows.tsx';
import { useFeed } from '../../reading/feed/use-feed.ts';
import { FeedList } from '../../reading/feed/FeedList.tsx';
import { NewNotes } from '../../reading/feed/NewNotes.tsx';
import { MEDIA_GRID } from '../../reading/feed/media-grid.tsx';
import { useLocale } from '../../ui/strings.ts';

const FEEDS = ['notes', 'replies', 'reads', 'media'] as const;
const TABS = [
  'notes',
  'replies',
  'reads',
  'drafts',
  'media',
  'zaps',
  'followers',
  'following',
  'relays',
] as const;
type Tab = (typeof TABS)[number];
type FeedTab = (typeof FEEDS)[number];

const isFeed = (tab: Tab): tab is FeedTab => FEEDS.some((one) => one === tab);

interface ProfileFeedProps {
  readonly pubkey: string;
  /** True while it is unknown whether it may be shown: it is requested, but not rendered. */
  readonly waits: boolean;
}

/**
 * An account's posts, media, zaps and relays, by tab. Drafts are only for their author, who has the
 * key (PROFILE-02).
 */
export function ProfileFeed({ pubkey, waits }: ProfileFeedProps) {
  const locale = useLocale();
  const account = useProfileStrings();
  const me = useAccount();
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  const [asked, ask] = useQueryParam('tab');
  useEffect(() => {
    // If preloading fails, opening a tab loads it again.
    const timer = setTimeout(() => void Panel.preload().catch(() => undefined), CALM);
    return () => clearTimeout(timer);
  }, []);
  const hasDrafts = me?.pubkey === pubkey && me.method !== 'readonly';
  const tabs = TABS.filter((one) => one !== 'drafts' || hasDrafts);
  const tab = tabs.find((one) => one === asked) ?? 'notes';
  const counts: Record<Tab, number | undefined> = {
    notes: stats?.notes,
    replies: stats?.replies,
    reads: stats?.articles,
    // The service's count includes deleted drafts.
    drafts: undefined,
    media: stats?.media,
    zaps: stats?.zaps,
    followers: stats?.followers,
    following: stats?.follows,
    relays: stats?.relays,
  };
  return (
    <>
      <Tabs
        label={account.tabsLabel}
        tabs={tabs.map((id) => ({
          id,
          label: account.tabs[id],
          count: counts[id] === undefined ? undefined : fullNumber(counts[id], locale),
        }))}
        current={tab}
        onSelect={(id) => ask(id === 'notes' ? undefined : id)}
        panel={`profile-${tab}`}
      />
      <div id={`profile-${tab}`} role="tabpanel" aria-label={account.tabs[tab]}>
        {isFeed(tab) ? (
          <TabFeed key={tab} pubkey={pubkey} waits={waits} tab={tab} />
        ) : (
          <Panel key={tab} pubkey={pubkey} tab={tab} />
        )}
      </div>
    </>
  );
}

const Panel = lazyPart(
  () => import('./ProfilePanel.tsx').then(({ ProfilePanel }) => ProfilePanel),
  {
    Place: () => <Skeleton />,
  },
);

/**
 * Delay between the tabs and the code of their panels, in milliseconds. The content comes first,
 * and a panel still opens at once later.
 */
const CALM = 600;

function TabFeed({ pubkey, waits, tab }: ProfileFeedProps & { readonly tab: FeedTab }) {
  const account = useProfileStrings();
  const [spec] = useState(() => printFeedSpec(profileFeedSpec(pubkey, tab)));
  const feed = useFeed({
    kind: 'feed',
    key: `feed:${tab}:${pubkey}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: PAGE_SIZE },
  });
  const shell = use(ShellContext);
  const isOwn = shell?.account?.pubkey === pubkey;
  const grid = { media: MEDIA_GRID, reads: ARTICLE_ROWS, notes: undefined, replies: undefined }[
    tab
  ];
  if (waits) return grid?.skeleton ?? <Skeleton />;
  return (
    <>
      {shell?.own && isOwn && (tab === 'notes' || tab === 'replies') && (
        <shell.own.OwnNotes feed={feed} of={tab} />
      )}
      <NewNotes feed={feed} />
      <FeedList
        feed={feed}
        label={account.tabs[tab]}
        empty={account.nothing[tab]}
        {...(grid ? { grid } : {})}
      />
    </>
  );
}
