import type { KeyboardEvent, PointerEvent } from 'react';

interface SeparatorProps {
  readonly label: string;
  readonly value: number;
  readonly limits: readonly [least: number, most: number];
  readonly orientation: 'horizontal' | 'vertical';
  readonly className: string | undefined;
  /** Return the change by a key, if it moves the edge. */
  readonly stepBy: (event: KeyboardEvent) => number | undefined;
  /** Return the value at the pointer. */
  readonly dragTo: (event: PointerEvent) => number;
  readonly onValue: (value: number) => void;
}

/** An edge that is moved by dragging, and by arrow keys. */
export function Separator({
  label,
  value,
  limits: [least, most],
  orientation,
  className,
  stepBy,
  dragTo,
  onValue,
}: SeparatorProps) {
  const set = (next: number) => onValue(Math.min(most, Math.max(least, Math.round(next))));
  const keys = (event: KeyboardEvent) => {
    const step = stepBy(event);
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(value + step);
  };
  const drag = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) set(dragTo(event));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a separator that moves is a control
    <div
      role="separator"
      tabIndex={0}
      className={className}
      aria-orientation={orientation}
      aria-label={label}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={value}
      onKeyDown={keys}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  );
}
