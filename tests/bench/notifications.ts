import type { Browser, Page } from 'playwright-core';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { byJun, signIn } from '../browser/support/pages/account.ts';
import { publish } from '../browser/support/service/publish.ts';
import { startHouse } from '../browser/support/service/test-service.ts';
import { note, notesBy, now, profile } from '../browser/support/service/village.ts';
import { signed } from '../support/events/signed.ts';
import { reference } from './reference.ts';
import { heap, mainThread } from './page-costs.ts';
import { bare } from './scroll.ts';
import { type Figure, median } from './figures-table.ts';

const JUN = 9;
/** Each has two likes in one row, a repost and a reply. */
const NOTES = 170;
const ROUNDS = 15;
/**
 * How often the whole list is read, and the number of reads after which the kept data no longer
 * grows.
 */
const READS = { all: 6, full: 4 };
/** Pixels a frame, as in the feed. */
const STEP = 90;
const ROW = '#notifications-list article';

/**
 * The list of 500 groups: the time to its first row, compared with a feed, and repeated scrolling
 * to its end.
 */
export async function benchNotifications(browser: Browser): Promise<Figure[]> {
  const said = notesBy(JUN, NOTES, 90_000);
  const people = [1, 2, 3, 4].map((key) => profile(key, { name: `neighbour ${key}` }));
  const feed = notesBy(1, 40, 3_600);
  const follows = signed(
    { kind: 3, tags: [['p', feed[0]?.pubkey ?? '']], created_at: now() - 100_000 },
    JUN,
  );
  const house = await startHouse({
    events: [profile(JUN, { name: 'jun' }), follows, ...people, ...said, ...feed],
  });
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  try {
    // notifications start after the service knows the account's settings
    const known = byJun({
      kind: 30_078,
      content: '{}',
      tags: [['d', 'Starling', 'get_app_settings']],
    });
    await fetch(`${house.url}/api`, {
      method: 'POST',
      body: JSON.stringify(['get_app_settings', { event_from_user: known }]),
    });
    await publish(house.url, ...said.flatMap(actsOn));
    await signIn(page, house);
    const times = { '/home': [] as number[], '/notifications': [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const path of ['/home', '/notifications'] as const) {
        const ms = await firstRow(
          page,
          house.url + path,
          path === '/home' ? '[role=feed] article' : ROW,
        );
        if (round > 0) times[path].push(ms);
      }
    }
    const [home, list] = [median(times['/home']), median(times['/notifications'])];
    const still = await bare(browser);
    const cdp = await context.newCDPSession(page);
    const heaps: number[] = [];
    const reads: { frames: number; lost: number; rows: number; nodes: number; busy: number }[] = [];
    for (let round = 0; round < READS.all; round++) {
      const paid = await mainThread(cdp);
      const read = await page.evaluate(readThrough, { row: ROW, step: STEP });
      reads.push({ ...read, busy: (await paid()) / (read.frames - read.lost) });
      await page.evaluate(() => window.scrollTo(0, 0));
      heaps.push(await heap(cdp));
    }
    console.log(
      `heap after each reading of the list, MB: ${heaps.map((mb) => mb.toFixed(1)).join(' ')}`,
    );
    const ground = await page.evaluate(reference);
    const [first] = reads;
    const rows = first?.rows ?? 0;
    const sum = (of: 'frames' | 'lost') => reads.reduce((all, one) => all + one[of], 0);
    return [
      {
        what: `first row of /notifications, times that of /home (${home.toFixed(0)} ms)`,
        value: list / home,
        unit: '',
        budget: 1.3,
      },
      {
        what: `${rows} groups of notifications read: frames dropped of ${sum('frames')}`,
        value: (100 * sum('lost')) / sum('frames'),
        unit: '%',
        budget: 0.5,
      },
      {
        what: '  main thread for a row, above an empty page',
        value:
          (((first?.busy ?? 0) - still.busy) * ((first?.frames ?? 0) - (first?.lost ?? 0))) / rows,
        unit: 'ms',
        budget: 10,
        reference: ground,
      },
      {
        what: '  most elements in the document',
        value: Math.max(...reads.map(({ nodes }) => nodes)),
        unit: '',
        budget: 3_000,
      },
      {
        what: `  heap growth over the last ${READS.all - READS.full} of ${READS.all} readings`,
        value: (heaps.at(-1) ?? NaN) - (heaps[READS.full - 1] ?? NaN),
        unit: 'MB',
        budget: 2,
      },
    ];
  } finally {
    await context.close();
    await house.clear();
  }
}

function actsOn(said: SignedEvent, at: number): readonly SignedEvent[] {
  const tags = [
    ['e', said.id],
    ['p', said.pubkey],
  ];
  const by = (key: number, kind: number, content: string, later: number) =>
    signed({ kind, content, tags, created_at: now() - 80_000 + at * 400 + later }, key);
  const answer = note(`Answer ${at}. ${'With some words of its own. '.repeat(at % 9)}`, {
    key: 4,
    ago: 80_000 - at * 400,
    tags: [
      ['e', said.id, '', 'root'],
      ['p', said.pubkey],
    ],
  });
  return [by(1, 7, '+', 1), by(2, 7, '+', 2), by(3, 6, '', 3), answer];
}

/** Milliseconds after the navigation. */
async function firstRow(page: Page, url: string, row: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await page.waitForFunction(
    (selector) => (document.querySelector(selector) ? performance.now() : undefined),
    row,
    {
      polling: 'raf',
    },
  );
  return Number(await seen.jsonValue());
}

/**
 * Runs in the page: scrolls frame by frame to the end of the list, where no more rows come for a
 * while.
 */
async function readThrough({ row, step }: { row: string; step: number }) {
  const known = new WeakSet<Element>();
  const gaps: number[] = [];
  let [rows, nodes, stuck] = [0, 0, 0];
  let last = performance.now();
  while (stuck < 90) {
    const at = await new Promise<number>(requestAnimationFrame);
    gaps.push(at - last);
    last = at;
    const before = window.scrollY;
    window.scrollBy(0, step);
    stuck = window.scrollY === before ? stuck + 1 : 0;
    const drawn = [...document.querySelectorAll(row)].filter((one) => !known.has(one));
    for (const one of drawn) known.add(one);
    rows += drawn.length;
    if (gaps.length % 60 === 0) nodes = Math.max(nodes, document.querySelectorAll('*').length);
  }
  const beat = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 16.7;
  const lost = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / beat) - 1), 0);
  return { frames: gaps.length + lost, lost, rows, nodes };
}
