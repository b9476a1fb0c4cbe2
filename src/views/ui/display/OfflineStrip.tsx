import { useStrings } from '../strings.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './OfflineStrip.module.css';

interface OfflineStripProps {
  readonly since?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/**
 * Shown above the content while fetching is impossible. `since` is the time of the last update, in
 * words ('16:42').
 */
export function OfflineStrip({ since, onRetry }: OfflineStripProps) {
  const { state, action } = useStrings().app;
  return (
    <div className={styles.strip} role="status">
      <Icon name="offline" className={styles.icon} />
      <span>{since === undefined ? state.offline : state.offlineSince(since)}</span>
      {onRetry && (
        <Button compact className={styles.retry} onClick={onRetry}>
          {action.retry}
        </Button>
      )}
    </div>
  );
}
