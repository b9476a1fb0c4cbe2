import type { PromiseActorLogic } from 'xstate';
import { isSide, type Size } from '../../../events/media/imeta.ts';
import type { Millis } from '../../../events/core/time.ts';
import type { Prepared } from '../../../machines/media/upload/upload.machine.ts';
import type { ReadFile } from './upload-read.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/** Reads a file for its upload, off the main thread. Rejects once `signal` is aborted. */
export type FileReading = (file: Blob, signal: AbortSignal) => Promise<ReadFile | undefined>;

interface PrepareDeps {
  readonly read: FileReading;
  readonly document: Pick<Document, 'createElement'>;
  readonly url: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
  readonly now: () => Millis;
}

/**
 * Timeout in milliseconds for a browser to find the size of a picture or video. Not every browser
 * knows every format.
 */
const TIMEOUT_MS = 5_000;

/** The upload's `prepare` port: the bytes to send, their hash, and their dimensions on screen. */
export function uploadPrepare(
  deps: PrepareDeps,
): PromiseActorLogic<Prepared | undefined, { file: File }> {
  return promiseAdapter(async ({ input: { file }, signal }) => {
    const [read, dim] = await Promise.all([deps.read(file, signal), dimensionsOf(file, deps)]);
    return read && { ...read, dim, now: deps.now() };
  });
}

/**
 * Dimensions in pixels as displayed, so with the orientation applied. `undefined` if this browser
 * cannot tell.
 */
function dimensionsOf(file: File, { document, url }: PrepareDeps): Promise<Size | undefined> {
  const address = url.createObjectURL(file);
  const asked = file.type.startsWith('video/')
    ? videoSize(document, address)
    : imageSize(document, address);
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), TIMEOUT_MS);
  return Promise.race([asked, late]).finally(() => {
    clearTimeout(timer);
    url.revokeObjectURL(address);
  });
}

function imageSize(document: PrepareDeps['document'], address: string): Promise<Size | undefined> {
  const image = document.createElement('img');
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(sizeOf(image.naturalWidth, image.naturalHeight)));
    image.addEventListener('error', () => resolve(undefined));
    image.src = address;
  });
}

function videoSize(document: PrepareDeps['document'], address: string): Promise<Size | undefined> {
  const video = document.createElement('video');
  return new Promise((resolve) => {
    video.addEventListener('loadedmetadata', () =>
      resolve(sizeOf(video.videoWidth, video.videoHeight)),
    );
    video.addEventListener('error', () => resolve(undefined));
    video.preload = 'metadata';
    video.src = address;
  });
}

function sizeOf(width: number, height: number): Size | undefined {
  return isSide(width) && isSide(height) ? { width, height } : undefined;
}
