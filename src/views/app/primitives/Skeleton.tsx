import { type CSSProperties, useEffect, useState } from 'react';
import { cx } from '../class-names.ts';
import { useStrings } from '../strings.ts';
import styles from './Skeleton.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** A grey bar of a part of its row (`width`, any CSS length) and of one line's height. */
export function Bone({
  width = '100%',
  height = '12px',
  round = false,
}: {
  readonly width?: string;
  readonly height?: string;
  readonly round?: boolean;
}) {
  const size: CSSProperties & Record<`--${string}`, string> = { '--bone-width': width, '--bone-height': height };
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

/** Three rows of the real height; they keep their place at once and are drawn after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const { state } = useStrings().app;
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={cx(styles.rows, drawn && styles.drawn)} role="status">
      <VisuallyHidden>{drawn ? state.loading : ''}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <NoteSkeleton key={row} />
      ))}
    </div>
  );
}
