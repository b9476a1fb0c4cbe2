import { type CSSProperties, useEffect, useState } from 'react';
import styles from './Tooltips.module.css';

/** The same function for each render, so it is called only once, when the box is mounted. */
const show = (box: HTMLElement | null): void => box?.showPopover?.();

/**
 * Shows the `data-tooltip` of an element that shows only its icon, while a mouse or the keyboard's
 * focus rests there. Esc or a press hides it. Decorative: the element has that accessible name
 * already. It is in the top layer, so that no container cuts it.
 */
export function Tooltips() {
  const [tip, setTip] = useState<{
    readonly text: string;
    readonly x: number;
    readonly y: number;
  }>();
  useEffect(() => {
    const rest = ({ target, type }: Event) => {
      const named =
        target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
      const text = named?.dataset['tooltip'];
      if (!named || text === undefined || (type === 'focusin' && !named.matches(':focus-visible')))
        return setTip(undefined);
      const { left, right, top, height } = named.getBoundingClientRect();
      return setTip({
        text,
        x: getComputedStyle(named).direction === 'rtl' ? left - 8 : right + 8,
        y: top + height / 2,
      });
    };
    const away = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setTip(undefined);
    };
    const listeners = {
      pointerover: rest,
      focusin: rest,
      focusout: away,
      keydown: away,
      pointerdown: away,
    };
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name, listener);
    };
  }, []);
  if (!tip) return null;
  const place: CSSProperties & Record<`--${string}`, string> = {
    '--x': `${tip.x}px`,
    '--y': `${tip.y}px`,
  };
  return (
    <span
      key={tip.text}
      ref={show}
      popover="manual"
      className={styles.tip}
      style={place}
      aria-hidden
    >
      {tip.text}
    </span>
  );
}
