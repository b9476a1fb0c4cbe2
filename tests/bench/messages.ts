import { encrypt } from 'nostr-tools/nip04';
import type { Browser, Page } from 'playwright-core';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { npubOf } from '../../src/events/nostr/nip19.ts';
import { neighbourhood, pubkeyOfJun } from '../browser/support/pages/account.ts';
import { write } from '../browser/support/pages/messages.ts';
import { follow } from '../browser/support/pages/reading.ts';
import { startHouse } from '../browser/support/service/test-service.ts';
import { notesBy, profile } from '../browser/support/service/village.ts';
import { secretKey, signed } from '../support/events/signed.ts';
import { reference } from './reference.ts';
import { heap } from './page-costs.ts';
import { type Figure, mean } from './figures-table.ts';

const JUN = 9;
/** The first one only loads the code and runs it once. */
const PEERS = [41, 42, 43, 44, 45, 46, 47, 48, 49];
const MESSAGES = 1_000;
/** Pixels a frame. */
const STEP = 90;
const ROWS = '[role=log] [data-message]';

/**
 * A conversation of 1,000 messages that each need decryption. Measures the time to its first
 * content, compared with a feed, and the cost of scrolling to its beginning.
 */
export async function benchMessages(browser: Browser): Promise<Figure[]> {
  const events = PEERS.flatMap((key, at) => [
    profile(key, { name: `peer${key}` }),
    ...notesBy(key, 40, 3_600),
    ...conversation(key, at === 0 ? 20 : MESSAGES),
  ]);
  const house = await startHouse(neighbourhood(...events));
  const page = await browser.newPage({ viewport: { width: 1_280, height: 720 } });
  try {
    const peers = PEERS.map((key) => signed({}, key).pubkey);
    await write(page, house, JUN, peers[0] ?? '');
    await page.locator(ROWS).first().waitFor();
    const opened: { readonly ms: number; readonly longest: number }[] = [];
    const feeds: { readonly ms: number; readonly longest: number }[] = [];
    for (const peer of peers) {
      feeds.push(await contentAfter(page, `/p/${npubOf(peer)}`, '[role=feed] article'));
      opened.push(await contentAfter(page, `/dms/${npubOf(peer)}`, ROWS));
    }
    // each ends with a frame, so only several of them together are more precise than a frame
    const [feed, open] = [feeds, opened].map((all) => mean(all.slice(1).map(({ ms }) => ms))) as [
      number,
      number,
    ];
    const cdp = await page.context().newCDPSession(page);
    const before = await heap(cdp);
    const read = await page.evaluate(readUp, { most: MESSAGES, step: STEP, rows: ROWS });
    const after = await heap(cdp);
    for (let round = 0; round < 2; round++)
      for (const peer of peers)
        await contentAfter(
          page,
          round % 2 === 0 ? `/p/${npubOf(peer)}` : `/dms/${npubOf(peer)}`,
          'main article, [role=log] [data-message]',
        );
    const later = await heap(cdp);
    const ground = await page.evaluate(reference);
    return [
      {
        what: `first words of a conversation of ${MESSAGES}, times those of a profile (${feed.toFixed(0)} ms)`,
        value: open / feed,
        unit: '',
        budget: 1.3,
      },
      {
        what: '  longest task of the main thread meanwhile',
        value: Math.max(...opened.slice(1).map(({ longest }) => longest)),
        unit: 'ms',
        budget: 50,
        reference: ground,
      },
      {
        what: `${read.seen} messages read back: frames dropped of ${read.frames}`,
        value: (100 * read.lost) / read.frames,
        unit: '%',
        budget: 0.5,
      },
      {
        what: '  longest task of the main thread meanwhile',
        value: read.longest,
        unit: 'ms',
        budget: 50,
        reference: ground,
      },
      { what: '  elements in the document at the end', value: read.nodes, unit: '', budget: 3_000 },
      { what: '  heap growth', value: after - before, unit: 'MB', budget: 15 },
      {
        what: '  heap growth after conversations and profiles were opened by turns',
        value: later - after,
        unit: 'MB',
        budget: 2,
      },
    ];
  } finally {
    await page.close();
    await house.clear();
  }
}

/** Alternating messages of both peers, half a minute apart; every fifth one is long. */
function conversation(key: number, count: number): SignedEvent[] {
  const [jun, peer] = [pubkeyOfJun(), signed({}, key).pubkey];
  const now = Math.floor(Date.now() / 1_000);
  return Array.from({ length: count }, (_, n) => {
    const text = `Message ${n}. ${'With some words of its own. '.repeat(n % 5 === 0 ? 9 : 1)}`;
    const [from, to] = n % 2 === 0 ? [JUN, peer] : [key, jun];
    return signed(
      {
        kind: 4,
        content: encrypt(secretKey(from), to, text),
        tags: [['p', to]],
        created_at: now - 60 - n * 30,
      },
      from,
    );
  });
}

/**
 * Navigate within the page. Return the milliseconds until its content is painted, and the longest
 * task until then.
 */
async function contentAfter(
  page: Page,
  path: string,
  content: string,
): Promise<{ ms: number; longest: number }> {
  await follow(page, '/settings');
  await page
    .locator('main')
    .getByRole('link', { name: 'Appearance' })
    .or(page.locator('main h1'))
    .first()
    .waitFor();
  await page.waitForTimeout(500);
  return page.evaluate(
    async ({ to, selector }) => {
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ entryTypes: ['longtask'] });
      const from = performance.now();
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
      while (!document.querySelector(selector) && performance.now() - from < 10_000)
        await new Promise(requestAnimationFrame);
      const ms = performance.now() - from;
      await new Promise((resolve) => setTimeout(resolve, 200));
      observer.disconnect();
      return { ms, longest };
    },
    { to: path, selector: content },
  );
}

/**
 * Runs in the page: scrolls up frame by frame until that many messages have appeared, or no more
 * come.
 */
async function readUp({ most, step, rows }: { most: number; step: number; rows: string }) {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  const box = document.querySelector('[role=log]')?.parentElement;
  const gaps: number[] = [];
  let last = performance.now();
  // only nearby rows are in the document
  const seen = new Set<string>();
  let stuck = 0;
  while (box && seen.size < most && stuck < 600) {
    const now = await new Promise<number>(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
    const before = box.scrollTop;
    box.scrollBy(0, -step);
    stuck = box.scrollTop === before ? stuck + 1 : 0;
    for (const row of document.querySelectorAll<HTMLElement>(rows))
      seen.add(row.dataset['message'] ?? '');
  }
  observer.disconnect();
  const beat = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 16.7;
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / beat) - 1), 0);
  return {
    frames: gaps.length + lost,
    lost,
    seen: seen.size,
    longest,
    nodes: document.querySelectorAll('*').length,
  };
}
