import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Boxes are sheets at the lower edge of narrower windows, as their style sheets say. Pixels. */
const SHEETS_BELOW = 720;
/** A shorter movement may be a press or a scroll. Pixels. */
const SLOP = 8;
/** A sheet that is pulled further closes. Pixels, and a share of a low sheet's height. */
const FAR = 120;
const SHARE = 1 / 3;
/** A faster movement closes the sheet sooner. Pixels per millisecond. */
const FAST = 0.5;
const SHORT = 24;

interface Drag {
  readonly x: number;
  readonly y: number;
  /** The last movement, for the speed. */
  last: { readonly y: number; readonly at: number };
  speed: number;
  isMoving: boolean;
}

/** True if boxes are sheets at the lower edge of the screen. */
export function isSheet(): boolean {
  return window.innerWidth < SHEETS_BELOW;
}

/**
 * A finger pulls a sheet down by its grip and closes it. If it is not pulled far, or stays open
 * because it may not close, it goes back. `isGrip`: true if the drag may begin at that touch.
 */
export function useSheetDrag(
  box: RefObject<HTMLElement | null>,
  isGrip: (touch: Touch, sheet: HTMLElement) => boolean,
  onClose: () => void,
): void {
  const mayBegin = useEffectEvent(isGrip);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const sheet = box.current;
    if (!sheet) return undefined;
    let drag: Drag | undefined;
    const start = ({ touches, timeStamp }: TouchEvent) => {
      const [touch] = touches;
      drag = undefined;
      if (!touch || touches.length > 1 || !isSheet() || !mayBegin(touch, sheet)) return;
      const { clientX: x, clientY: y } = touch;
      drag = { x, y, last: { y, at: timeStamp }, speed: 0, isMoving: false };
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!drag || !touch) return;
      const down = touch.clientY - drag.y;
      if (!drag.isMoving && down < SLOP) {
        // up or sideways is something else
        if (Math.max(-down, Math.abs(touch.clientX - drag.x)) >= SLOP) drag = undefined;
        return;
      }
      drag.isMoving = true;
      if (event.cancelable) event.preventDefault();
      const passed = event.timeStamp - drag.last.at;
      if (passed > 0) drag.speed = (touch.clientY - drag.last.y) / passed;
      drag.last = { y: touch.clientY, at: event.timeStamp };
      sheet.style.transitionProperty = 'none';
      sheet.style.translate = `0 ${Math.max(0, down)}px`;
    };
    const end = (event: TouchEvent) => {
      const done = drag;
      drag = undefined;
      if (!done?.isMoving) return;
      const down = done.last.y - done.y;
      const far = Math.min(FAR, sheet.offsetHeight * SHARE);
      const isFar = down > far || (done.speed > FAST && down > SHORT);
      if (isFar && event.type === 'touchend') close();
      // No time passes if the user wants less motion, because the duration is zero then.
      requestAnimationFrame(() => {
        sheet.style.transitionProperty = 'translate';
        sheet.style.transitionDuration = 'var(--normal)';
        sheet.style.translate = '';
      });
    };
    // Only the movement is cancelled, and only from the grip, so that the content scrolls.
    sheet.addEventListener('touchstart', start, { passive: true });
    sheet.addEventListener('touchmove', move, { passive: false });
    sheet.addEventListener('touchend', end);
    sheet.addEventListener('touchcancel', end);
    return () => {
      sheet.removeEventListener('touchstart', start);
      sheet.removeEventListener('touchmove', move);
      sheet.removeEventListener('touchend', end);
      sheet.removeEventListener('touchcancel', end);
    };
  }, [box]);
}
