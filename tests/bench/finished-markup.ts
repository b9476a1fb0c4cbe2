import type { Browser, Page } from 'playwright-core';
import { mainThread } from './page-costs.ts';

/** Number of rows read in succession. */
const ROWS = 500;
/** Distance from the window within which rows stay in the document. CSS pixels. */
const NEAR = 400;

interface Markup {
  readonly page: string;
  readonly style: string;
  /** Each with its height in CSS pixels. */
  readonly rows: readonly (readonly [html: string, height: number])[];
}

/**
 * The lower limit: the cost of the same rows as finished markup, under the same styles, without any
 * code of the app. Rows are inserted as they come near and removed again. Returns percent of
 * dropped frames, and main thread milliseconds for a frame and a row.
 */
export async function finished(
  browser: Browser,
  app: Page,
  step: number,
): Promise<{ lost: number; ofRow: (bare: number) => number }> {
  const { page: html, style, rows } = await app.evaluate(rowsOf, ROWS);
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  const url = new URL('/markup', app.url()).href;
  await page.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><style>${style}</style>${html}`,
    }),
  );
  await page.goto(url);
  await page.evaluate(hold, { rows, near: NEAR });
  await page.waitForTimeout(500);
  const paid = await mainThread(await page.context().newCDPSession(page));
  const { frames, lost } = await page.evaluate(scrollDown, step);
  const busy = await paid();
  await page.close();
  return {
    lost: (100 * lost) / (frames + lost),
    ofRow: (bare) => (busy - bare * frames) / rows.length,
  };
}

/**
 * Runs in the app: scrolls back to the top and returns the rows' markup without external resources.
 */
async function rowsOf(most: number): Promise<Markup> {
  const found = new Map<number, [string, number]>();
  for (;;) {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    for (const row of document.querySelectorAll('[role=feed] [aria-posinset]'))
      found.set(Number(row.getAttribute('aria-posinset')), [
        row.outerHTML,
        row.getBoundingClientRect().height,
      ]);
    if (window.scrollY === 0) break;
    window.scrollBy(0, -300);
  }
  const copy = document.body.cloneNode(true) as HTMLElement;
  for (const one of copy.querySelectorAll('script')) one.remove();
  copy.querySelector('[role=feed]')?.replaceChildren();
  const root = document.documentElement.cloneNode() as HTMLElement;
  root.append(copy);
  const style = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join('\n');
  const rows = [...found].toSorted(([one], [other]) => one - other).map(([, row]) => row);
  return { page: root.outerHTML, style, rows: rows.slice(0, most) };
}

/** Runs in the page: keeps only rows near the window in the document. */
function hold({ rows, near }: { rows: Markup['rows']; near: number }): void {
  const list = document.querySelector('[role=feed]');
  if (!list) throw new Error('there is no list');
  const box = document.createElement('div');
  const tops = rows.map(() => 0);
  for (let at = 1; at < rows.length; at++)
    tops[at] = (tops[at - 1] ?? 0) + (rows[at - 1]?.[1] ?? 0);
  box.style.cssText = `position: relative; height: ${(tops.at(-1) ?? 0) + (rows.at(-1)?.[1] ?? 0)}px`;
  list.replaceChildren(box);
  const made = rows.map(([html]) => document.createRange().createContextualFragment(html));
  const held = new Map<number, HTMLElement>();
  const draw = () => {
    const from = -box.getBoundingClientRect().top - near;
    for (const [at, top] of tops.entries()) {
      const isNear = top + (rows[at]?.[1] ?? 0) >= from && top <= from + innerHeight + 2 * near;
      const row = held.get(at);
      if (!isNear && row) {
        row.remove();
        held.delete(at);
      }
      if (!isNear || row) continue;
      const place = document.createElement('div');
      place.style.cssText = `position: absolute; inset-inline: 0; top: ${top}px`;
      place.append(made[at]?.cloneNode(true) ?? '');
      box.append(place);
      held.set(at, place);
    }
  };
  addEventListener('scroll', draw);
  draw();
}

/** Runs in the page: scrolls to its end and counts dropped frames. */
async function scrollDown(step: number): Promise<{ frames: number; lost: number }> {
  const gaps: number[] = [];
  let last = performance.now();
  for (let before = -1; window.scrollY !== before; ) {
    before = window.scrollY;
    const now = await new Promise<number>(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
    window.scrollBy(0, step);
  }
  const beat = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 16.7;
  return {
    frames: gaps.length,
    lost: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / beat) - 1), 0),
  };
}
