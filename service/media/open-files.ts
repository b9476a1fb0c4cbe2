import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../store/store.ts';
import { FilesUnavailable, UnusableFiles } from '../errors.ts';
import { BLOBS } from '../transfer/data-directory.ts';
import { isNoted } from './blobs.ts';
import type { BucketPlace } from './s3-client.ts';
import { diskFiles } from './disk-files.ts';
import { type Files, memoryFiles } from './files.ts';

/** Storage for files other than `data`: a shared directory, or a bucket. */
export type FilesLocation = { readonly dir: string } | BucketPlace;

export interface OpenFiles {
  readonly files: Files;
  /**
   * Free bytes on the disk of the storage or of `data`: the smaller number. `undefined` if neither
   * is on a disk.
   */
  readonly room: () => number | undefined;
  readonly close: () => void;
}

/** Folder in the data directory for incomplete uploads to a bucket. */
const SPOOL = 'incoming';

/**
 * Open the named storage, else the folder in `data`, else memory. Rejects with `UnusableFiles` if
 * it cannot be used.
 */
export async function openFiles(
  place: FilesLocation | undefined,
  data: string | undefined,
): Promise<OpenFiles> {
  const room = (...dirs: readonly (string | undefined)[]) => {
    const used = dirs.filter((dir) => dir !== undefined);
    return () => (used.length === 0 ? undefined : Math.min(...used.map(freeBytes)));
  };
  const close = () => undefined;
  if (!place)
    return {
      files: data === undefined ? memoryFiles() : diskFiles(join(data, BLOBS)),
      room: room(data),
      close,
    };
  if ('dir' in place) {
    await mkdir(place.dir, { recursive: true });
    return { files: diskFiles(place.dir, { isShared: true }), room: room(place.dir, data), close };
  }
  // The code is loaded only if it is needed.
  const [{ openBucket }, { s3Files }] = await Promise.all([
    import('./s3-client.ts'),
    import('./s3-files.ts'),
  ]);
  const bucket = openBucket(place);
  try {
    await bucket.list('');
  } catch (error) {
    throw new UnusableFiles(
      `the bucket ${place.bucket} at ${place.endpoint} cannot be used (${error instanceof FilesUnavailable ? error.message : 'unknown reason'})`,
    );
  }
  const spool =
    data === undefined ? mkdtempSync(join(tmpdir(), 'starling-files-')) : join(data, SPOOL);
  if (data !== undefined) rmSync(spool, { recursive: true, force: true });
  return {
    files: s3Files(bucket, spool),
    room: room(data),
    close: () => (data === undefined ? rmSync(spool, { recursive: true, force: true }) : undefined),
  };
}

const SWEEPS = 3_600_000;

/**
 * Sweep abandoned files now and every hour. Returns the function that stops it. A failed sweep is
 * retried the next time.
 */
export function sweepFiles(files: Files, store: Pick<Store, 'file'>): () => void {
  const sweep = () => void files.sweep(isNoted(store)).catch(() => undefined);
  sweep();
  const timer = setInterval(sweep, SWEEPS).unref();
  return () => clearInterval(timer);
}

/** Bytes. */
function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
}

const NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^([\w.-]+\/)*$/;

/**
 * Parse `--files`: a directory, or `s3://bucket/prefix?endpoint=https://...&region=...`. The keys
 * of a bucket come from the usual environment variables. Returns an error message if it is invalid.
 */
export function readFilesPlace(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): FilesLocation | string {
  if (!text.startsWith('s3:'))
    return text === '' || text.includes('://') ? `Not a place for files: ${text}` : { dir: text };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url?.pathname.slice(1) ?? '';
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  if (!url || url.username !== '' || !NAME.test(url.hostname) || !PREFIX.test(prefix))
    return `Not a bucket (s3://name/prefix): ${text}`;
  const region = url.searchParams.get('region') ?? environment['AWS_REGION'] ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    return `Not the address of a store of buckets: ${endpoint}`;
  const [keyId, secret] = [environment['AWS_ACCESS_KEY_ID'], environment['AWS_SECRET_ACCESS_KEY']];
  if (!keyId || !secret)
    return 'A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment';
  return {
    endpoint: new URL(endpoint).origin,
    region,
    bucket: url.hostname,
    prefix,
    keyId,
    secret,
    token: environment['AWS_SESSION_TOKEN'],
  };
}
