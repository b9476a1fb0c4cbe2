import { type RefObject, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { rememberTop, topOf } from '../feed/scroll-places.ts';

/** By these a reader moves the page, or is about to. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Opens a page at one of its parts, at the part's own scroll margin, and keeps it there while parents, pictures and previews come above it,
 * until the reader moves; from then on the browser holds whatever is read. Going back finds the part where it was left (ROUTE-23). `whole`
 * is watched for changes of height; `isThere` says that both are drawn.
 */
export function useHold(whole: RefObject<HTMLElement | null>, part: RefObject<HTMLElement | null>, isThere: boolean): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const [kept] = useState(() => (type === NavigationType.Pop ? topOf(key) : undefined));
  useLayoutEffect(() => {
    const [page, box, held] = [document.documentElement, whole.current, part.current];
    if (!isThere || !box || !held) return undefined;
    const top = kept ?? parseFloat(getComputedStyle(held).scrollMarginTop);
    // it is called for the first time once all effects have run, before anything is painted
    const watch = new ResizeObserver(() => window.scrollBy(0, Math.round(held.getBoundingClientRect().top - top)));
    const release = () => {
      watch.disconnect();
      page.style.removeProperty('overflow-anchor');
    };
    watch.observe(box);
    // else the browser moves the page as well
    page.style.setProperty('overflow-anchor', 'none');
    for (const move of MOVES) window.addEventListener(move, release, { once: true, passive: true });
    return () => {
      rememberTop(key, held.getBoundingClientRect().top);
      for (const move of MOVES) window.removeEventListener(move, release);
      release();
    };
  }, [whole, part, isThere, key, kept]);
}
