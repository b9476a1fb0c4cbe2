import type { ReactNode } from 'react';
import styles from './EndMark.module.css';
import { Icon } from './Icon.tsx';

/** The end of a list, in words between two hairlines. */
export function EndMark({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.end}>
      <Icon name="bird" className={styles.bird} />
      {children}
    </p>
  );
}
