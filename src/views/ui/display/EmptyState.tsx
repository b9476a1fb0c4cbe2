import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './State.module.css';

/** Shown for an empty list: the bird, a serif line, one sentence, one button. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <section className={styles.state}>
      <Icon name="bird" size="glyph" className={styles.glyph} />
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.words}>{children}</p>}
      {action !== undefined && <div className={styles.acts}>{action}</div>}
    </section>
  );
}
