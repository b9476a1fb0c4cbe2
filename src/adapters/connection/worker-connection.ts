/** A worker as the page sees it. */
interface WorkerPort<Told> {
  readonly post: (message: Told) => void;
  readonly end: () => void;
}

/** Starts a worker. `failed`: it could not be loaded, an error in it went uncaught, or it spoke unclearly; it is of no more use. */
export type WorkerSpawner<Told, Said> = (hear: (said: Said) => void, failed: (reason?: string) => void) => WorkerPort<Told>;

/** Starts the worker whose script has that address; `scriptUrl` is the page's only door for addresses of scripts (E-12). */
export function workerSpawner<Told, Said>(
  scriptUrl: { createScriptURL(url: string): string },
  url: string,
  name: string,
): WorkerSpawner<Told, Said> {
  return (hear, failed) => {
    const worker = new Worker(scriptUrl.createScriptURL(url), { type: 'module', name });
    worker.addEventListener('message', ({ data }: MessageEvent<Said>) => hear(data));
    for (const fault of ['error', 'messageerror']) worker.addEventListener(fault, () => failed(`worker.${fault}`));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
}

/**
 * Posts to one worker, which is started with the first message. One that fails, or cannot be started or told, is ended before `failed` hears
 * of it, and the next message starts another. No listener of the worker sees a message that is posted: it would stay in memory as long as the
 * page (E-32).
 */
export function openWorkerLine<Told, Said>(
  spawn: WorkerSpawner<Told, Said>,
  hear: (said: Said) => void,
  failed: (reason?: string) => void,
): (message: Told) => void {
  let worker: WorkerPort<Told> | undefined;
  const fail = (reason?: string): void => {
    worker?.end();
    worker = undefined;
    failed(reason);
  };
  return (message) => {
    try {
      worker ??= spawn(hear, fail);
      worker.post(message);
    } catch {
      fail();
    }
  };
}
