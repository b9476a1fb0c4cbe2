import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, type Row, text, time } from '../engine/row.ts';

/**
 * A stored file, identified by its sha256. Size in bytes; width and height in pixels, 0 if unknown.
 */
export interface File {
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** A stored file and the time it was stored or uploaded. */
export interface KeptFile extends File {
  readonly createdAt: Seconds;
}

/** One page of a list of uploads. Seconds, both bounds inclusive. */
interface UploadsPage {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  readonly offset: number;
}

/** The page after the upload with the hash `cursor` (BUD-12). */
type UploadsBehind = Omit<UploadsPage, 'offset'> & { readonly cursor: string | undefined };

/** Stored files and their uploaders. Files without an uploader belong to the service. */
export interface Uploads {
  file(hash: string): Promise<KeptFile | undefined>;
  /** Return the file unless only denied accounts uploaded it. */
  servedFile(hash: string): Promise<KeptFile | undefined>;
  /** Register a file of the service's own. */
  keepFile(file: File): Promise<void>;
  /**
   * Register a file as an upload of that account. A known file keeps its type, and a file of the
   * service stays so.
   */
  keepUpload(file: File, pubkey: string): Promise<void>;
  /**
   * Add an uploader to a stored file, unless it is the service's own. Returns false if the file is
   * no longer stored.
   */
  shareUpload(hash: string, pubkey: string): Promise<boolean>;
  /**
   * Delete the account's upload, and the file with its last upload. `none`: the account did not
   * upload it.
   */
  forgetUpload(hash: string, pubkey: string): Promise<'none' | 'shared' | 'last'>;
  /** An account's uploads, newest first. */
  uploadsOf(pubkey: string, page: UploadsPage): Promise<KeptFile[]>;
  /** The same, or `undefined` if `cursor` is not one of their uploads. */
  uploadsBehind(pubkey: string, page: UploadsBehind): Promise<KeptFile[] | undefined>;
  /** Uploaded bytes of an account, by the first half of the media type (`image`, `video` ...). */
  uploadedBytes(pubkey: string): Promise<Map<string, number>>;
  /** Total bytes of all uploads. */
  uploadedByAll(): Promise<number>;
}

export const UPLOADS: QueryHandlers<Uploads> = {
  file: (database, hash) => database.one('select * from blobs where hash = ?', [hash], readFile),
  servedFile: (database, hash) => database.one(SERVED, [hash], readFile),
  keepFile,
  *keepUpload(database, file, pubkey) {
    yield* database.transaction(function* () {
      yield* noteUpload(database, file.hash, pubkey);
      yield* keepFile(database, file);
    });
  },
  // One transaction, because deleting the last upload also removes the file in one transaction.
  shareUpload: (database, hash, pubkey) =>
    database.transaction(function* () {
      if (!(yield* database.one('select 1 from blobs where hash = ?', [hash], () => true)))
        return false;
      yield* noteUpload(database, hash, pubkey);
      return true;
    }),
  forgetUpload,
  uploadsOf(database, pubkey, { since, until, limit, offset }) {
    const sql = `${LISTED} where u.pubkey = ? and u.created_at >= ? and u.created_at <= ? order by u.created_at desc, u.hash limit ? offset ?`;
    return database.all(sql, [pubkey, since, until, limit, offset], readFile);
  },
  *uploadsBehind(database, pubkey, { since, until, limit, cursor }) {
    const uploaded = 'select created_at from uploads where pubkey = ? and hash = ?';
    const at =
      cursor === undefined
        ? until
        : yield* database.one(uploaded, [pubkey, cursor], (row) => int(row, 'created_at'));
    return at === undefined
      ? undefined
      : yield* database.all(BEHIND, [pubkey, since, until, at, cursor ?? '', limit], readFile);
  },
  *uploadedBytes(database, pubkey) {
    const sql = `select substr(b.mime, 1, instr(b.mime || '/', '/') - 1) as type, sum(b.size) as bytes
      from uploads u join blobs b on b.hash = u.hash where u.pubkey = ? group by 1`;
    return new Map(
      yield* database.all(sql, [pubkey], (row) => [text(row, 'type'), int(row, 'bytes')] as const),
    );
  },
  *uploadedByAll(database) {
    const sql =
      'select coalesce(sum(size), 0) as n from blobs where hash in (select hash from uploads)';
    return (yield* database.one(sql, [], (row) => int(row, 'n'))) ?? 0;
  },
};

const SERVED = `select * from blobs where hash = ?1 and (not exists (select 1 from uploads where hash = ?1) or exists (
  select 1 from uploads u where u.hash = ?1 and not exists (select 1 from standings s where s.pubkey = u.pubkey and s.standing = 'denied')))`;
const LISTED =
  'select b.hash, b.mime, b.size, b.width, b.height, u.created_at from uploads u join blobs b on b.hash = u.hash';
const BEHIND = `${LISTED} where u.pubkey = ?1 and u.created_at between ?2 and ?3 and (u.created_at < ?4 or (u.created_at = ?4 and b.hash > ?5))
  order by u.created_at desc, b.hash limit ?6`;

function* keepFile(database: Database, { hash, mime, size, width, height }: File): Query<void> {
  const sql =
    'insert into blobs (hash, mime, size, width, height, created_at) values (?, ?, ?, ?, ?, ?) on conflict do nothing';
  yield* database.put(sql, [hash, mime, size, width, height, inSeconds(database.now())]);
}

function* noteUpload(database: Database, hash: string, pubkey: string): Query<void> {
  const sql = `insert into uploads (hash, pubkey, created_at)
    select ?1, ?2, ?3 where exists (select 1 from uploads where hash = ?1) or not exists (select 1 from blobs where hash = ?1) on conflict do nothing`;
  yield* database.put(sql, [hash, pubkey, inSeconds(database.now())]);
}

function forgetUpload(
  database: Database,
  hash: string,
  pubkey: string,
): Query<'none' | 'shared' | 'last'> {
  return database.transaction(function* () {
    if (
      (yield* database.run('delete from uploads where hash = ? and pubkey = ?', [hash, pubkey])) ===
      0
    )
      return 'none';
    if (yield* database.one('select 1 from uploads where hash = ?', [hash], () => true))
      return 'shared';
    yield* database.put('delete from blobs where hash = ?', [hash]);
    return 'last';
  });
}

function readFile(row: Row): KeptFile {
  return {
    hash: text(row, 'hash'),
    mime: text(row, 'mime'),
    size: int(row, 'size'),
    width: int(row, 'width'),
    height: int(row, 'height'),
    createdAt: time(row, 'created_at'),
  };
}
