import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../../src/events/core/json.ts';
import { openSemaphore } from '../../mutex.ts';
import type { CopyOrder, CopyReply } from './copy-order.ts';

/**
 * `unable`: this machine cannot make copies. `interrupted`: it took too long, or the system did not
 * start the process or killed it. That says nothing about the picture.
 */
type CopyResult = CopyReply | 'unable' | 'interrupted';

/** Makes copies of pictures in processes of their own. */
export interface PictureWorkers {
  copy(order: CopyOrder): Promise<CopyResult>;
  /** False after the picture library could not be loaded. */
  canCopy(): boolean;
  close(): void;
}

export interface WorkerLimits {
  /**
   * Timeout of the start of a process. Milliseconds. With its low priority it takes long on a busy
   * machine, much longer than a small copy.
   */
  readonly start: number;
  /** Timeout of one copy. Milliseconds. */
  readonly deadline: number;
  /** An idle process ends after this time. Milliseconds. */
  readonly idle: number;
}

const LIMITS: WorkerLimits = { start: 60_000, deadline: 20_000, idle: 30_000 };
const PROGRAM = join(import.meta.dirname, 'picture-child.ts');
/** Copies made at the same time, at most one for each core. */
const MOST_PROCESSES = 4;
/** Lower than the service's own, so that requests are answered first. */
const NICENESS = 10;

interface Worker {
  readonly child: ChildProcess;
  isLoaded: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Open the processes. Each starts when a picture needs it, and makes one copy at a time. It is
 * killed if a copy takes too long. `unable` is called once if the picture library cannot be
 * loaded.
 */
export function openPictureWorkers(
  unable: () => void = () => undefined,
  limits: WorkerLimits = LIMITS,
  program = PROGRAM,
): PictureWorkers {
  const inTurn = openSemaphore(Math.min(MOST_PROCESSES, availableParallelism()));
  const free: Worker[] = [];
  const all = new Set<Worker>();
  let isAble = true;
  const end = (worker: Worker) => {
    clearTimeout(worker.timer);
    all.delete(worker);
    const at = free.indexOf(worker);
    if (at >= 0) free.splice(at, 1);
    worker.child.kill('SIGKILL');
  };
  const start = (): Worker => {
    const child = fork(program, {
      // Nothing of the service's environment, which may hold keys of a database or a bucket.
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: Worker = { child, isLoaded: false, timer: undefined };
    child.once('spawn', () => lowerPriority(child.pid));
    child.on('exit', () => end(worker));
    child.on('error', () => end(worker));
    all.add(worker);
    return worker;
  };
  const ask = async (order: CopyOrder): Promise<CopyResult> => {
    const worker = free.pop() ?? start();
    clearTimeout(worker.timer);
    const reply = await replyOf(worker, order, limits);
    if (reply === 'unable') {
      if (isAble) unable();
      isAble = false;
    }
    if (reply === 'interrupted' || reply === 'unable' || !worker.child.connected) end(worker);
    else {
      free.push(worker);
      worker.timer = setTimeout(() => end(worker), limits.idle).unref();
    }
    return reply;
  };
  return {
    copy: (order) => inTurn(async () => (isAble ? ask(order) : Promise.resolve('unable' as const))),
    canCopy: () => isAble,
    close() {
      for (const worker of all) end(worker);
    },
  };
}

function replyOf(
  worker: Worker,
  order: CopyOrder,
  { deadline, start }: WorkerLimits,
): Promise<CopyResult> {
  const { promise, resolve } = Promise.withResolvers<CopyResult>();
  const { child } = worker;
  const heard = (message: unknown) => {
    if (isRecord(message) && 'loaded' in message) {
      if (message['loaded'] === false) resolve('unable');
      // Only once: a picture that took over the process could send this forever.
      else if (!worker.isLoaded) {
        clearTimeout(timer);
        timer = setTimeout(failed, deadline);
      }
      worker.isLoaded = true;
    } else resolve(readReply(message));
  };
  // A picture that crashes the process is unreadable.
  const gone = (_: unknown, signal?: NodeJS.Signals | null) =>
    resolve(signal === 'SIGKILL' ? 'interrupted' : 'unreadable');
  const failed = () => resolve('interrupted');
  let timer = setTimeout(failed, worker.isLoaded ? deadline : start);
  child.on('message', heard);
  child.once('exit', gone);
  child.once('error', failed);
  child.send(order, (error) => {
    if (error) failed();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', heard);
    child.off('exit', gone);
    child.off('error', failed);
  });
}

/** A picture may have taken over the process, so its replies are checked. */
function readReply(message: unknown): CopyReply {
  if (message === 'large') return 'large';
  if (!isRecord(message)) return 'unreadable';
  const { bytes, mime, width, height, source } = message;
  const isWhole =
    bytes instanceof Uint8Array &&
    (mime === 'image/webp' || mime === 'image/avif') &&
    typeof width === 'number' &&
    typeof height === 'number';
  return isWhole ? { bytes, mime, width, height, source: readSource(source) } : 'unreadable';
}

function readSource(source: unknown) {
  if (!isRecord(source)) return undefined;
  const { width, height } = source;
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // The process has ended already.
  }
}
