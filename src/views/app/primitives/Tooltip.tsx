import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import styles from './Tooltip.module.css';

/**
 * Shows the name of what it wraps beside it while the pointer or the focus rests there; Esc hides it. Decorative: what it wraps has
 * that name already. It stands in the top layer, so that nothing cuts it.
 */
export function Tooltip({
  text,
  children,
  className,
}: {
  readonly text: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  const [at, setAt] = useState<{ readonly x: number; readonly y: number }>();
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (at) tip.current?.showPopover?.();
  }, [at]);
  const show = (around: HTMLElement) => {
    const { right, top, height } = around.getBoundingClientRect();
    setAt({ x: right + 8, y: top + height / 2 });
  };
  const hide = () => setAt(undefined);
  const place: CSSProperties & Record<`--${string}`, string> = { '--x': `${at?.x ?? 0}px`, '--y': `${at?.y ?? 0}px` };
  return (
    <span
      className={cx(styles.around, className)}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event.currentTarget)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event.currentTarget)}
      onBlur={hide}
      onClick={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {at && (
        <span ref={tip} popover="manual" className={styles.tip} style={place} data-tip aria-hidden>
          {text}
        </span>
      )}
    </span>
  );
}
