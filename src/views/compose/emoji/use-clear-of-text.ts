import { type RefObject, useLayoutEffect } from 'react';
import type { PopoverPlace } from '../../ui/controls/popover.ts';
import { isSheet } from '../../ui/overlays/use-sheet-drag.ts';

const GAP = 4;
const EDGE = 8;
/** Pixels. */
const [WIDEST, HIGHEST] = [352, 420];
/** A lower or narrower box shows too few emojis. Pixels. */
const [NARROWEST, LOWEST] = [280, 240];

/**
 * Place the box so that the text and its caret stay in sight: below the button, beside the dialog,
 * or below the text. Call it after `usePopoverBox`, which places the box without regard to the
 * text. A sheet lifts the dialog, as the keyboard of a touch screen does.
 */
export function useClearOfText(
  { box, anchor }: PopoverPlace<HTMLDivElement>,
  field: RefObject<HTMLElement | null>,
): void {
  // also after its content has changed
  useLayoutEffect(() => {
    if (box.current && anchor.current && field.current && !isSheet())
      place(box.current, anchor.current, field.current);
  });
  useLayoutEffect(() => {
    const [sheet, dialog] = [box.current, anchor.current?.closest('dialog')];
    if (!sheet || !dialog || !isSheet()) return undefined;
    const lift = () => {
      dialog.style.setProperty('--keyboard', `${sheet.offsetHeight}px`);
      field.current?.scrollIntoView?.({ block: 'nearest' });
    };
    lift();
    // The keyboard goes when the box gets the focus. The dialog then sets its own room.
    const { visualViewport: seen } = window;
    seen?.addEventListener('resize', lift);
    return () => {
      seen?.removeEventListener('resize', lift);
      dialog.style.setProperty('--keyboard', '0px');
    };
  }, [box, anchor, field]);
}

function place(box: HTMLElement, anchor: HTMLElement, field: HTMLElement): void {
  const { innerWidth: width, innerHeight: height } = window;
  const below = anchor.getBoundingClientRect().bottom + GAP;
  if (height - EDGE - below >= LOWEST) return put(box, { top: below });
  const around = anchor.closest('dialog')?.getBoundingClientRect();
  const isMirrored = getComputedStyle(anchor).direction === 'rtl';
  const [before, after] = [around?.left ?? 0, width - (around?.right ?? width)];
  const room = (isMirrored ? before : after) - GAP - EDGE;
  if (around && room >= NARROWEST) {
    const wide = Math.min(WIDEST, room);
    const left = isMirrored ? around.left - GAP - wide : around.right + GAP;
    return put(box, { top: Math.min(around.top, height - EDGE - HIGHEST), left, wide });
  }
  // The text is so high that its lower lines would be covered.
  const lines = field.getBoundingClientRect().bottom + GAP;
  return put(box, { top: Math.min(lines, height - EDGE - LOWEST) });
}

function put(
  box: HTMLElement,
  at: { readonly top: number; readonly left?: number; readonly wide?: number },
): void {
  const top = Math.max(EDGE, at.top);
  const set = (name: string, value: number) => box.style.setProperty(name, `${value}px`);
  set('--top', top);
  set('--room', Math.min(HIGHEST, window.innerHeight - EDGE - top));
  if (at.left !== undefined) set('--left', at.left);
  if (at.wide !== undefined) set('width', at.wide);
}
