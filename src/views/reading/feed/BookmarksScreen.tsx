import { useState } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { isRowHidden, listOf } from '../../../events/facts/selectors.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { bookmarksFeedSpec } from '../../../events/reading/feed/account-feeds.ts';
import { printFeedSpec } from '../../../events/reading/feed/feed-spec.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useAccount, useChangeSettings, useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { useQueryParam } from '../../ui/navigation/query-param.ts';
import { Discover } from '../explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useBookmarkStrings } from '../../ui/strings/bookmarks.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { ARTICLE_ROWS } from '../article/article-rows.tsx';
import text from '../../ui/styles/text.module.css';
import { Unfiltered } from '../moderation/Unfiltered.tsx';
import { type Feed, useFeed, useFeedItems } from './use-feed.ts';
import styles from './BookmarksScreen.module.css';
import { FeedList } from './FeedList.tsx';

const TABS = ['notes', 'reads'] as const;
type Tab = (typeof TABS)[number];

/**
 * FEED-11 at /bookmarks: the notes and articles that the current user bookmarked. The last used tab
 * opens first (STATE-01).
 */
export function BookmarksScreen() {
  const { app } = useStrings();
  const words = useBookmarkStrings();
  const account = useAccount();
  return (
    <>
      <Column title={app.nav.bookmarks} under={<ConnectionStrip />}>
        {account ? (
          <Bookmarks pubkey={account.pubkey} />
        ) : (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        )}
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

function Bookmarks({ pubkey }: { readonly pubkey: string }) {
  const words = useBookmarkStrings();
  const [asked, ask] = useQueryParam('tab');
  const change = useChangeSettings();
  const last = useSetting('selectedBookmarksFeed');
  const tab = TABS.find((one) => one === asked) ?? TABS.find((one) => one === last) ?? 'notes';
  const select = (selectedBookmarksFeed: string) => {
    change({ selectedBookmarksFeed });
    ask(selectedBookmarksFeed);
  };
  return (
    <>
      <Tabs
        label={words.tabsLabel}
        tabs={TABS.map((id) => ({ id, label: words.tabs[id] }))}
        current={tab}
        onSelect={select}
        panel={`bookmarks-${tab}`}
      />
      <div id={`bookmarks-${tab}`} role="tabpanel" aria-label={words.tabs[tab]}>
        <TabFeed key={tab} pubkey={pubkey} tab={tab} />
      </div>
    </>
  );
}

function TabFeed({ pubkey, tab }: { readonly pubkey: string; readonly tab: Tab }) {
  const words = useBookmarkStrings();
  const [spec] = useState(() => printFeedSpec(bookmarksFeedSpec(pubkey, tab)));
  const list = useFacts((facts) => listOf(facts, KIND.Bookmarks, pubkey)?.id);
  // a list that changed since the last visit is asked for again; a change while it is shown waits
  const [version] = useState(list);
  const feed = useFeed({
    kind: 'feed',
    key: `feed:bookmarks:${tab}:${pubkey}:${version ?? ''}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: PAGE_SIZE },
  });
  const [isUnfiltered, setIsUnfiltered] = useState(false);
  const rows = (
    <FeedList
      feed={feed}
      label={words.tabs[tab]}
      empty={words.empty}
      {...(tab === 'reads' ? { grid: ARTICLE_ROWS } : {})}
    />
  );
  return (
    <>
      {feed && <HiddenBookmarks feed={feed} isShown={isUnfiltered} onShow={setIsUnfiltered} />}
      {isUnfiltered ? <Unfiltered>{rows}</Unfiltered> : rows}
    </>
  );
}

interface HiddenBookmarksProps {
  readonly feed: Feed;
  readonly isShown: boolean;
  readonly onShow: (isShown: boolean) => void;
}

/** The number of loaded bookmarks that the reader's lists hide. Shows them on request. */
function HiddenBookmarks({ feed, isShown, onShow }: HiddenBookmarksProps) {
  const words = useBookmarkStrings();
  const hides = useHides();
  const { items } = useFeedItems(feed);
  const count = useFacts((facts) =>
    hides ? items.filter((item) => isRowHidden(facts, item, hides)).length : 0,
  );
  if (count === 0) return null;
  return (
    <p className={styles.hidden}>
      <span role="status" className={cx(text.small, text.muted)}>
        {words.hidden(count)}
      </span>
      <Button compact tone="quiet" onClick={() => onShow(!isShown)}>
        {isShown ? words.hideHidden : words.showHidden}
      </Button>
    </p>
  );
}
