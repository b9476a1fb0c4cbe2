import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Lists of at most this many rows are drawn completely. */
const SMALL = 60;
/**
 * Number of rows drawn beyond either end of the visible part, and the step by which the window
 * moves.
 */
const [BEYOND, STEP] = [20, 10];
/** Height of a row before one was measured, in pixels. */
const GUESS_PX = 69;

interface Span {
  readonly from: number;
  readonly to: number;
  readonly rowPx: number;
}

interface DrawnRow {
  readonly at: number;
  /** Height of the rows above that are not drawn, in pixels. */
  readonly gapPx: number;
}

interface RowWindow {
  readonly rows: readonly DrawnRow[];
  readonly isWindowed: boolean;
  /** For the list, whose children are the rows. */
  readonly list: {
    readonly ref: RefObject<HTMLUListElement | null>;
    readonly onFocus: (event: FocusEvent<HTMLUListElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLUListElement>) => void;
  };
}

/**
 * The drawn rows of a long list: those near the visible part, the first, the last, and the focused
 * one with its neighbours. So Tab finds the next row at any scroll position. All rows have the same
 * height. `ids`: of all rows, as in their `data-row`. `scroller`: selects the scrolling ancestor.
 */
export function useRowWindow(ids: readonly string[], scroller: string): RowWindow {
  const ref = useRef<HTMLUListElement>(null);
  const [span, setSpan] = useState<Span>({ from: 0, to: SMALL, rowPx: GUESS_PX });
  const [focused, setFocused] = useState<string>();
  const isWindowed = ids.length > SMALL;
  useEffect(() => {
    const list = ref.current;
    const box = list?.closest(scroller);
    if (!isWindowed || !list || !box) return undefined;
    const look = () => setSpan((before) => movedSpan(before, list, box));
    box.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(box);
    sizes.observe(list);
    return () => {
      box.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [isWindowed, scroller]);
  const onFocus = ({ target }: FocusEvent<HTMLUListElement>) =>
    setFocused(target.closest('li')?.dataset['row']);
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLUListElement>) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
  };
  const rows = isWindowed
    ? drawnRows(ids.length, span, focused === undefined ? -1 : ids.indexOf(focused))
    : wholeList(ids.length);
  return { rows, isWindowed, list: { ref, onFocus, onBlur } };
}

function movedSpan(before: Span, list: Element, box: Element): Span {
  const rowPx = list.firstElementChild?.getBoundingClientRect().height || GUESS_PX;
  const above = box.getBoundingClientRect().top - list.getBoundingClientRect().top;
  const from = Math.max(0, Math.floor((above / rowPx - BEYOND) / STEP) * STEP);
  const to = Math.max(
    SMALL,
    Math.ceil(((above + box.clientHeight) / rowPx + BEYOND) / STEP) * STEP,
  );
  return before.from === from && before.to === to && before.rowPx === rowPx
    ? before
    : { from, to, rowPx };
}

function wholeList(count: number): readonly DrawnRow[] {
  return Array.from({ length: count }, (_, at) => ({ at, gapPx: 0 }));
}

function drawnRows(count: number, { from, to, rowPx }: Span, focused: number): readonly DrawnRow[] {
  const near = Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth);
  const beside = focused < 0 ? [] : [focused - 1, focused, focused + 1];
  const drawn = [...new Set([0, ...near, ...beside, count - 1])]
    .filter((at) => at >= 0 && at < count)
    .toSorted((one, other) => one - other);
  return drawn.map((at, nth) => ({ at, gapPx: (at - (drawn[nth - 1] ?? -1) - 1) * rowPx }));
}
