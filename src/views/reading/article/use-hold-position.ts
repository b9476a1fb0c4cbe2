import { type RefObject, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { rememberTop, topOf } from '../feed/scroll-places.ts';

/** Input events by which a reader scrolls the page or is about to. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Open a page at one of its parts, at the part's own scroll margin. The part keeps its position
 * while parents, pictures and previews load above it, until the reader scrolls. After that, the
 * browser's scroll anchoring takes over. Going back restores the part's last position (ROUTE-23).
 * `whole` is watched for changes of height. `isThere` says that both are rendered.
 */
export function useHold(
  whole: RefObject<HTMLElement | null>,
  part: RefObject<HTMLElement | null>,
  isThere: boolean,
): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const [kept] = useState(() => (type === NavigationType.Pop ? topOf(key) : undefined));
  useLayoutEffect(() => {
    const [page, box, held] = [document.documentElement, whole.current, part.current];
    if (!isThere || !box || !held) return undefined;
    const top = kept ?? parseFloat(getComputedStyle(held).scrollMarginTop);
    // The first call comes after all effects and before the first paint.
    const watch = new ResizeObserver(() =>
      window.scrollBy(0, Math.round(held.getBoundingClientRect().top - top)),
    );
    const release = () => {
      watch.disconnect();
      page.style.removeProperty('overflow-anchor');
    };
    watch.observe(box);
    // Otherwise the browser would move the page as well.
    page.style.setProperty('overflow-anchor', 'none');
    for (const move of MOVES) window.addEventListener(move, release, { once: true, passive: true });
    return () => {
      rememberTop(key, held.getBoundingClientRect().top);
      for (const move of MOVES) window.removeEventListener(move, release);
      release();
    };
  }, [whole, part, isThere, key, kept]);
}
