import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './Dock.module.css';
import { Separator } from './Separator.tsx';

/** Height in percent of the window: its limits, the first one, and the step of a key. */
const LIMITS = [20, 90] as const;
const [FIRST, STEP] = [50, 5];

/**
 * The bottom of a tab, resizable. The page above keeps its place, and its parts that are as high as
 * the window end where the dock begins.
 */
export function Dock({ children }: { readonly children: ReactNode }) {
  const say = useInspectorStrings();
  const [height, setHeight] = useState(FIRST);
  useLayoutEffect(() => {
    document.body.style.setProperty('--docked', `${height}vh`);
    return () => {
      document.body.style.removeProperty('--docked');
    };
  }, [height]);
  return (
    <aside
      data-inspector=""
      className={styles.dock}
      style={{ height: `${height}vh` }}
      aria-label={say.title}
    >
      <Separator
        label={say.height}
        value={height}
        limits={LIMITS}
        orientation="horizontal"
        className={styles.edge}
        stepBy={({ key }) => ({ ArrowUp: STEP, ArrowDown: -STEP })[key]}
        dragTo={({ clientY }) => (1 - clientY / innerHeight) * 100}
        onValue={setHeight}
      />
      {children}
    </aside>
  );
}
