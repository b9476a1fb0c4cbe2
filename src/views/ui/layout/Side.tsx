import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PartBoundary } from '../overlays/Boundaries.tsx';
import { SearchField } from './SearchField.tsx';
import styles from './Side.module.css';
import { SideFoot } from './SideFoot.tsx';
import { useStrings } from '../strings.ts';

/**
 * The third column, from 1200 px: search, the screen's content, and the foot. Late content does not
 * move the foot.
 */
export function Side({
  children,
  label,
  search = true,
}: {
  readonly children?: ReactNode;
  readonly label?: string;
  readonly search?: boolean;
}) {
  const { nav } = useStrings().app;
  const { key } = useLocation();
  return (
    <aside className={styles.side} aria-label={label ?? nav.discover}>
      <div className={styles.middle}>
        {search && <SearchField />}
        <PartBoundary resetKey={key}>{children}</PartBoundary>
      </div>
      <SideFoot />
    </aside>
  );
}

/**
 * A group in the side column under a serif heading. `more` is shown at its end, in a quieter style.
 */
export function SideSection({
  title,
  more,
  children,
}: {
  readonly title: ReactNode;
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h2 className={styles.title}>{title}</h2>
        {more !== undefined && <span className={styles.more}>{more}</span>}
      </div>
      {children}
    </section>
  );
}
