import { type RefObject, useCallback, useId, useRef, useState } from 'react';

/** The button of an open box, and how to close the box. */
export interface PopoverPlace<Box extends HTMLElement> {
  readonly box: RefObject<Box | null>;
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly align: 'start' | 'end';
  /** `back` returns the focus to the anchor. */
  readonly hide: (back?: boolean) => void;
}

export interface Popover<Box extends HTMLElement> extends PopoverPlace<Box> {
  readonly id: string;
  readonly open: boolean;
  readonly show: () => void;
}

/** A button with a box of the top layer. The box calls `usePopoverBox`. */
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
  return { id, open, box, anchor, align, show, hide };
}
