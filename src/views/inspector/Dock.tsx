import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './Dock.module.css';

/** Height in percent of the window, its limits, and the step of a key. */
const [LEAST, FIRST, MOST, STEP] = [20, 50, 90, 5];

/**
 * The bottom of a tab, resizable. The page above keeps its place, and its parts that are as high as
 * the window end where the dock begins.
 */
export function Dock({ children }: { readonly children: ReactNode }) {
  const say = useInspectorStrings();
  const [height, setHeight] = useState(FIRST);
  const set = (next: number) => setHeight(Math.min(MOST, Math.max(LEAST, Math.round(next))));
  useLayoutEffect(() => {
    document.body.style.setProperty('--docked', `${height}vh`);
    return () => {
      document.body.style.removeProperty('--docked');
    };
  }, [height]);
  const keys = (event: KeyboardEvent) => {
    const way = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    set(height + way);
  };
  const drag = ({ currentTarget, pointerId, clientY }: PointerEvent) => {
    if (currentTarget.hasPointerCapture(pointerId)) set((1 - clientY / innerHeight) * 100);
  };
  return (
    <aside className={styles.dock} style={{ height: `${height}vh` }} aria-label={say.title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control */}
      <div
        role="separator"
        tabIndex={0}
        className={styles.edge}
        aria-orientation="horizontal"
        aria-label={say.height}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={height}
        onKeyDown={keys}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      />
      {children}
    </aside>
  );
}
