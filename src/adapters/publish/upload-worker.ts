// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import uploadWorker from './upload.worker.ts?worker&url';
import type { FileReading } from './upload-prepare.ts';
import type { UploadReply } from './upload-wire.ts';

/** Reads files in a worker of their own, so that a large one holds up no typing; `scriptUrl` is the page's door for scripts (E-12). */
export function uploadReading(scriptUrl: { createScriptURL(url: string): string }): FileReading {
  return (file, signal) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(scriptUrl.createScriptURL(uploadWorker), { type: 'module', name: 'upload' });
      const end = (): void => worker.terminate();
      const fail = (): void => {
        end();
        reject(new Error('the file could not be read'));
      };
      signal.addEventListener('abort', fail);
      worker.addEventListener('error', fail);
      worker.addEventListener('messageerror', fail);
      worker.addEventListener('message', ({ data }: MessageEvent<UploadReply>) => {
        if (data === 'failed') return fail();
        end();
        resolve(data.read);
      });
      worker.postMessage(file);
    });
}
