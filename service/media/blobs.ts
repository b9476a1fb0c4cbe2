import { createHash } from 'node:crypto';
import type { Row, Store } from '../store/store.ts';
import { int, text } from '../store/row.ts';
import { readDimensions } from './dimensions.ts';
import { diskFiles, type Files, type Incoming, memoryFiles } from './files.ts';
import { extensionOf } from './types.ts';

/** A kept file. `path` is where the service serves it: `/<sha256>.<extension>`. Pixels are 0 where they are not known; `uploadedAt` in seconds. */
export interface Blob {
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly uploadedAt: number;
  readonly path: string;
}

/** What is known of a file when its last byte has come. */
export type NewBlob = Omit<Blob, 'uploadedAt' | 'path'>;

/** Files by their sha256. Those that nobody uploaded are the service's own. */
export interface Blobs {
  /** Keeps the bytes (once) as the service's own and reads their size in pixels; `pixels` is for formats without a reader, such as SVG and video. */
  putBlob(bytes: Uint8Array, mime: string, pixels?: { readonly width: number; readonly height: number }): Blob;
  find(hash: string): Blob | undefined;
  /** The bytes from `start` to `end`, both included; fails while reading if there is no such file. */
  readonly stream: Files['stream'];
  readonly begin: Files['begin'];
  /** Keeps whole bytes as an upload of that account. What is known already keeps its type; what is the service's own stays so. */
  putUpload(whole: Awaited<ReturnType<Incoming['whole']>>, blob: NewBlob, pubkey: string): Blob;
  /** Notes that a kept file is an upload of that account too. */
  shareUpload(hash: string, pubkey: string): void;
  /** Forgets the upload of that account, and the bytes with the last one's. False where it is no upload of theirs. */
  removeUpload(hash: string, pubkey: string): boolean;
  /** What an account uploaded, newest first, at most 1,000; undefined where `cursor` is no upload of theirs. */
  uploads(pubkey: string, page: UploadsPage): Blob[] | undefined;
}

/** A stretch of a list of uploads (BUD-12): what stands behind the upload of the hash `cursor`. Seconds, both included. */
interface UploadsPage {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  readonly cursor: string | undefined;
}

const MOST_LISTED = 1_000;
const PUT = 'insert or ignore into blobs (hash, mime, size, width, height, created_at) values (?, ?, ?, ?, ?, ?)';
const SHARE = `insert or ignore into uploads (hash, pubkey, created_at)
  select ?1, ?2, ?3 where exists (select 1 from uploads where hash = ?1) or not exists (select 1 from blobs where hash = ?1)`;
const UPLOADS = `select b.hash, mime, size, width, height, u.created_at from uploads u join blobs b on b.hash = u.hash
  where u.pubkey = ?1 and u.created_at between ?2 and ?3 and (u.created_at < ?4 or (u.created_at = ?4 and b.hash > ?5))
  order by u.created_at desc, b.hash limit ?6`;

/** Files under `dir`; in memory without a dir. What they are stands in the store. */
export function openBlobs(store: Store, dir?: string): Blobs {
  const files = dir === undefined ? memoryFiles() : diskFiles(dir);
  const put = ({ hash, mime, size, width, height }: NewBlob) => store.run(PUT, [hash, mime, size, width, height, store.now()]);
  const find = (hash: string) => store.one('select * from blobs where hash = ?', [hash], readBlob);
  const share = (hash: string, pubkey: string) => store.run(SHARE, [hash, pubkey, store.now()]);
  return {
    find,
    stream: files.stream,
    begin: files.begin,
    shareUpload: share,
    putBlob(bytes, mime, pixels) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      files.write(hash, bytes);
      const blob = { hash, mime, size: bytes.byteLength, ...(pixels ?? readDimensions(bytes) ?? { width: 0, height: 0 }) };
      put(blob);
      return { ...blob, uploadedAt: store.now(), path: pathOf(hash, mime) };
    },
    putUpload(whole, blob, pubkey) {
      const isKnown = find(blob.hash) !== undefined;
      whole.settle(blob.hash);
      try {
        store.transaction(() => {
          share(blob.hash, pubkey);
          put(blob);
        });
      } catch (error) {
        if (!isKnown) files.remove(blob.hash);
        throw error;
      }
      return find(blob.hash) ?? { ...blob, uploadedAt: store.now(), path: pathOf(blob.hash, blob.mime) };
    },
    removeUpload: (hash, pubkey) => removeUpload(store, files, hash, pubkey),
    uploads(pubkey, { since, until, limit, cursor }) {
      const uploaded = 'select created_at from uploads where pubkey = ? and hash = ?';
      const at = cursor === undefined ? until : store.one(uploaded, [pubkey, cursor], (row) => int(row, 'created_at'));
      return at === undefined
        ? undefined
        : store.all(UPLOADS, [pubkey, since, until, at, cursor ?? '', Math.min(limit, MOST_LISTED)], readBlob);
    },
  };
}

function removeUpload(store: Store, files: Files, hash: string, pubkey: string): boolean {
  const exists = (sql: string, params: string[]) => store.one(sql, params, () => true) === true;
  if (!exists('select 1 from uploads where hash = ? and pubkey = ?', [hash, pubkey])) return false;
  const last = store.transaction(() => {
    store.run('delete from uploads where hash = ? and pubkey = ?', [hash, pubkey]);
    if (exists('select 1 from uploads where hash = ?', [hash])) return false;
    store.run('delete from blobs where hash = ?', [hash]);
    return true;
  });
  if (last) files.remove(hash);
  return true;
}

function readBlob(row: Row): Blob {
  const [hash, mime] = [text(row, 'hash'), text(row, 'mime')];
  const [size, width, height] = [int(row, 'size'), int(row, 'width'), int(row, 'height')];
  return { hash, mime, size, width, height, uploadedAt: int(row, 'created_at'), path: pathOf(hash, mime) };
}

function pathOf(hash: string, mime: string): string {
  const extension = extensionOf(mime);
  return extension ? `/${hash}.${extension}` : `/${hash}`;
}
