import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Parts<Row> {
  readonly shown: readonly Row[];
  /** The index at which the last shown part begins. */
  readonly from: number;
  readonly rest: number;
  readonly more: () => void;
  /** For the element whose children are the rows. */
  readonly ref: RefObject<HTMLUListElement | null>;
}

/**
 * Draws many rows in parts: the first ones, and the next on request. The first new row then gets
 * the focus.
 */
export function useRowParts<Row>(
  rows: readonly Row[],
  { first, next }: { readonly first: number; readonly next: number },
): Parts<Row> {
  const [place, setPlace] = useState({ from: 0, to: first });
  const ref = useRef<HTMLUListElement>(null);
  const { from, to } = place;
  useLayoutEffect(() => {
    const row = from > 0 ? ref.current?.children[from] : undefined;
    if (row instanceof HTMLElement) row.focus();
  }, [from]);
  const more = () => setPlace({ from: to, to: to + next });
  return { shown: rows.slice(0, to), from, rest: Math.max(0, rows.length - to), more, ref };
}
