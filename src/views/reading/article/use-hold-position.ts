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
    const [box, held] = [whole.current, part.current];
    if (!isThere || !box || !held) return undefined;
    const top = kept ?? parseFloat(getComputedStyle(held).scrollMarginTop);
    const rows = () => [...box.querySelectorAll<HTMLElement>('[data-note]')];
    const end = hold(box, rows, () => distanceTo(rows(), row) ?? topIn(held) - top);
    return () => {
      rememberTop(key, topIn(held));
      end();
    };
  }, [whole, part, isThere, key, kept, row]);
}

/**
 * Open an article after a reload, or going back to it, at the paragraph or comment that was at the
 * top of the window (BEYOND-11, ROUTE-23). It keeps its position while pictures load, until the
 * reader scrolls. `prose` is the text of the article.
 */
export function useHoldParagraph(prose: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  const [row] = useState(() => (type === NavigationType.Pop ? rowKept() : undefined));
  useLayoutEffect(() => {
    const text = prose.current;
    const page = text?.closest<HTMLElement>('main');
    if (!text || !page) return undefined;
    const comments = () => page.querySelectorAll<HTMLElement>('[data-thread] [data-note]');
    const rows = () => [...text.querySelectorAll<HTMLElement>(':scope > *'), ...comments()];
    // the top of the page is no place within the text
    const read = () => (window.scrollY > 0 ? rows() : []);
    if (!row) return keepRow(read);
    return hold(page, read, () => distanceTo(rows(), row) ?? 0);
  }, [prose, row]);
}

type Rows = () => readonly HTMLElement[];

/**
 * Scroll by `distance` when the box changes its height, until the reader scrolls. Then save the top
 * row. The returned function ends this.
 */
function hold(box: HTMLElement, rows: Rows, distance: () => number): () => void {
  const page = document.documentElement;
  // The first call comes after all effects and before the first paint.
  const watch = new ResizeObserver(() => window.scrollBy(0, Math.round(distance())));
  let stop: (() => void) | undefined;
  const release = () => {
    watch.disconnect();
    stop ??= keepRow(rows);
    page.style.removeProperty('overflow-anchor');
  };
  watch.observe(box);
  // Otherwise the browser would move the page as well.
  page.style.setProperty('overflow-anchor', 'none');
  for (const move of MOVES) window.addEventListener(move, release, { once: true, passive: true });
  return () => {
    for (const move of MOVES) window.removeEventListener(move, release);
    release();
    stop?.();
  };
}

const topIn = (part: HTMLElement) => part.getBoundingClientRect().top;

/** Return the note of a row, or the place of a paragraph in its text. */
function idOf(row: HTMLElement): string {
  return row.dataset['note'] ?? String([...(row.parentElement?.children ?? [])].indexOf(row));
}

/** Return how far a rendered row is from its kept position, in pixels. */
function distanceTo(rows: readonly HTMLElement[], kept: TopRow | undefined): number | undefined {
  const found = kept && rows.find((row) => idOf(row) === kept.id);
  return found && offsetOf(found) - kept.offset;
}

/** Save the row at the top of the window as the reader scrolls. The returned function ends this. */
function keepRow(rows: Rows): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const [first] = visibleRows(rows());
    keepInEntry(
      first
        ? { row: idOf(first), offset: Math.round(offsetOf(first)) }
        : { row: undefined, offset: undefined },
    );
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
