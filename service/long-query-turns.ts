import { AsyncLocalStorage } from 'node:async_hooks';
import { StoreBusy, TooManyQueries } from './errors.ts';

/** Numbers of long queries. */
export interface LongQueryCounts {
  readonly running: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: number;
}

/**
 * Runs long queries, a limited number at a time. When one ends, the address goes next that has the
 * fewest running, and of those the one that used the least time lately.
 */
export interface LongQueryTurns {
  /**
   * Rejects with `TooManyQueries` if many of the same address wait, and with `StoreBusy` if many of
   * all addresses do. `signal` removes a waiting query.
   */
  take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  counts(): LongQueryCounts;
}

const MOST_WAITING = { address: 50, all: 2_000 };
/** Used time counts half after this many milliseconds. */
const HALF_LIFE = 30_000;
/** Addresses without queries that are remembered for the time they used. */
const MOST_IDLE = 1_000;

/** The service's own work. Only the limit of all addresses refuses its queries. */
const OWN = '';

const asking = new AsyncLocalStorage<string>();

/** Run work for a client. Its long queries count for the address of the client. */
export function askedFrom<T>(address: string, work: () => T): T {
  return asking.run(address, work);
}

interface Queue {
  running: number;
  /** Each starts a query. */
  readonly waiting: Set<() => void>;
  /** Milliseconds, as of `at`. */
  used: number;
  at: number;
}

/** `count`: queries at a time. One address may use half of them. `now`: milliseconds. */
export function openLongQueryTurns(
  count: number,
  now: () => number = () => performance.now(),
): LongQueryTurns {
  const share = Math.ceil(count / 2);
  const queues = new Map<string, Queue>();
  const counts = { running: 0, waiting: 0, refused: 0 };
  const usedLately = ({ used, at }: Queue) => used * 0.5 ** ((now() - at) / HALF_LIFE);
  const queueOf = (address: string): Queue => {
    const queue = queues.get(address) ?? { running: 0, waiting: new Set(), used: 0, at: now() };
    queues.set(address, queue);
    return queue;
  };
  const isFree = ({ running }: Queue) => counts.running < count && running < share;
  const start = (queue: Queue) => {
    queue.running++;
    counts.running++;
  };
  const startNext = () => {
    const [next] = [...queues.values()]
      .filter((queue) => queue.waiting.size > 0 && isFree(queue))
      .toSorted((one, other) => one.running - other.running || usedLately(one) - usedLately(other));
    const [first] = next?.waiting ?? [];
    if (!next || !first) return;
    next.waiting.delete(first);
    counts.waiting--;
    start(next);
    first();
  };
  const wait = async (address: string, queue: Queue, signal: AbortSignal | undefined) => {
    const refuse = (error: Error) => {
      counts.refused++;
      throw error;
    };
    if (address !== OWN && queue.waiting.size >= MOST_WAITING.address) refuse(new TooManyQueries());
    if (counts.waiting >= MOST_WAITING.all) refuse(new StoreBusy('many long queries wait'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      if (queue.waiting.delete(resolve)) counts.waiting--;
      reject(signal?.reason);
    };
    queue.waiting.add(resolve);
    counts.waiting++;
    signal?.addEventListener('abort', leave);
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  };
  const forgetIdle = () => {
    if (queues.size <= MOST_IDLE) return;
    for (const [address, { running, waiting }] of queues)
      if (running === 0 && waiting.size === 0) queues.delete(address);
  };
  return {
    async take(work, signal) {
      signal?.throwIfAborted();
      const address = asking.getStore() ?? OWN;
      const queue = queueOf(address);
      if (isFree(queue)) start(queue);
      else await wait(address, queue, signal);
      const started = now();
      try {
        return await work();
      } finally {
        queue.used = usedLately(queue) + now() - started;
        queue.at = now();
        queue.running--;
        counts.running--;
        startNext();
        forgetIdle();
      }
    },
    counts: () => ({ ...counts }),
  };
}
