import type { CDPSession } from 'playwright-core';

/** Gives what gives the milliseconds that the page's main thread has worked since: its own time, whatever else the machine does. */
export async function mainThread(cdp: CDPSession): Promise<() => Promise<number>> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  const from = await now();
  return async () => (await now()) - from;
}

/** Megabytes that are in use once all waste is collected. */
export async function heap(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
