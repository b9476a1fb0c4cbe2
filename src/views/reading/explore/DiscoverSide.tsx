import { useMemo, useState } from 'react';
import { canAct } from '../../../events/account/account.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { exploredTopics } from '../../../events/reading/explore/explore.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import text from '../../ui/styles/text.module.css';
import { PersonLine } from '../../account/profile/PersonLine.tsx';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { useUnlisted } from '../../publish/outbox/use-intents.ts';
import { Recommended } from '../moderation/Recommended.tsx';
import { type Feed, useFeedItems } from '../feed/use-feed.ts';
import styles from './DiscoverSide.module.css';
import { TopicRow } from './ExploreTopics.tsx';
import { usePeopleFeed, useTopics } from './use-explore.ts';

const TOPICS = 5;
const PEOPLE = 3;

/** Trending topics and people to follow. */
export function DiscoverSide() {
  return (
    <Recommended>
      <Topics />
      <People />
    </Recommended>
  );
}

function Topics() {
  const words = useExploreStrings();
  const { answer } = useTopics();
  const topics = answer ? exploredTopics(answer.claims).slice(0, TOPICS) : [];
  if (topics.length === 0) return null;
  return (
    <SideSection title={words.side.topics} more={<More tab="topics" />}>
      <ol>
        {topics.map((topic) => (
          <TopicRow key={topic.topic} topic={topic} weight={2} />
        ))}
      </ol>
    </SideSection>
  );
}

function People() {
  const feed = usePeopleFeed();
  return feed && <Gaining feed={feed} />;
}

/** The people who gained the most followers, without those whom the reader knows. */
function Gaining({ feed }: { readonly feed: Feed }) {
  const words = useExploreStrings();
  const hides = useHides();
  const account = useAccount();
  const { items } = useFeedItems(feed);
  const tags = useMemo(() => items.map(({ id }) => follow(id).tag), [items]);
  const { missing, isKnown } = useUnlisted('follows', tags);
  // a person who is followed here stays in sight
  const [kept, setKept] = useState<readonly string[]>();
  if (!kept && items.length > 0 && (isKnown || !canAct(account)))
    setKept(missing.map(([, pubkey = '']) => pubkey));
  const people = (kept ?? [])
    .filter((id) => id !== account?.pubkey && !hides?.user(id))
    .slice(0, PEOPLE);
  if (people.length === 0) return null;
  return (
    <SideSection title={words.side.people} more={<More tab="people" />}>
      <ul className={styles.people}>
        {people.map((pubkey) => (
          <li key={pubkey} className={styles.person}>
            <AccountLink pubkey={pubkey} picture="s" />
            <PersonLine pubkey={pubkey} linked />
            <FollowButton compact pubkey={pubkey} />
          </li>
        ))}
      </ul>
    </SideSection>
  );
}

function More({ tab }: { readonly tab: 'topics' | 'people' }) {
  const words = useExploreStrings();
  return (
    <AppLink to={`/explore?tab=${tab}`} className={text.link} aria-label={words.side.all[tab]}>
      {words.side.more}
    </AppLink>
  );
}
