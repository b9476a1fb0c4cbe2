import type { ReactNode } from 'react';
import styles from './Tag.module.css';

/** A short fact on a chip: 'Follows you'. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>;
}
