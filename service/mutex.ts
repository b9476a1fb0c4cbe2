/** Runs jobs one after the other in the order of their arrival, even if some fail. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>;

/** Return a mutex for reads that are followed by dependent writes. */
export function openMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/**
 * Runs a limited number of jobs at a time. Others wait in order. `signal` removes a waiting job.
 */
type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function openSemaphore(count: number): Semaphore {
  let free = count;
  const waiting = new Set<() => void>();
  const wait = async (signal: AbortSignal | undefined) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(resolve);
      reject(signal?.reason);
    };
    waiting.add(resolve);
    signal?.addEventListener('abort', leave);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  };
  return async (work, signal) => {
    signal?.throwIfAborted();
    if (free > 0) free--;
    else await wait(signal);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else free++;
    }
  };
}
