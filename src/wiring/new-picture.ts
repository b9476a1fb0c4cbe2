import { fromPromise } from 'xstate';
import type { KeyWorkerClient } from '../adapters/account/keys/key-worker-client.ts';
import type {
  NewUpload,
  NewUploadResult,
} from '../machines/account/session/create-account.machine.ts';

/** Uploads pictures of an account that is being created. Its code comes with the first picture. */
export function newPicture(page: Window, keys: KeyWorkerClient) {
  return fromPromise<NewUploadResult, NewUpload>(async ({ input, signal }) =>
    (await import('./compose.ts')).newPictureUpload(page, keys)(input, signal),
  );
}
