import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Seconds } from '../../../src/events/core/time.ts';
import type { AskLong } from '../long-queries.ts';
import type { Readers } from '../store-options.ts';
import type { FromLane, LaneData, ToLane } from './lane-messages.ts';

/** Threads that run long queries on a file. */
export interface ReaderLanes {
  readonly count: number;
  readonly ask: AskLong;
  /** Start the threads, if they are not started, and resolve when they answer or have failed. */
  ready(): Promise<void>;
  /** End all threads. Their queries run in this thread, and later ones start threads again. */
  stop(): Promise<void>;
  /** The same for good. */
  close(): Promise<void>;
}

/**
 * `here` runs a query in this thread while no reader is ready. `isWorthIt`: the file is large.
 * `spawn` starts a thread.
 */
export interface LaneOptions {
  readonly count: number;
  readonly now: () => Seconds;
  readonly here: AskLong;
  readonly isWorthIt: () => boolean;
  readonly spawn?: (path: string) => Worker;
  readonly failed?: ((error: unknown) => void) | undefined;
}

const MOST_READERS = 4;

/**
 * Readers of a service: one core is left to the main thread. A smaller file is read faster than a
 * thread starts.
 */
export const SERVICE_READERS: Readers = {
  count: Math.max(1, Math.min(MOST_READERS, availableParallelism() - 1)),
  from: 20_000,
};

/** Milliseconds between two starts of readers, if they fail. */
const RESTART = 20_000;

const READER = new URL('./reader-lane.ts', import.meta.url);

interface Job {
  readonly resolve: (answer: unknown) => void;
  /** The reader failed: run the query in this thread, which reports an error of its own. */
  readonly fallBack: () => void;
}

interface Lane {
  readonly worker: Worker;
  readonly jobs: Map<number, Job>;
  readonly ready: PromiseWithResolvers<void>;
  isReady: boolean;
}

/**
 * Run long queries of a SQLite file in threads, the least busy one first. Threads start when they
 * are worth it. Until then, and if a thread fails, queries run in this thread.
 */
export function openReaderLanes(path: string, options: LaneOptions): ReaderLanes {
  const { count, isWorthIt, spawn = spawnReader } = options;
  const lanes = new Set<Lane>();
  let [startedAt, isClosed] = [Number.NEGATIVE_INFINITY, false];
  const open = () => {
    const time = performance.now();
    if (isClosed || lanes.size >= count || time - startedAt < RESTART || !isWorthIt()) return;
    startedAt = time;
    while (lanes.size < count) startLane(spawn(path), lanes, options.failed);
  };
  const stop = async () => {
    const all = [...lanes];
    lanes.clear();
    startedAt = Number.NEGATIVE_INFINITY;
    await Promise.all(all.map(({ worker }) => worker.terminate()));
  };
  return {
    count,
    ask: askingLanes(options, () => {
      open();
      return leastBusy(lanes);
    }),
    async ready() {
      open();
      await Promise.all([...lanes].map(({ ready }) => ready.promise));
    },
    stop,
    close() {
      isClosed = true;
      return stop();
    },
  };
}

function spawnReader(path: string): Worker {
  const data: LaneData = { path };
  return new Worker(READER, { workerData: data, name: 'reader' });
}

function startLane(
  worker: Worker,
  lanes: Set<Lane>,
  failed: (error: unknown) => void = () => undefined,
): void {
  const ready = Promise.withResolvers<void>();
  const lane: Lane = { worker, jobs: new Map(), ready, isReady: false };
  lanes.add(lane);
  // an open store alone does not keep the process alive
  worker.unref();
  worker.on('message', (message: FromLane) => {
    if ('ready' in message) {
      lane.isReady = true;
      return ready.resolve();
    }
    const job = lane.jobs.get(message.job);
    lane.jobs.delete(message.job);
    if ('failed' in message) job?.fallBack();
    else job?.resolve(message.answer);
  });
  const end = () => {
    lanes.delete(lane);
    ready.resolve();
    for (const job of lane.jobs.values()) job.fallBack();
    lane.jobs.clear();
  };
  worker.on('error', (error) => {
    failed(error);
    end();
  });
  worker.on('exit', end);
}

function leastBusy(lanes: ReadonlySet<Lane>): Lane | undefined {
  return [...lanes]
    .filter(({ isReady }) => isReady)
    .toSorted((one, other) => one.jobs.size - other.jobs.size)[0];
}

function askingLanes(options: LaneOptions, choose: () => Lane | undefined): AskLong;
function askingLanes({ here, now }: LaneOptions, choose: () => Lane | undefined): object {
  let last = 0;
  return async (...asked: Parameters<AskLong>): Promise<unknown> => {
    const lane = choose();
    if (!lane) return here(...asked);
    const [name, args, signal] = asked;
    signal?.throwIfAborted();
    const job = ++last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const post = (message: ToLane) => lane.worker.postMessage(message);
    const stop = () => {
      if (lane.jobs.delete(job)) post({ stop: job });
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop);
    lane.jobs.set(job, { resolve, fallBack: () => resolve(here(...asked)) });
    post({ job, name, args, now: now() });
    return promise.finally(() => signal?.removeEventListener('abort', stop));
  };
}
