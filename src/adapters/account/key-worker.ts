// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import keyWorker from './key.worker.ts?worker&url';
import type { KeySpawner } from './key-line.ts';
import type { KeyReply } from './key-wire.ts';

/** Starts the worker that holds keys; `scriptUrl` is the page's only door for addresses of scripts (E-12). */
export function keyWorkerSpawner(scriptUrl: { createScriptURL(url: string): string }): KeySpawner {
  return (reply, failed) => {
    const worker = new Worker(scriptUrl.createScriptURL(keyWorker), { type: 'module', name: 'keys' });
    worker.addEventListener('message', ({ data }: MessageEvent<KeyReply>) => reply(data));
    worker.addEventListener('messageerror', failed);
    worker.addEventListener('error', failed);
    return { post: (message) => worker.postMessage(message), end: () => worker.terminate() };
  };
}
