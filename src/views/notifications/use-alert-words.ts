import {
  alerted,
  alertsIn,
  areMessagesAlerted,
  plainName,
} from '../../events/notifications/alerts.ts';
import { formOf } from '../../events/notifications/notification.ts';
import { useSetting } from '../ui/hooks/app-context.ts';
import { nowMillis } from '../ui/hooks/now.ts';
import { inMillis } from '../../events/core/time.ts';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import type { Say } from './use-unread.ts';

/**
 * Return the words of system notifications: the people and their actions, never the text of a note.
 */
export function useAlertWords(): Say {
  const words = useNotificationStrings();
  const alerts = alertsIn(useSetting('alerts'));
  return {
    news: (fresh, nameOf) =>
      alerted(fresh, alerts, minuteOfDay()).map(({ id, type, actor }) => {
        const { act, of } = formOf(type);
        return {
          id,
          title: words.alert(plainName(nameOf(actor)), words.actions[act](words.things[of], 1)),
          of: 'notifications',
        };
      }),
    messages: () =>
      areMessagesAlerted(alerts, minuteOfDay())
        ? [{ id: 'messages', title: words.messageAlert, of: 'messages' }]
        : [],
  };
}

function minuteOfDay(): number {
  const time = new Date(inMillis(nowMillis()));
  return time.getHours() * 60 + time.getMinutes();
}
