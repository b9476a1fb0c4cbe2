import { use, useState } from 'react';
import { fullNumber } from '../../events/app/format.ts';
import { query } from '../../events/connection/verbs.ts';
import { profileFeedSpec } from '../../events/reading/account-feeds.ts';
import { printFeedSpec } from '../../events/reading/feed-spec.ts';
import { PAGE_SIZE } from '../../events/reading/home.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { Tabs } from '../app/primitives/Tabs.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useQueryParam } from '../app/query-param.ts';
import { useProfileStrings } from '../app/strings/profile.ts';
import { useFeed } from '../reading/use-feed.ts';
import { FeedList } from '../reading/FeedList.tsx';
import { MEDIA_GRID } from './media-grid.tsx';
import { PeopleList } from './PeopleList.tsx';
import { ProfileRelays } from './ProfileRelays.tsx';
import { ProfileZaps } from './ProfileZaps.tsx';

const FEEDS = ['notes', 'replies', 'reads', 'media'] as const;
const TABS = [...FEEDS, 'zaps', 'followers', 'following', 'relays'] as const;
type Tab = (typeof TABS)[number];

/** What an account has written, received and named, by kind (PROFILE-02). */
export function ProfileFeed({ pubkey }: { readonly pubkey: string }) {
  const account = useProfileStrings();
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  const [asked, ask] = useQueryParam('tab');
  const tab = TABS.find((one) => one === asked) ?? 'notes';
  const counts: Record<Tab, number | undefined> = {
    notes: stats?.notes,
    replies: stats?.replies,
    reads: stats?.articles,
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
        tabs={TABS.map((id) => ({ id, label: account.tabs[id], count: counts[id] === undefined ? undefined : fullNumber(counts[id]) }))}
        current={tab}
        onSelect={(id) => ask(id === 'notes' ? undefined : id)}
        panel={`profile-${tab}`}
      />
      <div id={`profile-${tab}`} role="tabpanel" aria-label={account.tabs[tab]}>
        <Panel key={tab} pubkey={pubkey} tab={tab} />
      </div>
    </>
  );
}

function Panel({ pubkey, tab }: { readonly pubkey: string; readonly tab: Tab }) {
  const { tabs } = useProfileStrings();
  const feed = FEEDS.find((one) => one === tab);
  if (feed) return <TabFeed pubkey={pubkey} tab={feed} />;
  if (tab === 'zaps') return <ProfileZaps pubkey={pubkey} />;
  if (tab === 'followers' || tab === 'following') return <PeopleList order={{ of: tab, pubkey }} label={tabs[tab]} />;
  return <ProfileRelays pubkey={pubkey} />;
}

function TabFeed({ pubkey, tab }: { readonly pubkey: string; readonly tab: (typeof FEEDS)[number] }) {
  const account = useProfileStrings();
  const [spec] = useState(() => printFeedSpec(profileFeedSpec(pubkey, tab)));
  const feed = useFeed({
    kind: 'feed',
    key: `feed:${tab}:${pubkey}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: PAGE_SIZE },
  });
  const shell = use(ShellContext);
  const isOwn = shell?.account?.pubkey === pubkey;
  return (
    <>
      {shell?.own && isOwn && (tab === 'notes' || tab === 'replies') && <shell.own.OwnNotes feed={feed} of={tab} />}
      <FeedList feed={feed} label={account.tabs[tab]} empty={account.nothing[tab]} {...(tab === 'media' ? { grid: MEDIA_GRID } : {})} />
    </>
  );
}
