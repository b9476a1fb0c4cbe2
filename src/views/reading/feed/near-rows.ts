import { createContext, type RefCallback, use, useCallback, useMemo, useState } from 'react';

/** How far from the window a row is still drawn, in pixels. */
const NEAR = 1_200;
/** What a row is taken to be before it was drawn, in pixels. */
const GUESS = 160;
/** Rows whose heights are remembered, so that whoever comes back finds the page as long as it was. */
const MOST = 5_000;

const heights = new Map<string, number>();

type Hear = (isNear: boolean, height: number) => void;

interface NearRows {
  /** Watches a row until the function that it gives is called. */
  readonly watch: (row: Element, hear: Hear) => () => void;
  /** Rows that are drawn from the start, as nobody has seen yet where the window is. */
  readonly first: ReadonlySet<string>;
}

export const NearContext = createContext<NearRows | undefined>(undefined);

/**
 * One watch over all rows of a list; undefined where the browser has none: then all are drawn. `scroller`: selects the ancestor that scrolls them,
 * where that is not the window.
 */
export function useNearRows(first: ReadonlySet<string>, scroller?: string): NearRows | undefined {
  const [watch] = useState(() => (typeof IntersectionObserver === 'undefined' ? undefined : openWatch(scroller)));
  return useMemo(() => watch && { watch, first }, [watch, first]);
}

function openWatch(scroller: string | undefined): NearRows['watch'] {
  const heard = new Map<Element, Hear>();
  const open = (root: Element | null) =>
    new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries)
          heard.get(target)?.(isIntersecting, boundingClientRect.height);
      },
      { root, rootMargin: `${NEAR}px 0px` },
    );
  let observer: IntersectionObserver | undefined;
  return (row, hear) => {
    // what scrolls is in the document no sooner than its first row
    const watching = (observer ??= open(scroller === undefined ? null : row.closest(scroller)));
    heard.set(row, hear);
    watching.observe(row);
    return () => {
      heard.delete(row);
      watching.unobserve(row);
    };
  };
}

/**
 * A row far from the window stands empty, as high as it was: a thread of a thousand replies costs little more than what one sees of it
 * (FEED-14). Gives the ref of the row's box and, where it is empty, its height in pixels. A row that has the focus, or of which something is
 * selected, is drawn wherever it is. `guess`: what it is taken to be before it was drawn, in pixels; 0: it is drawn from the start.
 */
export function useAway(id: string, guess = GUESS): readonly [box: RefCallback<Element>, away: number | undefined] {
  const near = use(NearContext);
  const [away, setAway] = useState(() => (!near || near.first.has(id) || guess === 0 ? undefined : (heights.get(id) ?? guess)));
  const watch = near?.watch;
  const box = useCallback(
    (row: Element | null) => {
      if (!row || !watch) return undefined;
      return watch(row, (isNear, height) => {
        if (isNear) return setAway(undefined);
        if (row.contains(document.activeElement) || isSelected(row)) return undefined;
        remember(id, height);
        return setAway(height);
      });
    },
    [id, watch],
  );
  return [box, away];
}

function isSelected(row: Element): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}

/** For whoever comes back: how high a row is by now, in pixels. */
export function remember(id: string, height: number): void {
  heights.delete(id);
  heights.set(id, height);
  const [oldest] = heights.keys();
  if (heights.size > MOST && oldest !== undefined) heights.delete(oldest);
}
