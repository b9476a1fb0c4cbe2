import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '../ui/hooks/class-names.ts';
import styles from './PaneEdge.module.css';

/** Width of a pane in pixels: its limits, and the step of a key. */
const [LEAST, MOST, STEP] = [180, 640, 20];

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
  const set = (next: number) => onWidth(Math.min(MOST, Math.max(LEAST, Math.round(next))));
  /** Return 1 if the pane grows when the edge moves to the right. */
  const wayOf = (edge: Element) =>
    isFirst === (getComputedStyle(edge).direction !== 'rtl') ? 1 : -1;
  const keys = (event: KeyboardEvent) => {
    const way = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(width + way * wayOf(event.currentTarget));
  };
  const drag = ({ currentTarget, pointerId, movementX }: PointerEvent) => {
    if (currentTarget.hasPointerCapture(pointerId)) set(width + movementX * wayOf(currentTarget));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control
    <div
      role="separator"
      tabIndex={0}
      className={cx(styles.edge, className)}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width}
      onKeyDown={keys}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
}
