import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { WindowVirtualizerHandle } from 'virtua';
import { longDate } from '../../events/core/format.ts';
import type {
  NotificationGroup,
  NotificationSection,
  NotificationTab,
} from '../../events/notifications/groups.ts';
import type { Notification } from '../../events/notifications/notification.ts';
import { minus, type Seconds, seconds } from '../../events/core/time.ts';
import { now } from '../ui/hooks/now.ts';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { EndMark } from '../ui/display/EndMark.tsx';
import { ErrorState } from '../ui/display/ErrorState.tsx';
import { LinkButton } from '../ui/controls/LinkButton.tsx';
import { NoteSkeleton, Skeleton } from '../ui/display/Skeleton.tsx';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import { AHEAD, useKeptFocus, usePlace, Virtualizer } from '../reading/feed/FeedList.tsx';
import { dayOf } from '../ui/hooks/days.ts';
import { HiddenNotifications } from './HiddenNotifications.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './NotificationRows.module.css';
import { exactDay } from './exact-day.ts';
import {
  type NotificationList,
  notificationIntents,
  useNotificationListState,
} from './use-notifications.ts';
import { FailedCause } from '../connection/FailedCause.tsx';
import { useLocale } from '../ui/strings.ts';

interface NotificationRowsProps {
  readonly tab: NotificationTab;
  readonly list: NotificationList | undefined;
  readonly sections: readonly NotificationSection[];
  readonly hidden: readonly Notification[];
  readonly seen: Seconds | undefined;
  readonly inserted: number;
  /** True if new notifications wait above the rows. */
  readonly isBehind: boolean;
  /** True while new ones are not known yet. Rendering now would move the rows later. */
  readonly isLearning: boolean;
}

type Line = { readonly section: NotificationSection } | { readonly group: NotificationGroup };

/** Assumed height of a row before it is measured, in pixels. */
const HEIGHT = 130;

/** The list of a tab: new ones first, then day by day. Only rows near the window are rendered. */
export function NotificationRows({
  tab,
  list,
  sections,
  hidden,
  seen,
  inserted,
  isBehind,
  isLearning,
}: NotificationRowsProps) {
  const words = useNotificationStrings();
  const state = useNotificationListState(list);
  const lines = sections.flatMap((section): Line[] => [
    { section },
    ...section.groups.map((group) => ({ group })),
  ]);
  const handle = useRef<WindowVirtualizerHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const label = words.list(words.tabs[tab]);
  const { place, keep } = usePlace(handle, label, lines.length);
  const focus = useKeptFocus(box);
  const [held, setHeld] = useState(inserted);
  const [isTop, setIsTop] = useState(true);
  // oxlint-disable-next-line react/set-state-in-effect -- it must be drawn once with `shift` and then without
  useEffect(() => setHeld(inserted), [inserted]);
  useEffect(() => {
    // The pressed button of the new rows is gone.
    if (inserted > 0 && document.activeElement === document.body)
      box.current?.focus({ preventScroll: true });
  }, [inserted]);
  const askMore = () => {
    const view = handle.current;
    const isNear = view
      ? view.findItemIndex(view.scrollOffset + view.viewportSize) >= lines.length - AHEAD
      : lines.length < AHEAD;
    if (list && isNear && state !== 'ended' && state !== 'failed') notificationIntents.more(list);
  };
  useEffect(askMore);
  if (state === 'loading' || isLearning) return <Skeleton />;
  if (lines.length === 0) return <Nothing tab={tab} list={list} hidden={hidden} />;
  return (
    <section ref={box} tabIndex={-1} aria-label={label} className={styles.list} {...focus.props}>
      <Virtualizer
        handle={handle}
        itemSize={HEIGHT}
        data={lines}
        shift={inserted !== held && !isTop}
        onScroll={() => {
          focus.rescue();
          setIsTop((handle.current?.scrollOffset ?? 0) <= 0);
          askMore();
        }}
        onScrollEnd={keep}
        {...(place ? { cache: place.cache } : {})}
      >
        {(line) =>
          'section' in line ? (
            <Separator key={line.section.key} section={line.section} seen={seen} />
          ) : (
            <NotificationRow key={line.group.key} group={line.group} isPlain={seen === undefined} />
          )
        }
      </Virtualizer>
      {hidden.length > 0 && <HiddenNotifications hidden={hidden} />}
      {list && <Foot list={list} isBehind={isBehind} />}
    </section>
  );
}

function Separator({
  section,
  seen,
}: {
  readonly section: NotificationSection;
  readonly seen: Seconds | undefined;
}) {
  const locale = useLocale();
  const words = useNotificationStrings();
  return (
    <h2 className={styles.since}>
      {section.isNew ? (
        <Day name={words.isNew}>
          {seen !== undefined && seen > NEVER && words.newSince(exactDay(seen, locale))}
        </Day>
      ) : (
        <DayName at={section.at} />
      )}
    </h2>
  );
}

/** `NEVER`: the marker of an account that never marked notifications as seen. */
const NEVER = seconds(0);
const DAY = seconds(24 * 60 * 60);

function DayName({ at }: { readonly at: Seconds }) {
  const locale = useLocale();
  const words = useNotificationStrings();
  const day = dayOf(at);
  const name =
    day === dayOf(now())
      ? words.today
      : day === dayOf(minus(now(), DAY))
        ? words.yesterday
        : undefined;
  return name === undefined ? (
    <Day name={longDate(at, locale)} />
  ) : (
    <Day name={name}>{longDate(at, locale)}</Day>
  );
}

function Day({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    <>
      {name} {children && <span>{children}</span>}
    </>
  );
}

function Nothing({ tab, list, hidden }: Pick<NotificationRowsProps, 'tab' | 'list' | 'hidden'>) {
  const words = useNotificationStrings();
  const state = useNotificationListState(list);
  const retry = () => list && notificationIntents.retry(list);
  if (state === 'failed' || state === 'refused')
    return (
      <ErrorState title={state === 'failed' ? words.failed : words.refused} onRetry={retry}>
        {state === 'failed' ? <FailedCause /> : words.refusedCause}
      </ErrorState>
    );
  if (state !== 'ended') return <Skeleton />;
  return (
    <>
      <EmptyState
        title={words.empty[tab].title}
        action={<LinkButton to="/explore?tab=people">{words.findPeople}</LinkButton>}
      >
        {words.empty[tab].text}
      </EmptyState>
      {hidden.length > 0 && <HiddenNotifications hidden={hidden} />}
    </>
  );
}

interface FootProps {
  readonly list: NotificationList;
  readonly isBehind: boolean;
}

function Foot({ list, isBehind }: FootProps) {
  const words = useNotificationStrings();
  const state = useNotificationListState(list);
  if (state === 'ended') return <EndMark>{isBehind ? words.oldest : words.end}</EndMark>;
  if (state !== 'failed') return <NoteSkeleton />;
  return (
    <ErrorState title={words.moreFailed} onRetry={() => notificationIntents.retry(list)}>
      <FailedCause />
    </ErrorState>
  );
}
