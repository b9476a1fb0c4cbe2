import { type RefObject, useEffect, useRef } from 'react';

/**
 * Move the focus to the next part if the part that had it is removed, so that the keyboard
 * continues there.
 */
export function useFocusKept(part: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(part);
  useEffect(() => {
    const box = place.current;
    if (shown.current === part || !box) return;
    shown.current = part;
    if (document.activeElement === document.body) box.focus({ preventScroll: true });
  }, [part]);
  return place;
}
