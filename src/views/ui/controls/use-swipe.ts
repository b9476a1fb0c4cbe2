import { type RefObject, useEffect, useEffectEvent } from 'react';

/** A swipe is at least this long, and twice as wide as high. Pixels. */
const LENGTH = 60;
/** A slower movement is no swipe. Milliseconds. */
const LONGEST = 600;
/** The system goes back and forward by swipes from the edges of the screen. Pixels. */
const EDGE = 24;

/**
 * Calls `onSwipe` for a swipe with one finger over the content of `row`'s screen: 1 towards the
 * next one, -1 towards the previous one. Swipes in text fields, in selected text, and in boxes that
 * scroll sideways are left to them.
 */
export function useSwipe(
  row: RefObject<HTMLElement | null>,
  onSwipe: (step: 1 | -1) => void,
): void {
  const swipe = useEffectEvent(onSwipe);
  useEffect(() => {
    const screen = row.current?.closest('main');
    // a screen with several rows of tabs has one that belongs to all of it
    if (!screen || screen.querySelector('[role="tablist"]') !== row.current) return undefined;
    let from: { x: number; y: number; at: number } | undefined;
    const start = ({ touches, target, timeStamp }: TouchEvent) => {
      const [touch] = touches;
      const isMeant =
        touch && touches.length === 1 && target instanceof Element && !keepsSwipes(target, screen);
      const { clientX: x = 0, clientY: y = 0 } = touch ?? {};
      const isInside = x > EDGE && x < window.innerWidth - EDGE;
      from = isMeant && isInside ? { x, y, at: timeStamp } : undefined;
    };
    const end = ({ changedTouches: [touch], touches, timeStamp }: TouchEvent) => {
      const begun = from;
      from = undefined;
      if (!begun || !touch || touches.length > 0 || timeStamp - begun.at > LONGEST) return;
      const [wide, high] = [touch.clientX - begun.x, Math.abs(touch.clientY - begun.y)];
      if (Math.abs(wide) < LENGTH || Math.abs(wide) < 2 * high) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const isMirrored = getComputedStyle(screen).direction === 'rtl';
      swipe(wide < 0 === isMirrored ? -1 : 1);
    };
    const cancel = () => {
      from = undefined;
    };
    const passive = { passive: true };
    screen.addEventListener('touchstart', start, passive);
    screen.addEventListener('touchend', end, passive);
    screen.addEventListener('touchcancel', cancel, passive);
    return () => {
      screen.removeEventListener('touchstart', start);
      screen.removeEventListener('touchend', end);
      screen.removeEventListener('touchcancel', cancel);
    };
  }, [row]);
}

function keepsSwipes(target: Element, screen: Element): boolean {
  if (target.closest('input, textarea, select, [contenteditable], video, audio, dialog'))
    return true;
  for (let box: Element | null = target; box && box !== screen; box = box.parentElement)
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX))
      return true;
  return false;
}
