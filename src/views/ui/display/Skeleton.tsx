import { type CSSProperties, useEffect, useState } from 'react';
import { cx } from '../hooks/class-names.ts';
import { useStrings } from '../strings.ts';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A gray bar of a part of its row (`width`, any CSS length) and of one line's height. */
export function Bone({
  width = '100%',
  height = '12px',
  round = false,
}: {
  readonly width?: string;
  readonly height?: string;
  readonly round?: boolean;
}) {
  const size: CSSProperties & Record<`--${string}`, string> = {
    '--bone-width': width,
    '--bone-height': height,
  };
  return <span className={cx(styles.bone, round && styles.round)} style={size} />;
}

/** A row as high as a note of two lines. */
export function NoteSkeleton() {
  return (
    <div className={styles.note} aria-hidden>
      <Bone round width="var(--avatar-m)" height="var(--avatar-m)" />
      <div className={styles.lines}>
        <Bone width="38%" />
        <Bone width="96%" />
        <Bone width="72%" />
      </div>
    </div>
  );
}

/** Three rows of the real height. A longer wait is also announced. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const { state } = useStrings().app;
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaits(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <VisuallyHidden>{waits ? state.loading : ''}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <NoteSkeleton key={row} />
      ))}
    </div>
  );
}
