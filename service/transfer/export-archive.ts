import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import type { Blobs } from '../media/blobs.ts';
import type { MovedRow } from '../store/transfer.ts';
import type { Store } from '../store/store.ts';
import { isErrorOf } from '../errors.ts';
import { type Line, ORDER, type Section } from './archive-format.ts';
import { cellsIn, countsIn } from './parse-line.ts';

/** Data to export. Without `blobs` the files stay in their place. */
export interface Exported {
  readonly store: Store;
  readonly blobs: Pick<Blobs, 'stream'> | undefined;
}

export class ExportError extends Error {}

/**
 * Progress of an export: the section and its last key, the number of lines of each section, and the
 * bytes of these lines.
 */
interface Place {
  readonly name: string;
  readonly section: number;
  readonly after: MovedRow | undefined;
  readonly counts: Readonly<Record<string, number>>;
  readonly bytes: number;
}

/** A part of a section. Without `next` it is the last one. */
interface Stretch {
  readonly lines: readonly Line[];
  readonly next: MovedRow | undefined;
}

const MOST_ROWS = 2_000;
const PIECE = 512 * 1024;
/** Bytes of a file that are in memory at once. A file may have 10 GB. */
const STRETCH = 8 * PIECE;
const pack = promisify(gzip);

/**
 * Write the whole store into a file that another engine can import. It grows by compressed pieces
 * in `FILE.partial`. `FILE.progress` records the part that is flushed to disk, where an interrupted
 * export is resumed. Returns the number of lines without head and end.
 */
export async function exportStore(
  { store, blobs }: Exported,
  file: string,
  told: (lines: number) => void,
): Promise<number> {
  const [partial, progress] = [`${file}.partial`, `${file}.progress`];
  if (existsSync(file)) throw new ExportError(`${file} is there already`);
  if (await store.isEmpty()) throw new ExportError('there is nothing to export');
  const before = readPlace(partial, progress);
  const output = await open(partial, before ? 'r+' : 'w');
  const write = async (lines: readonly Line[], { bytes: from, ...next }: Place): Promise<Place> => {
    const bytes = await pack(
      Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
      { level: 6 },
    );
    await output.write(bytes, 0, bytes.length, from);
    await output.datasync();
    const reached = { ...next, bytes: from + bytes.length };
    writeFileSync(`${progress}.new`, JSON.stringify(reached));
    renameSync(`${progress}.new`, progress);
    return reached;
  };
  const name = randomUUID();
  const head: Line = { starling: 'archive', version: 1, name };
  let place: Place = before ?? { name, section: 0, after: undefined, counts: {}, bytes: 0 };
  try {
    if (!before) place = await write([head], place);
    for (
      let section = ORDER[place.section];
      section !== undefined;
      section = ORDER[place.section]
    ) {
      const { lines, next } = await stretchOf({ store, blobs }, section, place.after);
      const counts: Place['counts'] = {
        ...place.counts,
        [section]: (place.counts[section] ?? 0) + lines.length,
      };
      const reached: Place = {
        ...place,
        counts,
        section: next ? place.section : place.section + 1,
        after: next,
      };
      place = lines.length > 0 ? await write(lines, reached) : reached;
      told(sum(place.counts));
    }
    place = await write([{ end: place.counts }], place);
  } finally {
    await output.close();
  }
  renameSync(partial, file);
  rmSync(progress);
  return sum(place.counts);
}

function sum(counts: Place['counts']): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/**
 * Return the place to resume an interrupted export, or `undefined`. Data written after that place
 * is truncated.
 */
function readPlace(partial: string, progress: string): Place | undefined {
  if (!existsSync(partial) || !existsSync(progress)) return undefined;
  const value = parseJson(readFileSync(progress, 'utf8'));
  const [name, section, bytes] = isRecord(value)
    ? [field(value, 'name'), field(value, 'section'), field(value, 'bytes')]
    : [];
  if (
    !isRecord(value) ||
    typeof name !== 'string' ||
    typeof section !== 'number' ||
    typeof bytes !== 'number'
  )
    return undefined;
  truncateSync(partial, bytes);
  const after = field(value, 'after');
  return {
    name,
    section,
    bytes,
    after: isRecord(after) ? cellsIn(after) : undefined,
    counts: countsIn(field(value, 'counts')),
  };
}

async function stretchOf(
  { store, blobs }: Exported,
  section: Section,
  after: MovedRow | undefined,
): Promise<Stretch> {
  if (section === 'files')
    return blobs ? fileOf(store, blobs, after) : { lines: [], next: undefined };
  if (section === 'events') return eventsOf(store, Number(after?.['place'] ?? 0));
  const rows = await store.movedRows(section, after, MOST_ROWS);
  return {
    lines: rows.map((row) => ({ part: section, row })),
    next: rows.length < MOST_ROWS ? undefined : rows.at(-1),
  };
}

async function eventsOf(store: Store, after: number): Promise<Stretch> {
  const events = await store.movedEvents(after, MOST_ROWS);
  const last = events.at(-1);
  return {
    lines: events.map(({ hint, raw }) => ({ event: JSON.parse(raw), hint })),
    next: last && events.length === MOST_ROWS ? { place: last.place } : undefined,
  };
}

/**
 * Return the next piece of a file, or of the next one. `from` is the number of exported bytes. A
 * file without bytes is left out.
 */
async function fileOf(
  store: Store,
  blobs: Pick<Blobs, 'stream'>,
  after: MovedRow | undefined,
): Promise<Stretch> {
  const { from, ...before } = after ?? {};
  const row = from === undefined ? (await store.movedRows('blobs', after, 1))[0] : before;
  if (!row) return { lines: [], next: undefined };
  const [hash, size, start] = [String(row['hash']), Number(row['size']), Number(from ?? 0)];
  const end = Math.min(size, start + STRETCH);
  const chunks: Uint8Array[] = [];
  try {
    if (end > start)
      for await (const chunk of blobs.stream(hash, start, end - 1))
        if (chunk instanceof Uint8Array) chunks.push(chunk);
  } catch (error) {
    if (!isErrorOf(error, ['ENOENT'])) throw error;
    if (start > 0)
      throw new ExportError(
        'a file was taken away while it was written: begin anew, without FILE.partial and FILE.progress',
      );
    return { lines: [], next: row };
  }
  const bytes = Buffer.concat(chunks);
  const pieces = Array.from({ length: Math.max(1, Math.ceil(bytes.length / PIECE)) }, (_, n) =>
    bytes.subarray(n * PIECE, (n + 1) * PIECE),
  );
  const isLast = (n: number) => end === size && n === pieces.length - 1;
  const lines = pieces.map((piece, n) => ({
    file: hash,
    bytes: piece.toString('base64'),
    last: isLast(n),
  }));
  return { lines, next: end === size ? row : { ...row, from: end } };
}
