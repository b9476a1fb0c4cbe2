import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';

export interface Popover<Box extends HTMLElement> {
  readonly id: string;
  readonly open: boolean;
  readonly box: RefObject<Box | null>;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly show: () => void;
  /** `back` returns the focus to the anchor. */
  readonly hide: (back?: boolean) => void;
  /** Shows the box beside its button. The box's component calls it once it is mounted. */
  readonly place: () => void;
}

const GAP = 4;
const EDGE = 8;

/**
 * A box in the top layer beside its button. Esc or a press elsewhere closes it. It stays inside the
 * window, and is under the button if there is room.
 */
export function usePopover<Box extends HTMLElement>(
  align: 'start' | 'end' = 'start',
): Popover<Box> {
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<Box>(null);
  const anchor = useRef<HTMLButtonElement>(null);
  const show = useCallback(() => setOpen(true), []);
  const hide = useCallback((back = true) => {
    setOpen(false);
    if (back) anchor.current?.focus();
  }, []);
  const place = useCallback(() => {
    if (!box.current || !anchor.current) return;
    box.current.togglePopover?.(true);
    placeBeside(box.current, anchor.current, align);
  }, [align]);
  useEffect(() => (open ? onLeave(box, anchor, hide) : undefined), [open, hide]);
  return { id, open, box, anchor, show, hide, place };
}

function onLeave(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  hide: (back?: boolean) => void,
): () => void {
  const inside = (target: EventTarget | null) =>
    target instanceof Element &&
    (box.current?.contains(target) ||
      anchor.current?.contains(target) ||
      (!box.current && target.closest('dialog') !== anchor.current?.closest('dialog')));
  const press = (event: PointerEvent) => {
    if (!inside(event.target)) hide(false);
  };
  const top = () => anchor.current?.getBoundingClientRect().top;
  const start = top();
  // a scroll that ended before the box was placed is reported later
  const move = () => {
    if (top() !== start) hide(false);
  };
  document.addEventListener('pointerdown', press, true);
  window.addEventListener('resize', move);
  window.addEventListener('scroll', move, true);
  return () => {
    document.removeEventListener('pointerdown', press, true);
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
