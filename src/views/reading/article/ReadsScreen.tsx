import { useParams } from 'react-router';
import { canAct } from '../../../events/account/account.ts';
import { query } from '../../../events/connection/verbs.ts';
import { printFeedSpec, topicFeedSpec } from '../../../events/reading/feed/feed-spec.ts';
import { DEFAULT_READS_FEEDS } from '../../../events/reading/feed/default-feeds.ts';
import { DEFAULT_READS_SPEC, homeQuery, PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { menuFeeds, type OwnFeed, shownSpec } from '../../../events/reading/feed/own-feeds.ts';
import { topicsIn } from '../../../events/reading/feed/reads.ts';
import { clipLine } from '../../../events/core/text.ts';
import { useAccount, useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useReadsStrings } from '../../ui/strings/reads.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { AddFeedButton } from '../feed/AddFeedButton.tsx';
import { ARTICLE_ROWS } from './article-rows.tsx';
import { FeedList } from '../feed/FeedList.tsx';
import { NewNotes } from '../feed/NewNotes.tsx';
import { Recommended } from '../moderation/Recommended.tsx';
import { ReadsSide } from './ReadsSide.tsx';
import { TopicChips } from '../explore/TopicChips.tsx';
import { useFeed, useSelected } from '../feed/use-feed.ts';
import { useReadsFeeds } from '../feed/use-own-feeds.ts';
import { WasHere } from '../feed/ReadingPlaceMarker.tsx';

/** Maximum length of a topic in the address, in UTF-16 units. */
const LONGEST_TOPIC = 100;

/** Long articles: a feed of them, or all on one topic (ROUTE-03, FEED-10). */
export function ReadsScreen() {
  const { app, reading } = useStrings();
  const words = useReadsStrings();
  const account = useAccount();
  const { topic: asked = '' } = useParams();
  const topic = clipLine(asked, LONGEST_TOPIC) || undefined;
  const { enabled: feeds } = useReadsFeeds();
  const shown = shownSpec(
    useSetting('selectedReadsFeed') ?? DEFAULT_READS_SPEC,
    feeds,
    useSetting('readsFeeds'),
  );
  const spec = topic === undefined ? shown : printFeedSpec(topicFeedSpec(topic));
  const feed = useFeed({
    kind: 'feed',
    key: 'feed:reads',
    input: { base: homeQuery(spec), pageSize: PAGE_SIZE },
  });
  useSelected(feed, spec, homeQuery);
  const { answer } = useLookup('reads:topics', () => query('get_reads_topics', {}));
  const topics = answer ? topicsIn(answer.claims) : undefined;
  const name = [...feeds, ...DEFAULT_READS_FEEDS].find((one) => one.spec === shown)?.name;
  const title = topic ?? (name === undefined ? app.nav.reads : reading.feed(name));
  return (
    <>
      <Column
        title={title}
        pageTitle={app.nav.reads}
        {...(topic === undefined
          ? {
              ...(feeds.length > 0 && {
                heading: (
                  <ReadsSelect feeds={menuFeeds(feeds, shown, name ?? title)} spec={shown} />
                ),
              }),
              ...(canAct(account) && { actions: <NewArticle /> }),
            }
          : {
              actions: (
                <AddFeedButton page="readsFeeds" feed={{ name: topic, spec, feedkind: 'user' }} />
              ),
            })}
        under={<ConnectionStrip />}
      >
        <TopicChips topics={topics} current={topic} />
        <NewNotes feed={feed} />
        <FeedList
          key={spec}
          feed={feed}
          label={title}
          grid={ARTICLE_ROWS}
          empty={
            <EmptyState title={topic === undefined ? words.empty : words.emptyTopic(topic)}>
              {words.emptyText}
            </EmptyState>
          }
        />
      </Column>
      <Side>
        {feed && <WasHere key={spec} feed={feed} spec={spec} />}
        <Recommended>
          <ReadsSide topics={topics} />
        </Recommended>
      </Side>
    </>
  );
}

function NewArticle() {
  const { newArticle } = useReadsStrings();
  return (
    <LinkButton compact icon="pen" to="/reads/edit">
      {newArticle}
    </LinkButton>
  );
}

function ReadsSelect({
  feeds,
  spec: shown,
}: {
  readonly feeds: readonly OwnFeed[];
  readonly spec: string;
}) {
  const words = useReadsStrings();
  const { reading } = useStrings();
  const change = useChangeSettings();
  const choose = (selectedReadsFeed: string) => {
    change({ selectedReadsFeed });
    window.scrollTo(0, 0);
  };
  return (
    <Select
      label={words.chooseFeed}
      value={shown}
      options={feeds.map(({ name, spec }) => ({ value: spec, label: reading.feed(name) }))}
      onChange={choose}
      look="title"
    />
  );
}
