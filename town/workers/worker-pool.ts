import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { WorkResult, WorkRequest, DrawJob, Drawn, SignJob } from './jobs.ts';

/**
 * Workers that draw and sign. `each` is called for every finished batch, in any order. The promise
 * resolves with all results in the requested order.
 */
export interface WorkerPool {
  draw(jobs: readonly DrawJob[], each: (count: number) => void): Promise<Drawn[]>;
  sign(jobs: readonly SignJob[], each: (count: number) => void): Promise<string[]>;
  close(): Promise<void>;
}

interface Task {
  readonly ask: WorkRequest;
  readonly done: (answer: WorkResult) => void;
  readonly failed: (error: Error) => void;
}

const DRAW_BATCH = 4;
const SIGN_BATCH = 250;

/** Start one worker for each processor, two at least and four at most. */
export function openWorkerPool(): WorkerPool {
  const waiting: Task[] = [];
  const workers = Array.from({ length: Math.min(4, Math.max(2, availableParallelism())) }, () =>
    openWorker(waiting),
  );
  const give = (ask: WorkRequest) =>
    new Promise<WorkResult>((done, failed) => {
      waiting.push({ ask, done, failed });
      for (const worker of workers) worker.next();
    });
  return {
    async draw(jobs, each) {
      const batches = slices(jobs, DRAW_BATCH).map(async (batch) => {
        const answer = await give({ ask: 'draw', jobs: batch });
        each(batch.length);
        return 'drawn' in answer ? answer.drawn : [];
      });
      return (await Promise.all(batches)).flat();
    },
    async sign(jobs, each) {
      const batches = slices(jobs, SIGN_BATCH).map(async (batch) => {
        const answer = await give({ ask: 'sign', jobs: batch });
        each(batch.length);
        return 'signatures' in answer ? answer.signatures : [];
      });
      return (await Promise.all(batches)).flat();
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function openWorker(waiting: Task[]): { next(): void; close(): Promise<unknown> } {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  let current: Task | undefined;
  const next = () => {
    if (current) return;
    current = waiting.shift();
    if (current) worker.postMessage(current.ask);
  };
  const settle = (answer: WorkResult) => {
    const task = current;
    current = undefined;
    if ('failed' in answer) task?.failed(new Error(answer.failed));
    else task?.done(answer);
    next();
  };
  worker.on('message', settle);
  worker.on('error', (error) => settle({ failed: String(error) }));
  return { next, close: () => worker.terminate() };
}

function slices<T>(list: readonly T[], size: number): T[][] {
  const out: T[][] = [];
  for (let i = 0; i < list.length; i += size) out.push(list.slice(i, i + size));
  return out;
}
