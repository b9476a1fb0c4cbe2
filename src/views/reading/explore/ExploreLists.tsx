import { useEffect, useEffectEvent, useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import {
  keptPeople,
  type PersonItem,
  peopleToKeep,
} from '../../../events/reading/explore/explore.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { readZap } from '../../../events/facts/zap.ts';
import { articleOf, noteOf } from '../../../events/facts/selectors.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import { FollowButton } from '../../publish/lists/FollowButton.tsx';
import { MEDIA_GRID } from '../feed/media-grid.tsx';
import { PersonLine } from '../../account/profile/PersonLine.tsx';
import { useChangeSettings, useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { VisuallyHidden } from '../../ui/display/VisuallyHidden.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ExploreLists.module.css';
import { FeedList } from '../feed/FeedList.tsx';
import { useIsVerified } from '../../money/zaps/use-verified-zaps.ts';
import { ZapCheck } from '../../money/zaps/ZapCheck.tsx';
import { MiniNote } from '../note/MiniNote.tsx';
import { rowGrid } from '../feed/row-grid.tsx';
import { useLocale } from '../../ui/strings.ts';
import { type Feed, useFeed, useFeedItems } from '../feed/use-feed.ts';
import { usePeopleFeed } from './use-explore.ts';

const PEOPLE = rowGrid(69, (item, place) => <PersonRow item={item} place={place} />);
/** Height of a zap before it is measured, in pixels. */
const ZAP_ROW = 93;
const ZAPS = rowGrid(ZAP_ROW, ({ id }, place) => <ZapRow id={id} place={place} />);

/** The people who gained the most followers in the last day (EXPLORE-01, NOTE-22). */
export function ExplorePeople() {
  const words = useExploreStrings();
  const feed = usePeopleFeed();
  const kept = keptPeople(useSetting('trendingUsers'));
  const grid = kept.length === 0 ? PEOPLE : { ...PEOPLE, skeleton: <LastSeen people={kept} /> };
  return (
    <>
      {feed && <KeepPeople feed={feed} />}
      <FeedList
        feed={feed}
        label={words.tabs.people}
        grid={grid}
        empty={<EmptyState title={words.people.empty} />}
      />
    </>
  );
}

/** Saves the people that the service lists first. */
function KeepPeople({ feed }: { readonly feed: Feed }) {
  const change = useChangeSettings();
  const { items } = useFeedItems(feed);
  const isKnown = items.length > 0;
  const keep = useEffectEvent(() => change({ trendingUsers: peopleToKeep(items) }));
  useEffect(() => {
    if (isKnown) keep();
  }, [isKnown]);
  return null;
}

/**
 * The people that this device saw last, until the service lists others (trendingUsers, STATE-02).
 */
function LastSeen({ people }: { readonly people: readonly PersonItem[] }) {
  return people.map((item, at) => <PersonRow key={item.id} item={item} place={at + 1} />);
}

/** The largest zaps of the last day (EXPLORE-01). */
export function ExploreZaps() {
  const words = useExploreStrings();
  const [base] = useState(() => query('explore_zaps', {}));
  const feed = useFeed({
    kind: 'feed',
    key: 'feed:explore:zaps',
    input: { base, pageSize: PAGE_SIZE, reads: { as: 'zaps' } },
  });
  return (
    <FeedList
      feed={feed}
      label={words.tabs.zaps}
      grid={ZAPS}
      empty={<EmptyState title={words.zaps.empty} />}
    />
  );
}

/** Pictures and videos of the network (EXPLORE-01). */
export function ExploreMedia() {
  const words = useExploreStrings();
  const [base] = useState(() => query('explore_media', {}));
  const feed = useFeed({
    kind: 'feed',
    key: 'feed:explore:media',
    input: { base, pageSize: PAGE_SIZE },
  });
  return (
    <FeedList
      feed={feed}
      label={words.tabs.media}
      grid={MEDIA_GRID}
      empty={<EmptyState title={words.media.empty} />}
    />
  );
}

function PersonRow({
  item: { id, gain },
  place,
}: {
  readonly item: PersonItem;
  readonly place: number;
}) {
  const locale = useLocale();
  const { people } = useExploreStrings();
  const hides = useHides();
  if (hides?.user(id)) return null;
  return (
    <article className={styles.person} tabIndex={-1} aria-posinset={place} aria-setsize={-1}>
      <AccountLink pubkey={id} picture="m" />
      <PersonLine pubkey={id} linked />
      <p className={styles.gain}>
        {gain && gain.increase > 0 && (
          <b>
            +{fullNumber(gain.increase, locale)} <VisuallyHidden>{people.gained}</VisuallyHidden>
          </b>
        )}
        {gain && <span className={cx(text.small, text.muted)}>{people.followers(gain.count)}</span>}
      </p>
      <FollowButton compact pubkey={id} />
    </article>
  );
}

function ZapRow({ id, place }: { readonly id: string; readonly place: number }) {
  const locale = useLocale();
  const { zaps } = useExploreStrings();
  const hides = useHides();
  const receipt = useFacts((facts) => noteOf(facts, id));
  const zap = receipt && readZap(receipt);
  const target = zap?.target;
  const zapped = useFacts((facts) =>
    target === undefined ? undefined : (noteOf(facts, target) ?? articleOf(facts, target)),
  );
  const isListed = useIsVerified(zap);
  if (!zap || isListed === false || hides?.user(zap.receiver) || (zapped && hides?.(zapped)))
    return null;
  if (!isListed) return <div style={{ height: ZAP_ROW }} aria-hidden />;
  return (
    <article
      className={styles.zap}
      tabIndex={-1}
      data-row={id}
      aria-posinset={place}
      aria-setsize={-1}
    >
      <p className={styles.sats}>
        <Icon name="zap" className={styles.bolt} />
        {fullNumber(Math.floor(zap.amountMsats / 1_000), locale)}
      </p>
      <p className={styles.who}>
        <AccountLink pubkey={zap.sender} picture="xs" />
        <AccountLink pubkey={zap.sender} className={cx(text.strong, text.cut)} />
        <Icon name="right" size="s" label={zaps.to} className={styles.arrow} />
        <AccountLink pubkey={zap.receiver} className={text.cut} />
        <span className={styles.time}>
          <Time at={zap.createdAt} />
        </span>
      </p>
      {zap.message !== '' && (
        <p className={cx(styles.message, text.small, text.cut)} dir="auto">
          {zap.message}
        </p>
      )}
      <ZapCheck zap={zap} />
      {zapped && (
        <ul className={styles.zapped}>
          <MiniNote id={zapped.id} />
        </ul>
      )}
    </article>
  );
}
