import type { Browser, Page } from 'playwright-core';
import { startHouse } from '../browser/support/service/test-service.ts';
import type { Figure } from './figures-table.ts';

/** Bytes of the service's copies, which all fit. */
const CACHE = 1e9;
/** The share of the original bytes that copies may have. */
const MOST = 1 / 3;
/** Milliseconds without a further picture, after which the screen is complete. */
const QUIET = 1_500;

interface Loaded {
  readonly bytes: number;
  readonly requests: number;
}

/**
 * Pictures of the first screen of home, in the demo town: their bytes and requests as copies of the
 * service, and as originals. Videos do not count.
 */
export async function benchPictures(browser: Browser, part: number): Promise<Figure[]> {
  const house = await startHouse({ town: part, mediaCache: CACHE });
  try {
    // the first visit makes the copies
    await firstScreen(browser, house.url, true);
    const copies = await firstScreen(browser, house.url, true);
    const originals = await firstScreen(browser, house.url, false);
    return [
      {
        what: `pictures of the first screen of /home, times the originals (${kilobytes(originals)} KB)`,
        value: copies.bytes / originals.bytes,
        unit: '',
        budget: MOST,
      },
      { what: '  their bytes', value: kilobytes(copies), unit: 'KB' },
      {
        what: `  their requests (${originals.requests} for the originals)`,
        value: copies.requests,
        unit: '',
        budget: originals.requests,
      },
    ];
  } finally {
    await house.clear();
  }
}

async function firstScreen(browser: Browser, url: string, isCopied: boolean): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  if (!isCopied)
    await page.addInitScript(() =>
      localStorage.setItem(
        'starling/visitor/ownPictures',
        JSON.stringify({ version: 1, value: false }),
      ),
    );
  const loaded = countPictures(page);
  await page.goto(`${url}/home`);
  await page.waitForSelector('[role=feed] article');
  const sum = await loaded();
  await context.close();
  return sum;
}

/** Count pictures from now on. Returns a function that waits for the last one. */
function countPictures(page: Page): () => Promise<Loaded> {
  const found: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'image') return;
    if (response.url().startsWith('data:') || response.url().startsWith('blob:')) return;
    found.push(response.body().then(({ byteLength }) => byteLength));
  });
  return async () => {
    for (let known = -1; known !== found.length; ) {
      known = found.length;
      await page.waitForTimeout(QUIET);
      await Promise.all(found);
    }
    const sizes = await Promise.all(found);
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length };
  };
}

function kilobytes({ bytes }: Loaded): number {
  return Math.round(bytes / 1_000);
}
