import { type RefObject, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { isNumber } from '../../../events/core/json.ts';
import { keepInEntry, keptInEntry } from '../../ui/navigation/history-entry.ts';
import { rememberTop, topOf } from '../feed/scroll-places.ts';
import { offsetOf, type TopRow, visibleRows } from '../feed/top-row.ts';

/** Input events by which a reader scrolls the page or is about to. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Delay between the last movement and saving the position, in milliseconds. */
const REST = 300;

/**
 * Open a page at one of its parts, at the part's own scroll margin. The part keeps its position
 * while parents, pictures and previews load above it, until the reader scrolls. After that, the
 * browser's scroll anchoring takes over. Going back restores the part's last position (ROUTE-23). A
 * reload holds the row that was at the top of the window instead, once it is rendered (BEYOND-11).
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
  const [row] = useState(() =>
    type === NavigationType.Pop && kept === undefined ? rowKept() : undefined,
  );
  useLayoutEffect(() => {
    const [page, box, held] = [document.documentElement, whole.current, part.current];
    if (!isThere || !box || !held) return undefined;
    const top = kept ?? parseFloat(getComputedStyle(held).scrollMarginTop);
    // The first call comes after all effects and before the first paint.
    const watch = new ResizeObserver(() =>
      window.scrollBy(
        0,
        Math.round(distanceTo(box, row) ?? held.getBoundingClientRect().top - top),
      ),
    );
    let stop: (() => void) | undefined;
    const release = () => {
      watch.disconnect();
      stop ??= keepRow(box);
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
      stop?.();
    };
  }, [whole, part, isThere, key, kept, row]);
}

const rowsIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[data-note]')];

/** Return how far a rendered row is from its kept position, in pixels. */
function distanceTo(box: HTMLElement, row: TopRow | undefined): number | undefined {
  const found = row && rowsIn(box).find(({ dataset }) => dataset['note'] === row.id);
  return found && offsetOf(found) - row.offset;
}

/** Save the row at the top of the window as the reader scrolls. The returned function ends this. */
function keepRow(box: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const [first] = visibleRows(rowsIn(box));
    const id = first?.dataset['note'];
    if (first && id !== undefined) keepInEntry({ row: id, offset: Math.round(offsetOf(first)) });
  };
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(look, REST);
  };
  addEventListener('scroll', moved, { passive: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('scroll', moved);
  };
}

function rowKept(): TopRow | undefined {
  const [id, offset] = [keptInEntry('row'), keptInEntry('offset')];
  return typeof id === 'string' && isNumber(offset) ? { id, offset } : undefined;
}
