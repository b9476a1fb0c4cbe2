import type { CallbackActorLogic, EventObject } from 'xstate';
import { bytesOf } from '../../events/core/hex.ts';
import { shownAs } from '../../events/media/shown-as.ts';
import { readEncryptedFile, type EncryptedFile } from '../../events/messages/encrypted-file.ts';
import type { FileInput, FileNews } from '../../machines/messages/conversation.machine.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

interface FileDeps {
  readonly fetch: typeof fetch;
  readonly subtle: SubtleCrypto;
  readonly urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
}

/** Maximum size in bytes. The whole file is in memory twice while it is decrypted. */
const MOST = 50 * 1024 * 1024;

/**
 * The `file` port: fetches and decrypts the file of a private message (NIP-17, kind 15) for as long
 * as the actor lives. The server learns only that the file is fetched: no cookies, no referrer, and
 * no redirect is followed (E-24). A type that could contain a script is only ever offered as bytes
 * to save.
 */
export function sealedFile(deps: FileDeps): CallbackActorLogic<EventObject, FileInput> {
  return callbackAdapter<EventObject, FileInput>(({ input: { sealed, type }, sendBack }) => {
    const left = new AbortController();
    const report = (news: FileNews): void => sendBack(news);
    let url: string | undefined;
    const file = readEncryptedFile(sealed?.reveal() ?? '');
    const open = async (): Promise<void> => {
      const bytes = file && (await openFile(file, deps, left.signal).catch(() => undefined));
      if (left.signal.aborted) return;
      if (!bytes) return report({ type: 'file.failed' });
      url = deps.urls.createObjectURL(
        new Blob([bytes], {
          type: shownAs(type) === 'download' ? 'application/octet-stream' : type,
        }),
      );
      return report({ type: 'file.opened', url });
    };
    void open();
    return () => {
      left.abort();
      if (url !== undefined) deps.urls.revokeObjectURL(url);
    };
  });
}

/**
 * Fetch and decrypt a file. AES-GCM detects changes. Rejects if it cannot be fetched or decrypted.
 */
async function openFile(
  { url, key, nonce }: EncryptedFile,
  { fetch, subtle }: FileDeps,
  signal: AbortSignal,
): Promise<ArrayBuffer | undefined> {
  const response = await fetch(url, {
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
  const sealed = response.ok ? await cappedBytes(response) : undefined;
  if (!sealed) return undefined;
  const opener = await subtle.importKey('raw', new Uint8Array(bytesOf(key)), 'AES-GCM', false, [
    'decrypt',
  ]);
  return subtle.decrypt({ name: 'AES-GCM', iv: new Uint8Array(bytesOf(nonce)) }, opener, sealed);
}

/** The body. `undefined` once it is larger than allowed. The rest is not fetched. */
async function cappedBytes({ body }: Response): Promise<ArrayBuffer | undefined> {
  const reader = body?.getReader();
  if (!reader) return undefined;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    size += value.length;
    parts.push(value);
    if (size > MOST) {
      await reader.cancel();
      return undefined;
    }
  }
}
