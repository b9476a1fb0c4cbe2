import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Body, bodyOf, type Bucket } from './s3-client.ts';
import { receivePart } from './disk-files.ts';
import { type Files, LEFT_BEHIND, type IsReferenced } from './files.ts';

/** There is no such object. */
class Missing extends Error {
  readonly code = 'ENOENT';
}

/** Larger files are uploaded in parts of this many bytes. A single upload is limited to 5 GB. */
const PART = 64 * 2 ** 20;
/** Larger objects cannot be copied in one request. Bytes. */
const MOST_COPIED = 5 * 2 ** 30;
const GONE = 'gone/';

/**
 * Files in a bucket by hash. Uploads are in the directory `spool` until their hash is known.
 * `part`: bytes per part.
 */
export function s3Files(bucket: Bucket, spool: string, part = PART): Files {
  const put = async (hash: string, body: Body) => {
    if ((await bucket.size(hash)) !== undefined) return;
    await (body.length > part ? bucket.putParts(hash, body, part) : bucket.put(hash, body, hash));
  };
  const judge = async (gone: string, hash: string, isWanted: IsReferenced) => {
    if ((await isWanted(hash)) && (await bucket.size(hash)) === undefined)
      await bucket.copy(gone, hash);
    await bucket.remove(gone);
  };
  return {
    write: (hash, bytes) => put(hash, bodyOf(bytes)),
    stream: (hash, start, end) =>
      Readable.from(readObject(bucket, hash, start, end), { objectMode: false }),
    begin: () => receivePart(spool, async (file, hash) => put(hash, await bodyIn(file))),
    async remove(hash, isWanted) {
      const size = await bucket.size(hash);
      if (size === undefined) return;
      // A file that is too large to be moved away is deleted directly. Only a concurrent upload of
      // it is not safe.
      if (size > MOST_COPIED) return bucket.remove(hash);
      const gone = `${GONE}${hash}-${randomBytes(8).toString('hex')}`;
      await bucket.copy(hash, gone);
      await bucket.remove(hash);
      await judge(gone, hash, isWanted);
    },
    async sweep(isWanted) {
      for (const { key, modified } of await bucket.list(GONE)) {
        if (modified <= Date.now() - LEFT_BEHIND)
          await judge(key, key.slice(GONE.length, GONE.length + 64), isWanted);
      }
    },
  };
}

async function* readObject(
  bucket: Bucket,
  hash: string,
  start: number,
  end: number,
): AsyncGenerator {
  const bytes = await bucket.read(hash, start, end);
  if (!bytes) throw new Missing(hash);
  yield* bytes;
}

async function bodyIn(file: string): Promise<Body> {
  const { size } = await stat(file);
  return {
    length: size,
    // A file stream cannot express an empty range.
    open: (start, end) =>
      end > start ? createReadStream(file, { start, end: end - 1 }) : Readable.from([]),
  };
}
