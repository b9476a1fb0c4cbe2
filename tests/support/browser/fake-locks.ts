/**
 * Web Locks of one browser: one tab holds a name, the others queue. `tab` has its own locks,
 * released when it ends. `lateMs`: delay before a free name is granted.
 */
export function fakeLocks({ lateMs = 0 } = {}) {
  const held = new Map<string, object>();
  const queues = new Map<string, (() => void)[]>();
  const next = (name: string): void => queues.get(name)?.shift()?.();
  const tab = () => {
    const releases = new Set<() => void>();
    let isGone = false;
    const request = (
      name: string,
      { signal }: { signal?: AbortSignal },
      hold: () => Promise<void>,
    ): Promise<void> =>
      new Promise((resolve, reject) => {
        const mine = {};
        const release = (): void => {
          releases.delete(release);
          if (held.get(name) !== mine) return;
          held.delete(name);
          resolve();
          next(name);
        };
        const take = (): void => {
          if (isGone || signal?.aborted) return next(name);
          held.set(name, mine);
          releases.add(release);
          void hold().finally(release);
        };
        signal?.addEventListener(
          'abort',
          () => held.get(name) === mine || reject(new DOMException('aborted', 'AbortError')),
        );
        if (held.has(name)) queues.set(name, [...(queues.get(name) ?? []), take]);
        else {
          const grant = () =>
            held.has(name) ? queues.set(name, [...(queues.get(name) ?? []), take]) : take();
          if (lateMs > 0) setTimeout(grant, lateMs);
          else queueMicrotask(grant);
        }
      });
    return {
      locks: {
        request,
        query: () =>
          Promise.resolve({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
      } as unknown as LockManager,
      /** The tab ends and releases all its locks. */
      end: () => {
        isGone = true;
        for (const release of releases) release();
      },
    };
  };
  /** Number of requests that wait for names held by others. */
  const waiting = (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  return { tab, waiting };
}
