import { use } from 'react';
import { DEFAULT_HOME_SPEC, FOLLOWS_SPEC } from '../../events/reading/feed/home.ts';
import { type Feed, useFeedItems } from '../reading/feed/use-feed.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { LinkButton } from '../ui/controls/LinkButton.tsx';
import { ShellContext } from '../ui/hooks/shell-context.ts';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { useActionStrings } from '../ui/strings/actions.ts';
import { usePeopleStrings } from '../ui/strings/people.ts';
import { useFollowsNobody } from '../publish/outbox/use-intents.ts';
import { OwnNotes } from './acts/OwnNotes.tsx';
import styles from './HomeTop.module.css';

/** Chronological feeds, in which an own note is inserted. */
const OWN_FEEDS: readonly string[] = [DEFAULT_HOME_SPEC, FOLLOWS_SPEC];

interface HomeTopProps {
  readonly feed: Feed | undefined;
  readonly spec: string;
}

/** The first row of the home feed, which opens the composer, and the own notes of the feed. */
export function HomeTop({ feed, spec }: HomeTopProps) {
  const { entry: words } = useActionStrings();
  const { account, onNewNote } = use(ShellContext) ?? {};
  if (!account) return null;
  return (
    <>
      {feed && spec === FOLLOWS_SPEC && <Strangers feed={feed} />}
      <div className={styles.entry}>
        <OwnNotes feed={feed} of={OWN_FEEDS.includes(spec) ? 'notes' : undefined} />
        <button type="button" className={styles.write} onClick={onNewNote}>
          <Avatar pubkey={account.pubkey} name={account.name} src={account.picture} />
          {words.note}
        </button>
        <AppLink
          to="/reads/edit"
          className={styles.article}
          aria-label={words.article}
          title={words.article}
        >
          <Icon name="articles" />
        </AppLink>
      </div>
    </>
  );
}

/**
 * Says that the notes are from others. A caching service shows an account without follows the feed
 * of another account (FEED-08).
 */
function Strangers({ feed }: { readonly feed: Feed }) {
  const { home } = usePeopleStrings();
  const followsNobody = useFollowsNobody();
  const { items } = useFeedItems(feed);
  if (!followsNobody || items.length === 0) return null;
  return (
    <Notice
      action={
        <LinkButton compact to="/explore?tab=people">
          {home.suggested}
        </LinkButton>
      }
    >
      {home.strangers}
    </Notice>
  );
}
