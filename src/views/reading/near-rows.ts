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

/** One watch over all rows of a list; undefined where the browser has none: then all are drawn. */
export function useNearRows(first: ReadonlySet<string>): NearRows | undefined {
  const [watch] = useState(() => (typeof IntersectionObserver === 'undefined' ? undefined : openWatch()));
  return useMemo(() => watch && { watch, first }, [watch, first]);
}

function openWatch(): NearRows['watch'] {
  const heard = new Map<Element, Hear>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) heard.get(target)?.(isIntersecting, boundingClientRect.height);
    },
    { rootMargin: `${NEAR}px 0px` },
  );
  return (row, hear) => {
    heard.set(row, hear);
    observer.observe(row);
    return () => {
      heard.delete(row);
      observer.unobserve(row);
    };
  };
}

/**
 * A row far from the window stands empty, as high as it was: a thread of a thousand replies costs little more than what one sees of it
 * (FEED-14). Gives the ref of the row's box and, where it is empty, its height in pixels. A row that has the focus is drawn wherever it is.
 */
export function useAway(id: string): readonly [box: RefCallback<Element>, away: number | undefined] {
  const near = use(NearContext);
  const [away, setAway] = useState(() => (!near || near.first.has(id) ? undefined : (heights.get(id) ?? GUESS)));
  const watch = near?.watch;
  const box = useCallback(
    (row: Element | null) => {
      if (!row || !watch) return undefined;
      return watch(row, (isNear, height) => {
        if (isNear) return setAway(undefined);
        if (row.contains(document.activeElement)) return undefined;
        remember(id, height);
        return setAway(height);
      });
    },
    [id, watch],
  );
  return [box, away];
}

function remember(id: string, height: number): void {
  heights.delete(id);
  heights.set(id, height);
  const [oldest] = heights.keys();
  if (heights.size > MOST && oldest !== undefined) heights.delete(oldest);
}
