import { isLong } from './runs.ts';

/**
 * Minimum and maximum rounds. After the maximum no better time is likely; below the minimum all
 * rounds may be disturbed.
 */
const [FEWEST, MOST] = [2, 20];
/** The text of the reference pass, and its milliseconds on a free machine. */
const [KNOWN_TEXT, KNOWN_MS] = ['a #b: 1 '.repeat(125_000), 8];
/**
 * Milliseconds. Times below this are mostly clock and garbage collector: two ticks. Quadratic work
 * that stays below it costs no budget.
 */
const GRAIN = 8;

/** Milliseconds for a quarter of the text. Only a pass that freezes the page takes as long. */
const FROZEN = 1_000;

/**
 * Measure how long a pass over text takes at full length and how that grows. `npm test` runs one
 * pass of a quarter and accepts it unless it freezes; `npm run test:long` measures. E-44 allows 100
 * ms per megabyte and a factor below 2.5 per doubling. `run` receives the share of the full length:
 * a quarter or all of it. Only this thread's own time counts, and the best of several rounds,
 * because other work only adds time. If other work slows all rounds, a reference pass in each round
 * measures by how much. `ms` is then the time on a free machine. Rounds end when the limits are met
 * with room to spare. `within`: the budget in milliseconds, or Infinity to check only the growth.
 */
export function growthOf(
  run: (share: 0.25 | 1) => void,
  within = 100,
): { readonly ms: number; readonly perDoubling: number } {
  if (!isLong) {
    const ms = cpuTimeOf(() => run(0.25)) < FROZEN ? 0 : Infinity;
    return { ms, perDoubling: ms };
  }
  let [quarter, whole, known] = [Infinity, Infinity, Infinity];
  const ms = (): number => whole / Math.max(1, known / KNOWN_MS);
  for (let round = 0; round < MOST; round++) {
    known = Math.min(known, cpuTimeOf(knownPass));
    quarter = Math.min(
      quarter,
      cpuTimeOf(() => run(0.25)),
    );
    whole = Math.min(
      whole,
      cpuTimeOf(() => run(1)),
    );
    if (round + 1 >= FEWEST && ms() < within * 0.8 && whole / Math.max(quarter, GRAIN) < 5) break;
  }
  return { ms: ms(), perDoubling: Math.sqrt(whole / Math.max(quarter, GRAIN)) };
}

/** Read characters and keep small objects, as every text parser does. */
function knownPass(): void {
  const kept: { readonly at: number; readonly code: number }[] = [];
  for (let at = 0; at < KNOWN_TEXT.length; at++) {
    const code = KNOWN_TEXT.charCodeAt(at);
    if (code % 7 === 0) kept.push({ at, code });
  }
  if (kept.length === 0) throw new Error('The known pass has kept nothing.');
}

/**
 * Return the milliseconds of this thread's own time, where Node can measure it. Some kernels count
 * it in ticks of 4 ms, so a best of several would be the luckiest count. The finer wall-clock time
 * is therefore used while the difference is within two ticks.
 */
export function cpuTimeOf(run: () => void): number {
  const [start, used] = [performance.now(), usedTime()];
  run();
  const passed = performance.now() - start;
  return used === undefined ? passed : Math.min(passed, (usedTime() ?? 0) - used + GRAIN);
}

function usedTime(): number | undefined {
  if (typeof process.threadCpuUsage !== 'function') return undefined;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
