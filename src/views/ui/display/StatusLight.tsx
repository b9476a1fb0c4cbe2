import { cx } from '../hooks/class-names.ts';
import styles from './StatusLight.module.css';

/**
 * dot online, ring connecting, square failed, bar paused. Decorative: the words beside it name the
 * state.
 */
export function StatusLight({
  state,
}: {
  readonly state: 'online' | 'connecting' | 'failed' | 'paused';
}) {
  return <span className={cx(styles.light, styles[state])} aria-hidden />;
}
