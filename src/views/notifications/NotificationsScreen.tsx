import { useEffectEvent, useLayoutEffect, useMemo } from 'react';
import { sectionsOf, summaryOf, since, TABS, isUnder } from '../../events/notifications/groups.ts';
import type { Notification } from '../../events/notifications/notification.ts';
import { useFacesOf } from '../account/profile/faces.ts';
import { NeedsAccount } from '../account/NeedsAccount.tsx';
import { useActingSoon } from '../account/use-features.ts';
import { useAccount } from '../ui/hooks/app-context.ts';
import { AppLink } from '../ui/navigation/AppLink.tsx';
import { Column } from '../ui/layout/Column.tsx';
import { AvatarStack } from '../ui/display/AvatarStack.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { Tabs } from '../ui/controls/Tabs.tsx';
import { useQueryParam } from '../ui/navigation/query-param.ts';
import { Discover } from '../reading/explore/Discover.tsx';
import { Side } from '../ui/layout/Side.tsx';
import { useStrings } from '../ui/strings.ts';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import { ConnectionStrip } from '../connection/ConnectionStrip.tsx';
import pill from '../reading/feed/NewNotes.module.css';
import { dayOf } from '../ui/hooks/days.ts';
import { NotificationRows } from './NotificationRows.tsx';
import styles from './NotificationsScreen.module.css';
import { SummaryLine, SummarySide } from './Summary.tsx';
import {
  type NotificationList,
  useMarker,
  useNotificationList,
  useNotificationListState,
  useShownNotifications,
} from './use-notifications.ts';

const FACES = 3;

/** ROUTE-07 at /notifications: the notifications of the account, newest first. */
export function NotificationsScreen() {
  const { app } = useStrings();
  const words = useNotificationStrings();
  const account = useAccount();
  if (account) return <Own key={account.pubkey} />;
  return (
    <>
      <Column title={app.nav.notifications} under={<ConnectionStrip />}>
        <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

function Own() {
  const { app } = useStrings();
  const words = useNotificationStrings();
  const [asked, ask] = useQueryParam('tab');
  const tab = TABS.find((one) => one === asked) ?? 'all';
  const all = useNotificationList('all');
  const list = useNotificationList(tab);
  const state = useNotificationListState(all);
  useActingSoon(state !== 'loading');
  const marker = useMarker(state !== 'loading' && state !== 'failed' && state !== 'refused');
  const ofAll = useShownNotifications(all, 'all');
  const { shown, waiting, hasMoreWaiting, hidden, inserted } = useShownNotifications(list, tab);
  useFillEmpty({ list, isEmpty: shown.length === 0, hasNew: waiting.length > 0 }, marker);
  const everything = [...ofAll.waiting, ...ofAll.shown];
  const hasAny = everything.length + ofAll.hidden.length > 0;
  const seen = marker?.boundary;
  const fresh = seen === undefined ? [] : since(everything, seen);
  const sections = useMemo(() => sectionsOf(shown, { seen, dayOf }), [shown, seen]);
  const isWhole = !ofAll.hasMoreWaiting && (state === 'ended' || fresh.length < everything.length);
  // before the first page nothing is known, and zeros would say that nothing happened
  const summary =
    seen === undefined || (!hasAny && state !== 'ended')
      ? undefined
      : { seen, counts: summaryOf(fresh), isWhole };
  const counts = TABS.map((id) => ({
    id,
    label: words.tabs[id],
    count: fresh.filter((one) => isUnder(id, one)).length,
  }));
  return (
    <>
      <Column
        title={app.nav.notifications}
        actions={
          <>
            {list && (
              <NewPill
                list={list}
                waiting={waiting}
                hasMore={hasMoreWaiting}
                onShow={marker?.showNew}
              />
            )}
            {marker && (
              <span className={styles.wide}>
                <IconButton
                  icon="checks"
                  label={marker.isMarking ? words.marking : words.markAll}
                  disabled={marker.isMarking}
                  onClick={marker.mark}
                />
              </span>
            )}
            <AppLink
              to="/settings/notifications"
              className={styles.settings}
              aria-label={words.settings}
            >
              <Icon name="settings" />
            </AppLink>
          </>
        }
        under={<ConnectionStrip />}
      >
        <div className={styles.tabs}>
          <Tabs
            label={words.tabsLabel}
            tabs={counts.map(({ count, ...one }) =>
              count > 0 ? { ...one, count: words.count(count, isWhole) } : one,
            )}
            current={tab}
            onSelect={(id) => ask(id === 'all' ? undefined : id)}
            panel="notifications-list"
          />
        </div>
        {summary && <SummaryLine summary={summary} />}
        {marker?.isOwed && (hasAny || state !== 'ended') && (
          <Notice
            tone="info"
            action={
              <Button compact tone="quiet" onClick={marker.mark}>
                {words.mark}
              </Button>
            }
          >
            {words.owed}
          </Notice>
        )}
        <div id="notifications-list" role="tabpanel" aria-label={words.tabs[tab]}>
          <NotificationRows
            key={tab}
            tab={tab}
            list={list}
            sections={sections}
            hidden={hidden}
            seen={seen}
            inserted={inserted}
            isBehind={waiting.length > 0}
            isLearning={marker?.isLearning ?? false}
          />
        </div>
      </Column>
      <Side label={words.summary.label}>
        {summary && <SummarySide summary={summary} />}
        <Discover />
      </Side>
    </>
  );
}

/** Show new notifications at once in an empty list, where they move nothing (NOTIF-02). */
function useFillEmpty(
  at: {
    readonly list: NotificationList | undefined;
    readonly isEmpty: boolean;
    readonly hasNew: boolean;
  },
  marker: ReturnType<typeof useMarker>,
): void {
  const state = useNotificationListState(at.list);
  const show = useEffectEvent(() => at.list && marker?.showNew(at.list));
  const isDue = at.isEmpty && at.hasNew && state !== 'loading' && marker?.isLearning === false;
  useLayoutEffect(() => {
    if (isDue) show();
  }, [isDue]);
}

interface NewPillProps {
  readonly list: NotificationList;
  readonly waiting: readonly Notification[];
  /** True if there are more than those that were loaded. */
  readonly hasMore: boolean;
  readonly onShow: ((list: NotificationList) => void) | undefined;
}

/**
 * The number of new notifications and their people (NOTIF-02). Announced to screen readers, because
 * it appears unasked.
 */
function NewPill({ list, waiting, hasMore, onShow }: NewPillProps) {
  const { nav } = useStrings().app;
  const words = useNotificationStrings();
  const count = waiting.length;
  const label = nav.unread(hasMore && count > 0 ? Infinity : count);
  const faces = useFacesOf(
    [...new Set(waiting.slice(0, 12).map(({ actor }) => actor))].slice(0, FACES),
  );
  const show = () => {
    window.scrollTo(0, 0);
    onShow?.(list);
  };
  return (
    <div role="status" className={styles.slot}>
      {count > 0 && onShow && (
        <button
          type="button"
          className={pill.pill}
          onClick={show}
          aria-label={words.showNew(label)}
        >
          {count < 100 && <AvatarStack faces={faces} most={FACES} className={pill.faces} />}
          {label}
        </button>
      )}
    </div>
  );
}
