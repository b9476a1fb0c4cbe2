import type { CallbackActorLogic } from 'xstate';
import type {
  Alert,
  TabsCommand,
  TabsSignal,
  NotificationsTold,
} from '../../machines/notifications/notifications.machine.ts';
import { earlier, inSeconds, seconds } from '../../events/core/time.ts';
import { nowSeconds } from '../core/now.ts';
import { openTabLeader } from '../core/tab-leader.ts';
import type { Storages } from '../core/storage.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

interface DeskDeps extends Pick<Storages, 'account'> {
  readonly locks: LockManager | undefined;
  readonly channel: (name: string) => BroadcastChannel;
  readonly page: Window & { readonly Notification?: typeof Notification };
}

/** An empty state. An earlier page leaves only the time of its last visit. */
const NOTHING: NotificationsTold = {
  total: undefined,
  direct: 0,
  seen: undefined,
  looked: undefined,
  news: [],
  hidden: new Set(),
  unread: 0,
};

/**
 * The `tabs` port of notifications, one run for each account. One tab leads (Web Locks), and tabs
 * share their state. The system shows the unread count if it can, and notifications that the user
 * enabled while the page is hidden.
 */
export function notificationTabs({
  locks,
  channel: open,
  page,
  account,
}: DeskDeps): CallbackActorLogic<TabsCommand, { readonly account: string }> {
  return callbackAdapter<TabsCommand, { readonly account: string }>(
    ({ input, sendBack, receive }) => {
      const name = `starling-notifications-${input.account}`;
      const channel = open(name);
      const shown = new Set<Notification>();
      let badge = 0;
      let isOver = false;
      const report = (signal: TabsSignal): void => {
        if (!isOver) sendBack(signal);
      };
      const leadership = openTabLeader(locks, name, (leading) =>
        report({ type: 'tabs.leadershipChanged', leading }),
      );
      channel.addEventListener('message', ({ data }: MessageEvent<NotificationsTold | null>) =>
        report(data ? { type: 'tabs.received', told: data } : { type: 'tabs.requested' }),
      );
      const local = account(input.account);
      /** Visited notifications stay seen here, even if the service was not notified (NOTIF-04). */
      const keepLooked = ({ looked, seen }: NotificationsTold): void => {
        const kept = local.read('looked');
        const last = typeof kept === 'number' ? kept : 0;
        if (looked !== undefined && inSeconds(looked) > last)
          local.write('looked', inSeconds(looked));
        else if (looked === undefined && seen !== undefined && last > 0 && inSeconds(seen) >= last)
          local.remove('looked');
      };
      const setBadge = (unread: number): void => {
        if (unread === badge) return;
        badge = unread;
        const { navigator } = page;
        // the system shows it only if the app is installed
        if ('setAppBadge' in navigator)
          (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(
            () => undefined,
          );
      };
      const show = (alert: Alert): void => {
        const { Notification: System } = page;
        if (!System || System.permission !== 'granted') return;
        try {
          const one = new System(alert.title, { tag: alert.id });
          shown.add(one);
          one.addEventListener('close', () => shown.delete(one));
          one.addEventListener('click', () => {
            page.focus();
            one.close();
            report({ type: 'tabs.opened', alert });
          });
        } catch {
          // phones need a service worker for it
        }
      };
      const kept = local.read('looked');
      if (typeof kept === 'number' && Number.isSafeInteger(kept) && kept > 0) {
        // a time in the future comes from a fast clock: notifications from now on were not seen
        const looked = earlier(seconds(kept), nowSeconds());
        if (looked < seconds(kept)) local.write('looked', inSeconds(looked));
        report({ type: 'tabs.received', told: { ...NOTHING, looked } });
      }
      receive((command) => {
        if (command.type === 'tabs.standBy') {
          leadership.stand();
          channel.postMessage(null);
        } else if (command.type === 'tabs.resign') leadership.resign();
        else if (command.type === 'tabs.share') {
          keepLooked(command.told);
          channel.postMessage(command.told);
        } else if (command.type === 'tabs.setBadge') setBadge(command.unread);
        else if (page.document.visibilityState !== 'visible' || !page.document.hasFocus())
          command.alerts.forEach(show);
      });
      return () => {
        isOver = true;
        leadership.resign();
        channel.close();
        setBadge(0);
        for (const one of shown) one.close();
      };
    },
  );
}
