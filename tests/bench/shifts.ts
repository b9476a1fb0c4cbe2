import { type Browser, request } from 'playwright-core';
import { allRoutes } from '../browser/support/checks/routes.ts';
import type { TestService } from '../browser/support/service/test-service.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { countShifts, shiftsIn } from '../browser/support/checks/layout-shifts.ts';
import type { Figure } from './figures-table.ts';

/**
 * Cumulative layout shift of every route, opened cold over 40 ms a round trip and then scrolled.
 * The three worst are named.
 */
export async function benchShifts(browser: Browser, house: TestService): Promise<Figure[]> {
  const proxy = await startDelayProxy(house.url, 20);
  const asking = await request.newContext();
  const worst: { path: string; shift: number }[] = [];
  try {
    for (const { path, ends } of await allRoutes(asking, house)) {
      if (ends !== undefined) continue;
      worst.push({ path, shift: await shiftOf(browser, proxy.url + path) });
    }
  } finally {
    await asking.dispose();
    await proxy.stop();
  }
  const named = worst.toSorted((a, b) => b.shift - a.shift).slice(0, 3);
  return named.map(({ path, shift }, at) => ({
    what:
      at === 0
        ? `layout shift, the worst of ${worst.length} routes: ${short(path)}`
        : `  next: ${short(path)}`,
    value: shift,
    unit: '',
    budget: 0.02,
  }));
}

async function shiftOf(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  await countShifts(page);
  await page.goto(url);
  await page.waitForTimeout(700);
  for (let at = 0; at < 4; at++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(50);
  }
  await page.waitForTimeout(200);
  const { sum: shift } = await shiftsIn(page);
  await page.close();
  return shift;
}

function short(path: string): string {
  return path.length > 40 ? `${path.slice(0, 24)}…` : path;
}
