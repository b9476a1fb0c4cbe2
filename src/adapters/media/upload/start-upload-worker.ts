// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import uploadWorker from './upload.worker.ts?worker&url';
import { workerSpawner } from '../../connection/worker-connection.ts';
import type { FileReading } from './upload-prepare.ts';
import type { UploadReply } from './upload-worker-protocol.ts';

/**
 * Reads files in a separate worker, so that a large one does not block typing. `scriptUrl` is the
 * only way to create script addresses in the page (E-12).
 */
export function uploadReading(scriptUrl: { createScriptURL(url: string): string }): FileReading {
  const spawn = workerSpawner<Blob, UploadReply>(scriptUrl, uploadWorker, 'upload');
  return (file, signal) =>
    new Promise((resolve, reject) => {
      const fail = (): void => {
        worker.end();
        reject(new Error('the file could not be read'));
      };
      const worker = spawn((said) => {
        if (said === 'failed') return fail();
        worker.end();
        resolve(said.read);
      }, fail);
      signal.addEventListener('abort', fail);
      worker.post(file);
    });
}
