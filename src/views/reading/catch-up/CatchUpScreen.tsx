import { useEffect, useState } from 'react';
import { exactTime } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { homeSpec } from '../../../events/reading/feed/home.ts';
import {
  readPlace,
  type ReadingPlace,
  withPlace,
} from '../../../events/reading/feed/reading-place.ts';
import { readFeedSpec } from '../../../events/reading/feed/parse-feed-spec.ts';
import { inSeconds, seconds, type Seconds } from '../../../events/core/time.ts';
import { useAccount, useChangeSettings, useSetting } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useQueryParam } from '../../ui/navigation/query-param.ts';
import { Discover } from '../explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useCatchUpStrings } from '../../ui/strings/catch-up.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { CatchUpGroups } from './CatchUpGroups.tsx';
import styles from './CatchUp.module.css';
import { type Feed, feedIntents, useFeed, useFeedState } from '../feed/use-feed.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { useMissed } from './use-missed.ts';

/** Notes that are fetched at once, and in total. */
const PAGE = 100;
const MOST = 300;

/**
 * Notes that a reader missed in a feed, by author and by popularity (BEYOND-11). `?feed=` names it,
 * else it is the home feed.
 */
export function CatchUpScreen() {
  const words = useCatchUpStrings();
  const account = useAccount();
  const chosen = useSetting('selectedHomeFeed');
  const [asked] = useQueryParam('feed');
  const [start] = useQueryParam('since');
  const spec = homeSpec(asked ?? chosen, account !== undefined);
  const kept = useSetting('readingPlaces');
  const [place] = useState(() => readPlace(kept, spec));
  return (
    <>
      <Column title={words.title} back under={<ConnectionStrip />}>
        {place ? (
          <CatchUp spec={spec} place={place} since={sinceIn(start) ?? place.newest.at} />
        ) : (
          <EmptyState title={words.unknown}>{words.unknownText}</EmptyState>
        )}
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

/** Read the time from which the feed counts as missed. */
function sinceIn(text: string | undefined): Seconds | undefined {
  return text !== undefined && /^\d{1,10}$/.test(text) ? seconds(Number(text)) : undefined;
}

interface CatchUpProps {
  readonly spec: string;
  /** The stored place. It may be later than `since`, if the reader has seen the line meanwhile. */
  readonly place: ReadingPlace;
  readonly since: Seconds;
}

function CatchUp(props: CatchUpProps) {
  const { spec } = props;
  const since = inSeconds(props.since);
  const feed = useFeed({
    kind: 'feed',
    key: `feed:catch-up:${since}:${spec}`,
    input: { base: query('mega_feed_directive', { spec, since }), pageSize: PAGE },
  });
  return feed ? <Missed feed={feed} {...props} /> : <Skeleton />;
}

function Missed({ feed, spec, place, since }: CatchUpProps & { readonly feed: Feed }) {
  const words = useCatchUpStrings();
  const { app, locale } = useStrings();
  const state = useFeedState(feed);
  const missed = useMissed(feed, since);
  const { count } = missed;
  useEffect(() => {
    if (state !== 'loading' && state !== 'more' && state !== 'ended' && count < MOST)
      feedIntents.more(feed);
  }, [feed, state, count]);
  if (state === 'loading') return <Skeleton />;
  if (count === 0 && (state === 'failed' || state === 'refused'))
    return (
      <ErrorState title={words.failed} onRetry={() => feedIntents.retry(feed)}>
        <FailedCause />
      </ErrorState>
    );
  if (count === 0)
    return (
      <EmptyState
        title={words.nothing}
        action={<LinkButton to="/home">{app.action.goHome}</LinkButton>}
      >
        {words.nothingText}
      </EmptyState>
    );
  return (
    <section className={styles.catch} aria-label={words.title}>
      <h2 className={styles.title}>
        {words.missed(count, state === 'ended', exactTime(since, locale))}
      </h2>
      <p className={styles.from}>{words.from(missed.authors.length, missed.minutes)}</p>
      <CatchUpGroups missed={missed} />
      <Foot spec={spec} place={place} newest={missed.newest} />
    </section>
  );
}

interface FootProps {
  readonly spec: string;
  readonly place: ReadingPlace;
  readonly newest: ReadingPlace['newest'] | undefined;
}

/** Return the page that lists the feed in its own order. */
function pageOf(spec: string): string {
  return readFeedSpec(spec)?.['kind'] === 'reads' ? '/reads' : '/home';
}

/** Buttons that mark everything as read, and that restore the previous reading place. */
function Foot({ spec, place, newest }: FootProps) {
  const words = useCatchUpStrings();
  const kept = useSetting('readingPlaces');
  const change = useChangeSettings();
  const [isMarked, setIsMarked] = useState(false);
  const mark = (on: boolean) => {
    if (!newest) return;
    change({
      readingPlaces: withPlace(kept, spec, on ? { newest, top: { ...newest, offset: 0 } } : place),
    });
    setIsMarked(on);
  };
  return (
    <div className={styles.foot}>
      <span role="status">{isMarked && words.marked}</span>
      {isMarked ? (
        <Button compact tone="quiet" onClick={() => mark(false)}>
          {words.undo}
        </Button>
      ) : (
        <Button compact tone="quiet" icon="checks" onClick={() => mark(true)}>
          {words.markRead}
        </Button>
      )}
      <LinkButton compact to={pageOf(spec)}>
        {words.inOrder}
      </LinkButton>
    </div>
  );
}
