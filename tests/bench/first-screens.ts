import type { Browser } from 'playwright-core';
import { npubOf } from '../../src/events/nostr/nip19.ts';
import type { TestService } from '../browser/support/service/test-service.ts';
import { startDelayProxy } from './delay-proxy.ts';
import { type Figure, median } from './figures-table.ts';

const ROUNDS = 5;

/** The first content of a screen. */
const ROWS = '[role=feed] article';

/**
 * Time of a cold page to its first content on the screens beside home, over 40 ms a round trip: as
 * many rounds as on /home.
 */
export async function benchFirstScreens(
  browser: Browser,
  { url, demo }: TestService,
): Promise<Figure[]> {
  const proxy = await startDelayProxy(url, 20);
  const jun = demo.find(({ name }) => name === 'jun');
  const screens = [
    ['/home', ROWS],
    ['/reads', ROWS],
    ['/explore', 'main :is(article, li, a[href^="/search"])'],
    ['/search/light', ROWS],
    [`/p/${npubOf(jun?.pubkey ?? '')}`, ROWS],
  ] as const;
  try {
    const times = new Map<string, number[]>();
    // in turns, so that a slow minute of the machine affects all of them
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [path, content] of screens) {
        const ms = await contentAfter(browser, proxy.url + path, content);
        if (round > 0) times.set(path, [...(times.get(path) ?? []), ms]);
      }
    }
    const [home = 0, ...others] = screens.map(([path]) => median(times.get(path) ?? []));
    return others.map((ms, at) => ({
      what: `first content of ${screens[at + 1]?.[0].replace(/^(\/p)\/.*/, '$1/…')}, times that of /home (${home.toFixed(0)} ms)`,
      value: ms / home,
      unit: '',
      budget: 1.3,
    }));
  } finally {
    await proxy.stop();
  }
}

async function contentAfter(browser: Browser, url: string, content: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    (selector) => (document.querySelector(selector) ? performance.now() : undefined),
    content,
    {
      polling: 'raf',
    },
  );
  const ms = Number(await seen.jsonValue());
  await context.close();
  return ms;
}
