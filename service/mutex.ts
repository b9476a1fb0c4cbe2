/** Does one thing after the other, in the order in which they are handed to it, whatever becomes of each. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** For what reads and then writes by what it read: nobody else of the same turns comes between. */
export function openLocks(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Does so many things at a time. Others wait in the order in which they came; `signal` takes one that waits out again. */
type Seats = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

export function openSeats(count: number): Seats {
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
