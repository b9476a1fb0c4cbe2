import { type RefObject, useEffect, useRef } from 'react';

/** Distance between the pressed element and the part that avoids it, in pixels. */
const GAP = 12;

/**
 * For a part that lies over the page and refers to the last pressed or focused element. When its
 * content changes, it moves up so that it does not cover that element. Returns the part's ref.
 */
export function useAvoidFocus(): RefObject<HTMLElement | null> {
  const part = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = part.current;
    if (!box) return undefined;
    let pressed: Element | null = null;
    const note = ({ target }: Event) => {
      pressed = target instanceof Element ? target.closest('button, a') : null;
    };
    const watch = new MutationObserver(() => {
      box.style.translate = '';
      const up = riseOf(box, [pressed, document.activeElement]);
      if (up > 0) box.style.translate = `0 ${-up}px`;
    });
    watch.observe(box, { childList: true, subtree: true });
    document.addEventListener('pointerdown', note, true);
    return () => {
      watch.disconnect();
      document.removeEventListener('pointerdown', note, true);
    };
  }, []);
  return part;
}

/**
 * How far to move a part up so that it covers none of these, in pixels. 0 if it covers none, or
 * would leave the window.
 */
function riseOf(part: HTMLElement, subjects: ReadonlyArray<Element | null>): number {
  const own = part.getBoundingClientRect();
  const tops = subjects.flatMap((subject) => {
    if (!subject || subject === document.body || part.contains(subject)) return [];
    const { left, right, top, bottom } = subject.getBoundingClientRect();
    return own.left < right && left < own.right && own.top < bottom && top < own.bottom
      ? [top]
      : [];
  });
  const up = own.bottom - Math.min(...tops) + GAP;
  return tops.length > 0 && up < own.top ? up : 0;
}
