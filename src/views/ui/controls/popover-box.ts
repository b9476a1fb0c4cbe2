import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useLayer } from '../overlays/layers.ts';
import type { PopoverPlace } from './popover.ts';

const GAP = 4;
const EDGE = 8;

/** True if boxes are sheets at the lower edge of the screen, as `Popover.module.css` says. */
function isSheet(): boolean {
  return window.innerWidth < 720;
}

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
  // a resized window closes the box
  const [isLayer] = useState(isSheet);
  useLayer(() => hide(), isLayer);
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
  const top = () => anchor.current?.getBoundingClientRect().top;
  const start = top();
  // a scroll that ended before the box was placed is reported later
  const move = () => {
    if (top() !== start) hide(false);
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
