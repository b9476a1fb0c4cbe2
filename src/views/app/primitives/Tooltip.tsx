import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { useRest } from './rest.ts';
import styles from './Tooltip.module.css';

/**
 * Shows the name of what it wraps beside it while a mouse or the keyboard's focus rests there; Esc or a press hides it. Decorative:
 * what it wraps has that name already. It stands in the top layer, so that nothing cuts it.
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
  const around = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const hide = () => setAt(undefined);
  useRest(around, {
    onRest: (how) => {
      if (!around.current || (how === 'focus' && !document.activeElement?.matches(':focus-visible'))) return;
      const { right, top, height } = around.current.getBoundingClientRect();
      setAt({ x: right + 8, y: top + height / 2 });
    },
    onLeave: hide,
  });
  useLayoutEffect(() => {
    if (at) tip.current?.showPopover?.();
  }, [at]);
  useEffect(() => {
    if (!at) return undefined;
    const away = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setAt(undefined);
    };
    document.addEventListener('keydown', away);
    document.addEventListener('pointerdown', away);
    return () => {
      document.removeEventListener('keydown', away);
      document.removeEventListener('pointerdown', away);
    };
  }, [at]);
  const place: CSSProperties & Record<`--${string}`, string> = { '--x': `${at?.x ?? 0}px`, '--y': `${at?.y ?? 0}px` };
  return (
    <span ref={around} className={cx(styles.around, className)}>
      {children}
      {at && (
        <span ref={tip} popover="manual" className={styles.tip} style={place} data-tip aria-hidden>
          {text}
        </span>
      )}
    </span>
  );
}
