import { useStrings } from '../strings.ts';
import { cx } from '../hooks/class-names.ts';
import styles from './Badge.module.css';

/**
 * The number of new items: nothing at zero, 99+ from 100 up. `dot` is for places without room for a
 * number.
 */
export function Badge({ count, dot = false }: { readonly count: number; readonly dot?: boolean }) {
  const { nav } = useStrings().app;
  if (count <= 0) return null;
  return (
    <span className={dot ? styles.dot : styles.badge} role="img" aria-label={nav.unread(count)}>
      {!dot && (count > 99 ? '99+' : count)}
    </span>
  );
}

/** Marks an unfinished item. Decorative: words beside it say so. */
export function UnfinishedDot({ className }: { readonly className: string | undefined }) {
  return <span className={cx(styles.dot, styles.unfinished, className)} aria-hidden />;
}
