// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import archiveWorker from './archive.worker.ts?worker&url';
import { type WorkerSpawner, workerSpawner } from '../connection/worker-connection.ts';
import type { ArchiveReply, ArchiveTask } from './archive-work.ts';

/**
 * Starts a worker for one file, because scrypt would block the page. `scriptUrl` is the only way to
 * create script addresses in the page (E-12).
 */
export function archiveSpawner(scriptUrl: {
  createScriptURL(url: string): string;
}): WorkerSpawner<ArchiveTask, ArchiveReply> {
  return workerSpawner(scriptUrl, archiveWorker, 'archive');
}
