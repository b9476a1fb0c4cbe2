import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Blob, Blobs, NewBlob } from './blobs.ts';
import { readDimensions } from './dimensions.ts';
import { typeOfBytes } from './type-of-bytes.ts';

export interface Expected {
  readonly pubkey: string;
  readonly mime: string;
  /** Hashes that the account signed. */
  readonly hashes: ReadonlySet<string>;
  /** Bytes. */
  readonly most: number;
}

/** More than any picture header. Bytes. */
const HEAD = 512 * 1024;

/**
 * Store the bytes of `source` if their hash was signed, or store nothing. `large` leaves the rest
 * unread, `other` is another file. Rejects and stores nothing if the source or the disk fails.
 */
export async function receive(
  blobs: Blobs,
  source: Readable,
  { pubkey, mime, hashes, most }: Expected,
): Promise<Blob | 'large' | 'other'> {
  const incoming = await blobs.begin();
  try {
    const read = await readAll(source, most, incoming.append);
    if (read !== 'large' && hashes.has(read.hash)) {
      const { head, ...known } = read;
      const blob = { ...known, mime: typeOfBytes(head, mime) };
      return blobs.putUpload(await incoming.whole(), blob, pubkey);
    }
    await incoming.drop();
    return read === 'large' ? 'large' : 'other';
  } catch (error) {
    await incoming.drop();
    throw error;
  }
}

async function readAll(
  source: Readable,
  most: number,
  append: (bytes: Uint8Array) => Promise<void>,
): Promise<(Omit<NewBlob, 'mime'> & { readonly head: Uint8Array }) | 'large'> {
  const hash = createHash('sha256');
  const heads: Uint8Array[] = [];
  let size = 0;
  // Keep the connection, so that a client that sends too much still gets the response.
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('bytes expected');
    if (size < HEAD) heads.push(chunk);
    size += chunk.byteLength;
    if (size > most) return 'large';
    hash.update(chunk);
    await append(chunk);
  }
  const head = Buffer.concat(heads);
  return {
    hash: hash.digest('hex'),
    size,
    head,
    ...(readDimensions(head) ?? { width: 0, height: 0 }),
  };
}
