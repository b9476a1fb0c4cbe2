import type { CDPSession } from 'playwright-core';

/**
 * Return a function for the milliseconds that the page's main thread has worked since. They are its
 * own time, without other load of the machine.
 */
export async function mainThread(cdp: CDPSession): Promise<() => Promise<number>> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
  };
  const from = await now();
  return async () => (await now()) - from;
}

/** Return the megabytes in use after garbage collection. */
export async function heap(cdp: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
