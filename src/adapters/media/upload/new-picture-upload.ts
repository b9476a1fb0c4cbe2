import { authorizationOf } from '../../../events/account/signing/http-auth.ts';
import { signingMessage } from '../../../events/account/signing/signing-error.ts';
import { type Millis, toSeconds } from '../../../events/core/time.ts';
import {
  readDescriptor,
  refusedUpload,
  uploadDraft,
  type UploadFailure,
  uploadFault,
} from '../../../events/media/upload.ts';
import type {
  NewUpload,
  NewUploadResult,
} from '../../../machines/account/session/create-account.machine.ts';
import type { KeyWorkerClient } from '../../account/keys/key-worker-client.ts';
import type { Web } from '../../connection/http.ts';
import { putFile } from './media-http.ts';
import type { FileReading } from './upload-prepare.ts';

interface NewPictureDeps extends Web {
  readonly keys: KeyWorkerClient;
  readonly read: FileReading;
  readonly now: () => Millis;
}

/**
 * Uploads a picture of a profile to the page's own server before the account exists (ACCOUNT-07,
 * BUD-02). The open new key authorizes it. Metadata, such as the place of a photo, is removed.
 */
export async function uploadNewPicture(
  { pubkey, file }: NewUpload,
  deps: NewPictureDeps,
  signal: AbortSignal,
): Promise<NewUploadResult> {
  const { keys, read, now, home } = deps;
  const fault = uploadFault(file, 'none');
  if (fault) return failed(fault);
  const prepared = await read(file, signal).catch(() => 'unreadable' as const);
  if (prepared === 'unreadable') return failed('unreadable');
  if (prepared === undefined) return failed('damaged');
  const { bytes, hash } = prepared;
  const at = toSeconds(now());
  const template = { ...uploadDraft(hash, at, [home]), created_at: at };
  const signed = await keys.ask({ do: 'sign', pubkey, template });
  if (!signed.ok) return failed('unsigned', signingMessage(signed.failure));
  if (!signed.event) return failed('unsigned');
  const answer = await putFile(
    deps,
    `${home}/upload`,
    bytes,
    { type: file.type, hash, authorization: authorizationOf(signed.event) },
    signal,
  );
  if (answer === undefined) return failed('unreachable');
  if (!answer.ok) return { failure: refusedUpload(answer.reason, answer.status) };
  const sent = { hash, type: file.type, size: bytes.size, dim: undefined, alt: '' };
  const uploaded = readDescriptor(answer.body, sent, home);
  return uploaded ? { url: uploaded.url } : failed('other');
}

function failed(
  fault: UploadFailure['fault'],
  reason?: UploadFailure['reason'],
): { readonly failure: UploadFailure } {
  return { failure: { fault, reason } };
}
