import { useState } from 'react';
import type { Notification } from '../../events/notifications/notification.ts';
import { useFactsShallow } from '../ui/hooks/app-context.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useHides } from '../ui/hooks/shell-context.ts';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import text from '../ui/styles/text.module.css';
import { ReasonLine } from '../reading/moderation/ModerationReason.tsx';
import styles from './NotificationRows.module.css';
import { judgedIn } from './use-unread.ts';

/**
 * The number of notifications that the reader's lists hide, and the reasons on request (BEYOND-08).
 */
export function HiddenNotifications({ hidden }: { readonly hidden: readonly Notification[] }) {
  const words = useNotificationStrings();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.hidden}>
      <p className={styles.line}>
        <span className={cx(text.small, text.muted)}>{words.hidden(hidden.length)}</span>
        <Button compact tone="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? words.hideHidden : words.showHidden}
        </Button>
      </p>
      {isOpen && <Reasons hidden={hidden} />}
    </div>
  );
}

function Reasons({ hidden }: { readonly hidden: readonly Notification[] }) {
  const words = useNotificationStrings();
  const hides = useHides();
  const keys = useFactsShallow((facts) => {
    const reasons = hides
      ? hidden.flatMap((one) => judgedIn(one, facts, hides).reasons.slice(-1))
      : [];
    return [...new Set(reasons.map((reason) => JSON.stringify(reason)))];
  });
  return (
    <ul aria-label={words.reasons} className={cx(text.small, text.muted, styles.reasons)}>
      {keys.map((key) => (
        <li key={key} dir="auto">
          <ReasonLine reason={JSON.parse(key)} />
        </li>
      ))}
    </ul>
  );
}
