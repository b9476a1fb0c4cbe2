/** More rounds than that find nothing better. */
const ROUNDS = 20;
/** Times below this are more clock and collector than work. Milliseconds. */
const GRAIN = 5;

/**
 * How long a pass over text takes at full length and how that grows: E-44 asks for at most 100 ms a megabyte, and for less than 2.5 times
 * for each doubling. `run` is given the share of the full length, a quarter or all of it. Only this thread's own time counts, and of
 * several rounds the best, as what the machine does besides only ever adds.
 */
export function growthOf(run: (share: 0.25 | 1) => void): { readonly ms: number; readonly perDoubling: number } {
  let [quarter, whole] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    quarter = Math.min(
      quarter,
      timeOf(() => run(0.25)),
    );
    whole = Math.min(
      whole,
      timeOf(() => run(1)),
    );
    if (whole < 50 && whole / Math.max(quarter, GRAIN) < 5) break;
  }
  return { ms: whole, perDoubling: Math.sqrt(whole / Math.max(quarter, GRAIN)) };
}

/** Milliseconds of this thread's own time, where Node can tell it apart. */
function timeOf(run: () => void): number {
  const start = clock();
  run();
  return clock() - start;
}

function clock(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
