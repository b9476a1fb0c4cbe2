import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../../src/events/core/json.ts';
import { openSemaphore } from '../../mutex.ts';
import type { CopyOrder, CopyReply } from './copy-order.ts';

/** Makes copies of pictures in processes of their own. */
export interface PictureWorkers {
  /** `unable`: this machine cannot make copies. `slow`: it took too long. */
  copy(order: CopyOrder): Promise<CopyReply | 'unable' | 'slow'>;
  /** False after the picture library could not be loaded. */
  canCopy(): boolean;
  close(): void;
}

export interface WorkerLimits {
  /** Timeout of one copy. Milliseconds. */
  readonly deadline: number;
  /** An idle process ends after this time. Milliseconds. */
  readonly idle: number;
}

const LIMITS: WorkerLimits = { deadline: 20_000, idle: 30_000 };
const PROGRAM = join(import.meta.dirname, 'picture-child.ts');
/** Copies made at the same time, at most one for each core. */
const MOST_PROCESSES = 4;
/** Lower than the service's own, so that requests are answered first. */
const NICENESS = 10;

interface Worker {
  readonly child: ChildProcess;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Open the processes. Each starts when a picture needs it, and makes one copy at a time. It is
 * killed if a copy takes too long. `unable` is called once if the picture library cannot be
 * loaded.
 */
export function openPictureWorkers(
  unable: () => void = () => undefined,
  { deadline, idle }: WorkerLimits = LIMITS,
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
    const worker: Worker = { child, timer: undefined };
    child.once('spawn', () => lowerPriority(child.pid));
    child.on('exit', () => end(worker));
    child.on('error', () => end(worker));
    all.add(worker);
    return worker;
  };
  const ask = async (order: CopyOrder): Promise<CopyReply | 'unable' | 'slow'> => {
    const worker = free.pop() ?? start();
    clearTimeout(worker.timer);
    const reply = await replyOf(worker.child, order, deadline);
    if (reply === 'unable') {
      if (isAble) unable();
      isAble = false;
    }
    if (reply === 'slow' || reply === 'unable' || !worker.child.connected) end(worker);
    else {
      free.push(worker);
      worker.timer = setTimeout(() => end(worker), idle).unref();
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
  child: ChildProcess,
  order: CopyOrder,
  deadline: number,
): Promise<CopyReply | 'unable' | 'slow'> {
  const { promise, resolve } = Promise.withResolvers<CopyReply | 'unable' | 'slow'>();
  const heard = (message: unknown) => {
    if (isRecord(message) && 'loaded' in message) {
      if (message['loaded'] === false) resolve('unable');
    } else resolve(readReply(message));
  };
  // A picture that crashes the process is unreadable.
  const gone = () => resolve('unreadable');
  const timer = setTimeout(() => resolve('slow'), deadline);
  child.on('message', heard);
  child.once('exit', gone);
  child.once('error', gone);
  child.send(order, (error) => {
    if (error) gone();
  });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', heard);
    child.off('exit', gone);
    child.off('error', gone);
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
