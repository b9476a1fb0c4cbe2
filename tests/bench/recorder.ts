import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import type { Figure } from './figures-table.ts';
import { scrollThrough, settledFeed } from './scroll.ts';

const NOTES = 400;
/** Pixels a frame. */
const STEP = 90;
/** Microseconds between two samples of the profile. */
const SAMPLING = 200;
/** XState's own function that calls the recorder, for each event, snapshot and new actor. */
const NOTIFY = '_sendInspectionEvent';
/** Its other tasks: checks of states, and the limit of its size. */
const TASKS = /machines\/app\/recording\/(?!recorder\.ts)/;

type Profile = Awaited<ReturnType<typeof stopProfile>>;
type Node = Profile['nodes'][number];

/**
 * Scroll home, and return the recorder's share of the main thread (TOOL-02). It comes from one
 * profile, because two runs differ by more than the recorder costs.
 */
export async function benchRecorder(
  browser: Browser,
  url: string,
  dist: string,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  await page.goto(`${url}/home`);
  await settledFeed(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: SAMPLING });
  await cdp.send('Profiler.start');
  const { seen } = await page.evaluate(scrollThrough, { notes: NOTES, step: STEP });
  const { busy, notifying, tasks } = timesOf(await stopProfile(cdp), sourcesOf(dist));
  await context.close();
  if (notifying === 0) throw new Error(`the profile has no ${NOTIFY}`);
  return [
    {
      what: `recorder while ${seen} notes are scrolled: share of the main thread`,
      value: (100 * (notifying + tasks)) / busy,
      unit: '%',
      budget: 2,
    },
    { what: '  its checks and limit', value: (100 * tasks) / busy, unit: '%' },
  ];
}

const stopProfile = async (cdp: CDPSession) => (await cdp.send('Profiler.stop')).profile;

/** Return the microseconds of the main thread: all, in the recorder, and in its other tasks. */
function timesOf(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  sourceOf: (node: Node) => string,
): { readonly busy: number; readonly notifying: number; readonly tasks: number } {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const kinds = new Map<number, 'notifying' | 'tasks' | 'other'>();
  const kindOf = (id: number): 'notifying' | 'tasks' | 'other' => {
    const node = known.get(id);
    const parent = parents.get(id);
    const kind =
      kinds.get(id) ??
      (node?.callFrame.functionName === NOTIFY
        ? 'notifying'
        : node && TASKS.test(sourceOf(node))
          ? 'tasks'
          : parent === undefined
            ? 'other'
            : kindOf(parent));
    kinds.set(id, kind);
    return kind;
  };
  const times = { busy: 0, notifying: 0, tasks: 0 };
  for (const [at, id] of samples.entries()) {
    if (known.get(id)?.callFrame.functionName === '(idle)') continue;
    // the time until the next sample is this one's
    const time = timeDeltas[at + 1] ?? 0;
    times.busy += time;
    const kind = kindOf(id);
    if (kind !== 'other') times[kind] += time;
  }
  return times;
}

/** Return the function for the source file of a function of the build. */
function sourcesOf(dist: string): (node: Node) => string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (path: string): SourceMap | undefined => {
    if (!maps.has(path)) maps.set(path, readMap(join(dist, `${path}.map`)));
    return maps.get(path);
  };
  return ({ callFrame: { url, lineNumber, columnNumber } }) => {
    if (!/\/assets\/.+\.js$/.test(url)) return '';
    const entry = mapOf(new URL(url).pathname)?.findEntry(lineNumber, columnNumber);
    return entry && 'originalSource' in entry ? entry.originalSource : '';
  };
}

/** The first script has no map. */
function readMap(file: string): SourceMap | undefined {
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
