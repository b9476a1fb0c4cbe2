/**
 * The row at the top of the window, and the distance of its upper edge below the header, in pixels.
 */
export interface TopRow {
  readonly id: string;
  readonly offset: number;
}

/** Return the height of the header, which covers the top of the page. */
function headerHeight(): number {
  return document.querySelector('main > header')?.getBoundingClientRect().height ?? 0;
}

/** Return the rows that the window shows, of `drawn` rows from top to bottom. */
export function visibleRows(drawn: readonly HTMLElement[]): readonly HTMLElement[] {
  const head = headerHeight();
  return drawn.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return bottom > head && top < innerHeight;
  });
}

export function offsetOf(row: HTMLElement): number {
  return row.getBoundingClientRect().top - headerHeight();
}
