import type { Page } from '@playwright/test';

/** The former or current position of an element. */
interface Place {
  readonly y: number;
  readonly height: number;
}

/** The fields of Chromium's `LayoutShift` used here. TypeScript's library lacks the type. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: ReadonlyArray<{
    readonly node: Element | null;
    readonly previousRect: Place;
    readonly currentRect: Place;
  }>;
}

/**
 * The layout shift of a page since it was opened, without shifts after a click or a key. Lists the
 * elements that moved, for diagnosis.
 */
interface Shifts {
  /** Cumulative layout shift. */
  readonly sum: number;
  readonly moved: readonly string[];
}

/** Sums layout shifts without user input, from each navigation on. Read the sum with `shiftsIn`. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let shifts: Shifts = { sum: 0, moved: [] };
    Object.assign(window, { shiftsSoFar: () => shifts });
    const from = ({ y, height }: Place) => `${Math.round(y)}+${Math.round(height)}`;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${String(node?.textContent).slice(0, 30)} ${from(previousRect)} to ${from(currentRect)}`,
        );
        shifts = { sum: shifts.sum + value, moved: [...shifts.moved, ...moved] };
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function shiftsIn(page: Page): Promise<Shifts> {
  return page.evaluate(() => (Reflect.get(window, 'shiftsSoFar') as () => Shifts)());
}
