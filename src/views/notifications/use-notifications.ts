import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useLocation } from 'react-router';
import { groupAsked, isUnder, type NotificationTab } from '../../events/notifications/groups.ts';
import type { Notification } from '../../events/notifications/notification.ts';
import type { Seconds } from '../../events/core/time.ts';
import { notifications } from '../../machines/app/screen-logic.ts';
import {
  type NotificationListActor,
  notificationListMachine,
} from '../../machines/notifications/notification-list.machine.ts';
import type { NotificationsActor } from '../../machines/notifications/notifications.machine.ts';
import { useFeature } from '../account/use-features.ts';
import { useScreen, useScreens } from '../ui/hooks/app-context.ts';
import { now } from '../ui/hooks/now.ts';
import { type PageState, pageStateOf } from '../reading/feed/page-state.ts';
import { useHiddenIn } from './use-unread.ts';

notifications.register(notificationListMachine);

export type NotificationList = NotificationListActor;

const NONE: readonly Notification[] = [];

/** Return the list that feeds a tab. */
export function useNotificationList(tab: NotificationTab): NotificationList | undefined {
  const group = groupAsked(tab);
  const key = `notifications:${group}` as const;
  useScreen({ kind: 'notifications', key, input: { group } });
  return useSelector(useScreens(), ({ children }): NotificationList | undefined => children[key]);
}

export function useNotificationListState(of: NotificationList | undefined): PageState {
  return useSelector(of, pageStateOf);
}

interface ShownNotifications {
  readonly shown: readonly Notification[];
  readonly waiting: readonly Notification[];
  /** True if more are waiting than were loaded. */
  readonly hasMoreWaiting: boolean;
  /** Notifications that the reader's lists hide. */
  readonly hidden: readonly Notification[];
  readonly inserted: number;
}

/** Return the notifications of a tab that are not hidden (BEYOND-08). */
export function useShownNotifications(
  of: NotificationList | undefined,
  tab: NotificationTab,
): ShownNotifications {
  const list = useSelector(of, (snapshot) => snapshot?.context.list ?? NONE);
  const waiting = useSelector(of, (snapshot) => snapshot?.context.waiting ?? NONE);
  const inserted = useSelector(of, (snapshot) => snapshot?.context.inserted ?? 0);
  const hasMoreWaiting = useSelector(of, (snapshot) => snapshot?.context.hasGap ?? false);
  const ids = useHiddenIn(useMemo(() => [...waiting, ...list], [waiting, list]));
  return useMemo(() => {
    const hidden = new Set(ids);
    const under = (all: readonly Notification[], isOut: boolean) =>
      all.filter((one) => isUnder(tab, one) && hidden.has(one.id) === isOut);
    return {
      shown: under(list, false),
      waiting: under(waiting, false),
      hasMoreWaiting,
      hidden: under(list, true),
      inserted,
    };
  }, [list, waiting, hasMoreWaiting, ids, tab, inserted]);
}

export const notificationIntents = {
  more: (of: NotificationList) => of.send({ type: 'list.loadMore' }),
  retry: (of: NotificationList) => of.send({ type: 'list.retry' }),
};

interface Marker {
  /** Time of the newest seen notification before the list was opened. `undefined` if unknown. */
  readonly boundary: Seconds | undefined;
  readonly isLearning: boolean;
  /** True if the service does not know yet that they were seen. */
  readonly isOwed: boolean;
  readonly isMarking: boolean;
  readonly mark: () => void;
  /** Records that new ones were added to the list. */
  readonly showNew: (of: NotificationList) => void;
}

/**
 * Return the account's marker of seen notifications. It is set a moment after the list has loaded
 * (NOTIF-05).
 */
export function useMarker(isHere: boolean): Marker | undefined {
  const actor = useFeature('notifications');
  const state = useSelector(
    actor,
    (snapshot) =>
      snapshot && {
        boundary: snapshot.context.boundary ?? snapshot.context.seen,
        isLearning: snapshot.hasTag('learning'),
        isOwed: snapshot.hasTag('owed'),
        isMarking: snapshot.hasTag('marking'),
      },
    shallowEqual,
  );
  useEffect(() => actor?.send({ type: 'notifications.expected' }), [actor]);
  const isOpen = isHere && state?.isLearning === false;
  const { key } = useLocation();
  const opened = useEffectEvent((of: NotificationsActor) => open(of, key));
  const left = useEffectEvent((of: NotificationsActor) =>
    of.send({ type: 'notifications.left', visit: key }),
  );
  useEffect(() => {
    if (!actor || !isOpen) return undefined;
    opened(actor);
    return () => left(actor);
  }, [actor, isOpen]);
  if (!actor || !state) return undefined;
  return {
    ...state,
    mark: () => actor.send({ type: 'notifications.mark', now: now() }),
    showNew: (of) => {
      of.send({ type: 'list.showNew' });
      open(actor, key);
    },
  };
}

function open(actor: NotificationsActor, visit: string): void {
  actor.send({ type: 'notifications.opened', now: now(), visit });
}
