import type { KeyWorkerClient } from '../adapters/account/keys/key-worker-client.ts';
import type {
  NewUpload,
  NewUploadResult,
} from '../machines/account/session/create-account.machine.ts';
import { promiseAdapter } from '../machines/core/ports.ts';

/** Uploads pictures of an account that is being created. Its code comes with the first picture. */
export function newPicture(page: Window, keys: KeyWorkerClient) {
  return promiseAdapter<NewUploadResult, NewUpload>(async ({ input, signal }) =>
    (await import('./compose.ts')).newPictureUpload(page, keys)(input, signal),
  );
}
