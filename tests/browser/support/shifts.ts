import type { Page } from '@playwright/test';

/** Counts from each navigation on how much of the page moved by itself; `shiftIn` gives the sum. */
export async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!Reflect.get(entry, 'hadRecentInput'))
          Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Number(Reflect.get(entry, 'value')));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Cumulative layout shift since the page was opened, without what follows a click or a key. */
export async function shiftIn(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shift')));
}
