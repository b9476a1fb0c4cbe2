import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { blobHash } from '../../../src/events/media/blob.ts';
import { type Imeta, readImeta } from '../../../src/events/media/imeta.ts';
import { inSeconds, type Seconds } from '../../../src/events/core/time.ts';
import type { Query, Param } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import type { Link } from '../write/event-links.ts';
import { int, maybeText, type Row, text, time } from '../engine/row.ts';
import { CONTENT_LINK, MEDIA } from '../schema.ts';
import { insertInto, replaceIn } from '../engine/insert.ts';

/** Metadata of a media url. Pixels, seconds, bytes. `hash` (sha256) if the blob is stored here. */
export interface MediaRow {
  readonly url: string;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
  readonly duration: number;
  readonly hash: string | undefined;
  readonly thumbnail: string | undefined;
  readonly size: number;
}

/** Metadata of a web page. Missing strings are empty. `fetchedAt` in seconds. */
export interface PreviewRow {
  readonly url: string;
  readonly mime: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon: string;
  readonly fetchedAt: Seconds;
}

/** A link of a stored event. `isPage`: it is no picture, video or sound. */
interface StoredLink {
  readonly seq: number;
  readonly url: string;
  readonly isPage: boolean;
}

/** Media and previews by url, and the links of events. */
export interface Media {
  putMedia(rows: readonly MediaRow[]): Promise<void>;
  mediaByUrl(urls: readonly string[]): Promise<MediaRow[]>;
  putPreview(row: PreviewRow): Promise<void>;
  previewsByUrl(urls: readonly string[]): Promise<PreviewRow[]>;
  /** The links of the events with these `seq`, in order, without decorations. */
  linksIn(seqs: readonly number[]): Promise<StoredLink[]>;
  /**
   * The first of these addresses that a current event or profile links to, or a preview has as its
   * picture or icon.
   */
  namedMedia(urls: readonly string[]): Promise<string | undefined>;
}

const PUT = insertInto('media', 'on conflict (url) do nothing');
const REPLACE = replaceIn('media');
const PUT_LINK = insertInto('links');
const PUT_PREVIEW = replaceIn('previews');

/** Each is one look-up in an index. */
const NAMED = [
  'select 1 from links where url = ? limit 1',
  'select 1 from previews where image = ? limit 1',
  'select 1 from previews where icon = ? limit 1',
];

export const MEDIA_ANSWERS: QueryHandlers<Media> = {
  *putMedia(database, rows) {
    yield* database.transaction(function* () {
      for (const row of rows) yield* database.put(REPLACE, paramsOf(row));
    });
  },
  mediaByUrl: (database, urls) =>
    database.all(
      'select * from media where url in (select value from json_each(?))',
      [urls],
      readMedia,
    ),
  *putPreview(database, row) {
    yield* database.put(PUT_PREVIEW, [
      row.url,
      row.mime,
      row.title,
      row.description,
      row.image,
      row.icon,
      inSeconds(row.fetchedAt),
    ]);
  },
  previewsByUrl: (database, urls) =>
    database.all(
      'select * from previews where url in (select value from json_each(?))',
      [urls],
      readPreview,
    ),
  linksIn(database, seqs) {
    const sql = `select seq, url, media from links where seq in (select value from json_each(?)) and ${CONTENT_LINK} order by seq, n`;
    return database.all(sql, [seqs], (row) => ({
      seq: int(row, 'seq'),
      url: text(row, 'url'),
      isPage: int(row, 'media') === MEDIA.page,
    }));
  },
  *namedMedia(database, urls) {
    for (const url of urls)
      for (const sql of NAMED) if (yield* database.one(sql, [url], () => true)) return url;
    return undefined;
  },
};

/**
 * Store the links of an event, with known media data: from our own blobs, else from the author
 * (NIP-92). `first`: their place after other links of the event.
 */
export function* putLinks(
  database: Database,
  event: SignedEvent,
  seq: number,
  links: readonly Link[],
  first = 0,
): Query<void> {
  if (links.length === 0) return;
  const rows = links.map(({ url, media }, n) => [seq, first + n, url, media]);
  yield* database.putEach(PUT_LINK, rows);
  const imetas = readImeta(event.tags);
  for (const { url } of links) {
    const row = (yield* ownBlob(database, url)) ?? fromImeta(url, imetas.get(url));
    if (row) yield* database.put(PUT, paramsOf(row));
  }
}

function* ownBlob(database: Database, url: string): Query<MediaRow | undefined> {
  const hash = blobHash(url);
  if (!hash) return undefined;
  return yield* database.one(
    'select mime, width, height, size from blobs where hash = ?',
    [hash],
    (row) => ({
      url,
      mime: text(row, 'mime'),
      width: int(row, 'width'),
      height: int(row, 'height'),
      duration: 0,
      hash,
      thumbnail: undefined,
      size: int(row, 'size'),
    }),
  );
}

function fromImeta(url: string, imeta: Imeta | undefined): MediaRow | undefined {
  if (!imeta?.size) return undefined;
  return {
    url,
    mime: imeta.fields.get('m') ?? '',
    ...imeta.size,
    duration: 0,
    hash: undefined,
    thumbnail: imeta.fields.get('image') ?? imeta.fields.get('thumb'),
    size: 0,
  };
}

function paramsOf(row: MediaRow): Param[] {
  return [
    row.url,
    row.mime,
    row.width,
    row.height,
    row.duration,
    row.hash ?? null,
    row.thumbnail ?? null,
    row.size,
  ];
}

function readMedia(row: Row): MediaRow {
  return {
    url: text(row, 'url'),
    mime: text(row, 'mime'),
    width: int(row, 'width'),
    height: int(row, 'height'),
    duration: int(row, 'duration'),
    hash: maybeText(row, 'hash'),
    thumbnail: maybeText(row, 'thumbnail'),
    size: int(row, 'size'),
  };
}

function readPreview(row: Row): PreviewRow {
  return {
    url: text(row, 'url'),
    mime: text(row, 'mime'),
    title: text(row, 'title'),
    description: text(row, 'description'),
    image: text(row, 'image'),
    icon: text(row, 'icon'),
    fetchedAt: time(row, 'fetched_at'),
  };
}
