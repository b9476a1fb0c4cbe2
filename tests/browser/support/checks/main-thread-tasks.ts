import type { Page } from '@playwright/test';

interface Traced {
  readonly name?: string;
  readonly ph?: string;
  readonly pid?: number;
  readonly tid?: number;
  readonly ts?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** A task of the page's main thread: its CPU time, and the last `performance.mark` before it. */
interface Task {
  readonly ms: number;
  readonly after: string;
}

/**
 * Records every task of a page's main thread from now on, in CPU time, which excludes other
 * programs.
 */
export async function tasksOf(
  page: Page,
): Promise<{ readonly longerThan: (ms: number) => Promise<readonly Task[]> }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('only a browser of its own can be traced');
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  return {
    longerThan: async (ms) => {
      const { traceEvents }: { traceEvents: readonly Traced[] } = JSON.parse(
        (await browser.stopTracing()).toString(),
      );
      const main = new Set(
        traceEvents.flatMap(({ name, args, pid, tid }) =>
          name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}:${tid}`] : [],
        ),
      );
      const tasks = traceEvents.filter(
        ({ tdur, pid, tid }) => tdur !== undefined && main.has(`${pid}:${tid}`),
      );
      if (tasks.length === 0) throw new Error('the trace holds no task of the page');
      const marks = traceEvents.filter(({ name, ph }) =>
        ph === 'I' || ph === 'R' ? name?.startsWith('/') : false,
      );
      const before = (at: number) =>
        marks.findLast(({ ts = 0 }) => ts <= at)?.name ?? 'the first load';
      return tasks
        .filter(({ tdur = 0 }) => tdur > ms * 1_000)
        .map(({ tdur = 0, ts = 0 }) => ({ ms: Math.round(tdur / 1_000), after: before(ts) }));
    },
  };
}
