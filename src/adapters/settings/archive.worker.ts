import { type ArchiveReply, type ArchiveTask, archiveWork } from './archive-work.ts';

addEventListener('message', ({ data }: MessageEvent<ArchiveTask>) => {
  void archiveWork(data, (reply) => postMessage(reply satisfies ArchiveReply));
});
