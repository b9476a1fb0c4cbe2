import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'react-router';
import { canAct } from '../../../events/account/account.ts';
import { fullNumber } from '../../../events/core/format.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  type InteractionKind,
  interactionsOf,
} from '../../../events/reading/thread/interactions.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { provideActReader } from '../../../machines/reading/thread/act-reader.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useReactionStrings } from '../../ui/strings/reactions.ts';
import { EventTips } from '../../money/monero/MoneroTips.tsx';
import { ReactionRow } from './ReactionRow.tsx';
import styles from './ReactionsDialog.module.css';
import { type Feed, feedIntents, useFeed, useFeedItems, useFeedState } from '../feed/use-feed.ts';
import { useQuoteCount } from '../note/use-quote-count.ts';
import { FailedCause } from '../../connection/FailedCause.tsx';
import { useLocale } from '../../ui/strings.ts';

const EventNutzaps = lazyPart(() =>
  import('../../money/nutzaps/EventNutzaps.tsx').then((code) => code.EventNutzaps),
);

const TABS: readonly InteractionKind[] = ['likes', 'zaps', 'reposts', 'quotes'];

/**
 * The likes, zaps, reposts and quotes of an event (NOTE-14). A link in it navigates and closes the
 * dialog.
 */
export function ReactionsDialog({
  event,
  onClose,
}: {
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}) {
  const locale = useLocale();
  const words = useReactionStrings();
  const panel = useId();
  const account = useAccount();
  const [tab, setTab] = useState<InteractionKind>('likes');
  // Each opening requests the list again, because a cached list would lack newer reactions.
  const [opened] = useState(() => Date.now());
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const quotes = useQuoteCount(event.id);
  // A note's count of reposts includes quotes, so it is known only after the quotes are counted.
  const reposts = stats && quotes !== undefined ? Math.max(0, stats.reposts - quotes) : undefined;
  const counts: Record<InteractionKind, number | undefined> = {
    likes: stats?.likes,
    zaps: stats?.zaps,
    reposts,
    quotes,
  };
  const count = (id: InteractionKind) =>
    counts[id] === undefined ? undefined : fullNumber(counts[id], locale);
  const { key } = useLocation();
  const [place] = useState(key);
  const leave = useEffectEvent(onClose);
  useEffect(() => {
    if (key !== place) leave();
  }, [key, place]);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Tabs
        label={words.tabsLabel}
        tabs={TABS.map((id) => ({ id, label: words.tabs[id], count: count(id) }))}
        current={tab}
        panel={panel}
        onSelect={(id) => setTab(TABS.find((one) => one === id) ?? 'likes')}
      />
      <div id={panel} role="tabpanel" aria-label={words.tabs[tab]} className={styles.panel}>
        <ActList key={tab} event={event} tab={tab} opened={opened} />
        {tab === 'zaps' && canAct(account) && <EventNutzaps event={event} />}
        {tab === 'zaps' && <EventTips event={event} />}
      </div>
    </Dialog>
  );
}

provideActReader();

interface ActListProps {
  readonly event: VerifiedEvent;
  readonly tab: InteractionKind;
  readonly opened: number;
}

function ActList({ event, tab, opened }: ActListProps) {
  const [{ base, acts }] = useState(() => interactionsOf(event, tab));
  const feed = useFeed({
    kind: 'feed',
    key: `feed:${tab}:${event.id}:${opened}`,
    input: { base, pageSize: PAGE_SIZE, reads: { as: 'acts', acts } },
  });
  return feed ? <Listed feed={feed} tab={tab} /> : <Skeleton rows={1} />;
}

function Listed({ feed, tab }: { readonly feed: Feed; readonly tab: InteractionKind }) {
  const words = useReactionStrings();
  const hides = useHides();
  const { items } = useFeedItems(feed);
  const { length } = items;
  // A partial page is usually the last one. Ask for one more page, so that no useless button is
  // offered.
  useEffect(() => {
    if (length % PAGE_SIZE !== 0) feedIntents.more(feed);
  }, [feed, length]);
  return (
    <>
      <ul aria-label={words.tabs[tab]}>
        {items.map(({ id }) => (
          <ReactionRow key={id} id={id} tab={tab} hides={hides} />
        ))}
      </ul>
      <Rest feed={feed} empty={items.length === 0 ? words.empty[tab] : undefined} />
    </>
  );
}

/** The end of the list. `empty`: text for an empty list, if there are no rows so far. */
function Rest({ feed, empty }: { readonly feed: Feed; readonly empty: string | undefined }) {
  const words = useReactionStrings();
  const state = useFeedState(feed);
  const retry = () => feedIntents.retry(feed);
  if (state === 'loading') return <Skeleton rows={3} />;
  if (state === 'failed')
    return (
      <ErrorState title={empty === undefined ? words.moreFailed : words.failed} onRetry={retry}>
        <FailedCause />
      </ErrorState>
    );
  if (state === 'refused')
    return (
      <ErrorState title={words.refused} onRetry={retry}>
        {words.refusedCause}
      </ErrorState>
    );
  if (state === 'ended') return empty === undefined ? null : <EmptyState title={empty} />;
  return (
    <Button busy={state === 'more'} onClick={() => feedIntents.more(feed)}>
      {words.more}
    </Button>
  );
}
