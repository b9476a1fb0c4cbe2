import type { Browser, Page } from 'playwright-core';
import { npubOf } from '../../src/events/nostr/nip19.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { follow } from '../browser/support/pages/reading.ts';
import { startHouse } from '../browser/support/service/test-service.ts';
import { note, notesBy } from '../browser/support/service/village.ts';
import { heap } from './page-costs.ts';
import type { Figure } from './figures-table.ts';

const ROUNDS = 13;
/** Number of rounds after which kept data no longer grows: 10,000 events (`facts/tables.ts`). */
const FULL = 10;
/** Notes read in each round: of a profile, and of a thread. */
const NOTES = { profile: 1_150, replies: 100 };
/** Pixels a frame: faster than any reader. */
const STEP = 500;
/** Longer than the retention of unused data (ROUTE-21). Milliseconds. */
const LATER = 15 * 60_000;

/**
 * Read more than 10,000 notes in profiles, threads and the home feed. Measure the memory that stays
 * in use afterwards.
 */
export async function benchPlateau(browser: Browser): Promise<Figure[]> {
  const walks = Array.from({ length: ROUNDS }, (_, at) => walkOf(at + 1));
  const house = await startHouse({ events: walks.flatMap(({ events }) => events) });
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  try {
    await page.clock.install();
    const cdp = await page.context().newCDPSession(page);
    await page.goto(`${house.url}/home`);
    const heaps: number[] = [];
    let [seen, nodes] = [0, 0];
    for (const { profile, thread } of walks) {
      for (const [path, count] of [
        [profile, NOTES.profile],
        [thread, NOTES.replies],
        ['/home', 20],
      ] as const) {
        await open(page, path);
        seen += await readThrough(page, count);
        nodes = Math.max(nodes, await page.evaluate(() => document.querySelectorAll('*').length));
      }
      await page.clock.fastForward(LATER);
      heaps.push(await heap(cdp));
    }
    const [half = 0, end = 0] = [heaps[FULL - 1], heaps.at(-1)];
    console.log(`heap after each round, MB: ${heaps.map((mb) => mb.toFixed(1)).join(' ')}`);
    return [
      {
        what: `${seen} notes read in profiles and threads: heap growth over the last 3,800`,
        value: end - half,
        unit: 'MB',
        budget: 2,
      },
      { what: '  heap at the end', value: end, unit: 'MB' },
      { what: '  most elements in the document', value: nodes, unit: '', budget: 3_000 },
    ];
  } finally {
    await page.close();
    await house.clear();
  }
}

function walkOf(key: number): {
  readonly events: readonly SignedEvent[];
  readonly profile: string;
  readonly thread: string;
} {
  const [root, ...rest] = notesBy(key, NOTES.profile, 3_600);
  if (!root) throw new Error('nothing is said');
  const replies = Array.from({ length: NOTES.replies }, (_, n) =>
    note(`Answer ${n}. ${'With some words of its own. '.repeat(n % 9)}`, {
      key: key + ROUNDS,
      ago: n,
      tags: [['e', root.id, '', 'root']],
    }),
  );
  return {
    events: [root, ...rest, ...replies],
    profile: `/p/${npubOf(root.pubkey)}`,
    thread: `/e/${root.id}`,
  };
}

async function open(page: Page, path: string): Promise<void> {
  await follow(page, path);
  try {
    // not polled by frame: a page with a set clock draws no frames while nothing moves
    await page.waitForURL(`**${path}`);
    await page.locator('main article').first().waitFor();
  } catch (cause) {
    throw new Error(`${path} shows ${await page.locator('main').textContent()}`, { cause });
  }
}

/**
 * Scroll until that many rows have appeared, or no more come for a while. Return how many there
 * were.
 */
async function readThrough(page: Page, count: number): Promise<number> {
  return page.evaluate(
    async ({ most, step }) => {
      const seen = new Set<Element | string>();
      let still = 0;
      while (seen.size < most && still < 120) {
        await new Promise(requestAnimationFrame);
        const before = seen.size;
        for (const row of document.querySelectorAll('main article'))
          seen.add(row.getAttribute('data-note') ?? row);
        window.scrollBy(0, step);
        still = seen.size === before ? still + 1 : 0;
      }
      return seen.size;
    },
    { most: count, step: STEP },
  );
}
