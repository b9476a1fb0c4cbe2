import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLayer } from '../overlays/layers.ts';
import { isSheet, useSheetDrag } from '../overlays/use-sheet-drag.ts';
import type { PopoverPlace } from './popover.ts';

const GAP = 4;
const EDGE = 8;

/** Height of the part of a sheet by which it is pulled down, in pixels. */
const GRIP = 44;

/**
 * Shows a box of the top layer beside its button, or at the lower edge of a small screen. Esc or a
 * press elsewhere closes it, and so does going back if it is a sheet. It stays inside the window,
 * and is under the button if there is room.
 */
export function usePopoverBox<Box extends HTMLElement>({
  box,
  anchor,
  align,
  hide,
}: PopoverPlace<Box>): void {
  // also after its content has changed
  useLayoutEffect(() => {
    if (!box.current || !anchor.current) return;
    box.current.togglePopover?.(true);
    placeBeside(box.current, anchor.current, align);
  });
  useEffect(() => onLeave(box, anchor, hide), [box, anchor, hide]);
  useSheetDrag(box, isGrip, () => hide());
  // a resized window closes the box
  const [isLayer] = useState(isSheet);
  useLayer(() => hide(), isLayer);
}

/**
 * True at the handle of a sheet, which is at its upper edge, and in a head that does not scroll.
 */
function isGrip({ clientY, target }: Touch, sheet: HTMLElement): boolean {
  if (!(target instanceof Element) || target.closest('input, textarea')) return false;
  if (target.closest('[data-grip]')) return true;
  return sheet.scrollTop <= 0 && clientY < sheet.getBoundingClientRect().top + GRIP;
}

function onLeave(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  hide: (back?: boolean) => void,
): () => void {
  const inside = (target: EventTarget | null) =>
    target instanceof Element &&
    (box.current?.contains(target) || anchor.current?.contains(target));
  const press = (event: PointerEvent) => {
    if (!inside(event.target)) hide(false);
  };
  // the area around a sheet is part of it: a press there closes it and reaches nothing else
  const around = (event: MouseEvent) => {
    const sheet = box.current;
    if (sheet && event.target === sheet && event.clientY < sheet.getBoundingClientRect().top)
      hide(false);
  };
  const wasSheet = isSheet();
  const top = () => anchor.current?.getBoundingClientRect().top;
  const start = top();
  // a scroll that ended before the box was placed is reported later
  const move = () => {
    if (wasSheet ? !isSheet() : top() !== start) hide(false);
  };
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('click', around, true);
  window.addEventListener('resize', move);
  window.addEventListener('scroll', move, true);
  return () => {
    document.removeEventListener('pointerdown', press, true);
    document.removeEventListener('click', around, true);
    window.removeEventListener('resize', move);
    window.removeEventListener('scroll', move, true);
  };
}

/**
 * Places a box of the top layer beside an element: under it if there is room, and inside the
 * window.
 */
export function placeBeside(box: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const at = anchor.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const leftward = (align === 'end') !== (getComputedStyle(anchor).direction === 'rtl');
  const left = leftward ? at.right - size.width : at.left;
  const below = at.bottom + GAP;
  const above = at.top - GAP - size.height;
  const top = below + size.height <= window.innerHeight - EDGE || above < EDGE ? below : above;
  box.style.setProperty(
    '--left',
    `${Math.max(EDGE, Math.min(left, window.innerWidth - size.width - EDGE))}px`,
  );
  box.style.setProperty(
    '--top',
    `${Math.max(EDGE, Math.min(top, window.innerHeight - size.height - EDGE))}px`,
  );
}
