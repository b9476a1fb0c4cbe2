import { useStrings } from '../strings.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './OfflineStrip.module.css';

interface OfflineStripProps {
  readonly since?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/**
 * Amid a page, scroll by the strip's height as it comes and goes, so that no row moves. At the top
 * the page moves down instead, because the strip would cover its first line.
 */
function holdRows(strip: HTMLElement | null): (() => void) | undefined {
  // a small screen has it above the bar
  if (!strip?.offsetParent) return undefined;
  const height = strip.offsetHeight;
  if (scrollY > height) scrollBy(0, height);
  return () => scrollBy(0, -height);
}

/**
 * Shown above the content while fetching is impossible. `since` is the time of the last update, in
 * words ('16:42').
 */
export function OfflineStrip({ since, onRetry }: OfflineStripProps) {
  const { state, action } = useStrings().app;
  return (
    <div ref={holdRows} className={styles.strip} role="status">
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
