// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import archiveWorker from './archive.worker.ts?worker&url';
import { type WorkerSpawner, workerSpawner } from '../connection/worker-connection.ts';
import type { ArchiveReply, ArchiveTask } from './archive-work.ts';

/** Starts a worker for one file, as scrypt would hold up whoever waits for it; `scriptUrl` is the page's door for scripts (E-12). */
export function archiveSpawner(scriptUrl: { createScriptURL(url: string): string }): WorkerSpawner<ArchiveTask, ArchiveReply> {
  return workerSpawner(scriptUrl, archiveWorker, 'archive');
}
