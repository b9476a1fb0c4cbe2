const GRAIN = 20;

/**
 * Milliseconds that one run takes this thread: the best of some batches, each long against the grain of the clock. Other
 * threads of a test run do not count, where Node can tell.
 */
export function cpuTimeOf(run: () => void): number {
  let runs = 1;
  while (runs < 64 && batch(run, runs) < GRAIN) runs *= 2;
  return Math.min(batch(run, runs), batch(run, runs)) / runs;
}

function batch(run: () => void, runs: number): number {
  const start = clock();
  for (let i = 0; i < runs; i++) run();
  return clock() - start;
}

function clock(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
