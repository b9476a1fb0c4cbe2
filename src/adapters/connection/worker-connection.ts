/** A worker as the page sees it. */
interface WorkerPort<Told> {
  readonly post: (message: Told) => void;
  readonly end: () => void;
}

/**
 * Starts a worker. `failed`: it could not be loaded, threw an uncaught error, or sent an unreadable
 * message. It is of no more use.
 */
export type WorkerSpawner<Told, Said> = (
  hear: (said: Said) => void,
  failed: (reason?: string) => void,
) => WorkerPort<Told>;

/**
 * Starts the worker whose script has that address. `scriptUrl` is the only way to create script
 * addresses in the page (E-12).
 */
export function workerSpawner<Told, Said>(
  scriptUrl: { createScriptURL(url: string): string },
  url: string,
  name: string,
): WorkerSpawner<Told, Said> {
  return (hear, failed) => {
    const worker = new Worker(scriptUrl.createScriptURL(url), { type: 'module', name });
    worker.addEventListener('message', ({ data }: MessageEvent<Said>) => hear(data));
    for (const fault of ['error', 'messageerror'])
      worker.addEventListener(fault, () => failed(`worker.${fault}`));
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
}

/**
 * Posts to one worker, which starts with the first message. A worker that fails, or cannot be
 * started or receive messages, is ended before `failed` is called. The next message starts another.
 * No listener of the worker receives a posted message: it would stay in memory as long as the page
 * (E-32).
 */
export function openWorkerConnection<Told, Said>(
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
