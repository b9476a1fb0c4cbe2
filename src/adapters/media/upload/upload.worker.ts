import { readFile } from './upload-read.ts';
import type { UploadReply } from './upload-worker-protocol.ts';

addEventListener('message', ({ data: file }: MessageEvent<Blob>) => {
  readFile(file).then(
    (read) => postMessage({ read } satisfies UploadReply),
    () => postMessage('failed' satisfies UploadReply),
  );
});
