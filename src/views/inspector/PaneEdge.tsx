import { cx } from '../ui/hooks/class-names.ts';
import styles from './PaneEdge.module.css';
import { Separator } from './Separator.tsx';

/** Width of a pane in pixels: its limits, and the step of a key. */
const LIMITS = [180, 640] as const;
const STEP = 20;

interface PaneEdgeProps {
  readonly label: string;
  readonly width: number;
  /** The pane is the first one of its row. Otherwise it is the last one. */
  readonly isFirst?: boolean;
  readonly className: string | undefined;
  readonly onWidth: (width: number) => void;
}

/** The movable edge of a pane: by dragging, and by arrow keys. */
export function PaneEdge({ label, width, isFirst = false, className, onWidth }: PaneEdgeProps) {
  /** Return 1 if the pane grows when the edge moves to the right. */
  const wayOf = (edge: Element) =>
    isFirst === (getComputedStyle(edge).direction !== 'rtl') ? 1 : -1;
  return (
    <Separator
      label={label}
      value={width}
      limits={LIMITS}
      orientation="vertical"
      className={cx(styles.edge, className)}
      stepBy={({ key, currentTarget }) => {
        const way = { ArrowRight: STEP, ArrowLeft: -STEP }[key];
        return way === undefined ? undefined : way * wayOf(currentTarget);
      }}
      dragTo={({ currentTarget, movementX }) => width + movementX * wayOf(currentTarget)}
      onValue={onWidth}
    />
  );
}
