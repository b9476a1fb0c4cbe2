import { createContext, type RefCallback, use, useCallback, useMemo, useState } from 'react';

/** Distance from the window within which a row is rendered, in pixels. */
const NEAR = 1_200;
/** Assumed height of a row before it was rendered, in pixels. */
const GUESS = 160;
/** Maximum number of remembered row heights. They keep the page's length when the user returns. */
const MOST = 5_000;

const heights = new Map<string, number>();

type Hear = (isNear: boolean, height: number) => void;

interface NearRows {
  /** Watch a row until the returned function is called. */
  readonly watch: (row: Element, hear: Hear) => () => void;
  /** Rows that are rendered from the start, because the window's position is not known yet. */
  readonly first: ReadonlySet<string>;
}

export const NearContext = createContext<NearRows | undefined>(undefined);

/**
 * Return one observer for all rows of a list, or `undefined` if the browser has none: then all rows
 * are rendered. `scroller`: selector of the scrolling ancestor, if that is not the window.
 */
export function useNearRows(first: ReadonlySet<string>, scroller?: string): NearRows | undefined {
  const [watch] = useState(() =>
    typeof IntersectionObserver === 'undefined' ? undefined : openWatch(scroller),
  );
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
    // The scrolling element is in the document only once the first row is.
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
 * Empty a row far from the window at its last height, so that a long thread renders only a part
 * (FEED-14). Return the ref of the row's box, and its height in pixels if it is empty. A row with
 * the focus or a selection is always rendered. `guess`: assumed height before the first render, in
 * pixels. With 0 the row is rendered from the start.
 */
export function useAway(
  id: string,
  guess = GUESS,
): readonly [box: RefCallback<Element>, away: number | undefined] {
  const near = use(NearContext);
  const [away, setAway] = useState(() =>
    !near || near.first.has(id) || guess === 0 ? undefined : (heights.get(id) ?? guess),
  );
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

/** Remember the current height of a row, in pixels, for when the user returns. */
export function remember(id: string, height: number): void {
  heights.delete(id);
  heights.set(id, height);
  const [oldest] = heights.keys();
  if (heights.size > MOST && oldest !== undefined) heights.delete(oldest);
}
