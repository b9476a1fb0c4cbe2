import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { startHouse } from '../browser/support/service/test-service.ts';
import { makeCertificate } from './certificate.ts';
import { startDelayProxy } from './delay-proxy.ts';
import {
  type Lines,
  LINES,
  type Load,
  loadHome,
  loadOften,
  type Moment,
  momentsOf,
  ROUNDS,
} from './page-load.ts';
import { type Figure, median } from './figures-table.ts';
import { type Said, startSiteFront, startSocketFront } from './tls-front.ts';

const EACH_WAY = 20;

/**
 * The same moments on the connection to the caching service, in milliseconds after the navigation.
 */
interface Talk {
  readonly open: number;
  readonly asked: number;
  readonly frame: number;
}

type Remote = Load & { readonly talk: Talk };

interface Place {
  readonly site: string;
  readonly said: readonly Said[];
  /** Browser arguments to trust the two servers. */
  readonly args: readonly string[];
}

/**
 * The first load of /home with page and caching service on two other origins, over TLS with 40 ms a
 * round trip. Handshakes are included. The page sends no request before the socket opens.
 */
export async function benchRemote(
  options: LaunchOptions,
  target: string,
): Promise<{ figures: Figure[]; moments: readonly Moment[] }> {
  return away(target, async (place) => {
    const browser = await chromium.launch({
      ...options,
      args: [...(options.args ?? []), ...place.args],
    });
    try {
      await load(browser, place, 1);
      const normal = await loadOften(() => load(browser, place, 1));
      const slow = await loadOften(() => load(browser, place, 4));
      const alone = [
        await paintAlone(browser, place.site, 1),
        await paintAlone(browser, place.site, 4),
      ];
      const budget = { paint: [300, 700], note: [600, 1_500] } as const;
      const rows = [
        [normal, 'normal CPU', 0],
        [slow, 'main thread slowed 4 times', 1],
      ] as const;
      return {
        moments: momentsOf(normal.lines(STEPS), slow.lines(STEPS)),
        figures: rows.flatMap(([{ reference, ...one }, how, at]): Figure[] => [
          {
            what: `remote: first paint, ${how}`,
            value: one.paint,
            unit: 'ms',
            budget: budget.paint[at],
            reference,
          },
          {
            what: `  of the page alone, none of its code loaded`,
            value: alone[at] ?? Number.NaN,
            unit: 'ms',
          },
          {
            what: `remote: first note, ${how}`,
            value: one.note,
            unit: 'ms',
            budget: budget.note[at],
            reference,
          },
          { what: `  longest task, ${how}`, value: one.longest, unit: 'ms', reference },
          {
            what: `  blocking time until 1 s after it, ${how}`,
            value: one.blocked,
            unit: 'ms',
            reference,
          },
          {
            what: `  layout shift, ${how}`,
            value: Math.max(...one.loads.map(({ shift }) => shift)),
            unit: '',
            budget: 0,
          },
        ]),
      };
    } finally {
      await browser.close();
    }
  });
}

const STEPS: Lines<Remote> = [
  ...LINES.page,
  ['socket open', ({ talk }) => talk.open],
  ['asked', ({ talk }) => talk.asked],
  ['first frame of the answer', ({ talk }) => talk.frame],
  ...LINES.answer,
];

/** Start both origins in front of a service, and stop them at the end. */
async function away<T>(target: string, measure: (place: Place) => Promise<T>): Promise<T> {
  const certificate = makeCertificate(Date.now());
  const sockets = await startSocketFront(target, certificate);
  const cache = await startDelayProxy(`https://127.0.0.1:${sockets.port}`, EACH_WAY, {
    handshake: true,
  });
  const house = await startHouse({ cache: `${cache.url.replace('http', 'wss')}/v1` });
  const pages = await startSiteFront(house.url, certificate);
  const site = await startDelayProxy(`https://127.0.0.1:${pages.port}`, EACH_WAY, {
    handshake: true,
  });
  try {
    const args = [`--ignore-certificate-errors-spki-list=${certificate.pin}`];
    return await measure({ site: site.url.replace('http', 'https'), said: sockets.seen, args });
  } finally {
    await site.stop();
    await cache.stop();
    pages.stop();
    sockets.stop();
    await house.clear();
  }
}

async function load(browser: Browser, { site, said }: Place, slowed: number): Promise<Remote> {
  const before = said.at(-1)?.connection ?? 0;
  const loaded = await loadHome(browser, site, slowed);
  const own = said.filter(({ connection }) => connection === before + 1);
  return { ...loaded, talk: talkOf(own, loaded.origin) };
}

/**
 * Return the first paint of the document with its styles when all other files are missing, in
 * milliseconds after the navigation. No code of the app can be faster.
 */
async function paintAlone(browser: Browser, site: string, slowed: number): Promise<number> {
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed });
    await cdp.send('Network.enable');
    await cdp.send('Network.setBlockedURLs', {
      urls: ['js', 'wasm', 'woff2'].map((ending) => `*.${ending}`),
    });
    await page.goto(`${site}/home`, { waitUntil: 'commit' });
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-paint')[0]?.startTime,
    );
    paints.push(Number(await painted.jsonValue()));
    await context.close();
  }
  return median(paints);
}

/**
 * Return the moments of a connection, in which page and service take turns: the upgrade and its
 * response, the requests and their responses.
 */
function talkOf(said: readonly Said[], origin: number): Talk {
  const turns = said.filter(({ to }, at) => to !== said[at - 1]?.to).map(({ at }) => at - origin);
  const [, open = Number.NaN, asked = Number.NaN, frame = Number.NaN] = turns;
  return { open: open + EACH_WAY, asked: asked - EACH_WAY, frame: frame + EACH_WAY };
}
