import { createHash, type Hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { countInserted, type Counts, noCounts } from './import-counts.ts';
import { sha256Hex } from '../hash.ts';
import { ImportError } from './import-files.ts';
import { readLines } from './read-lines.ts';
import { truncated } from '../log/printable.ts';
import type { Blobs } from '../media/blobs.ts';
import { withholdAll } from '../operator/account-standing.ts';
import type { Part } from '../store/transfer.ts';
import type { Store } from '../store/store.ts';
import type { EventVerifier } from '../verify.ts';
import { OWN } from './archive-format.ts';
import { countsIn, type ParsedLine, parseLine } from './parse-line.ts';

export interface Importing {
  readonly store: Store;
  readonly blobs: Pick<Blobs, 'begin'>;
  readonly gate: EventVerifier;
}

/** A verified event, and the relay where it was first seen. */
interface EventLine {
  readonly section: 'events';
  readonly event: VerifiedEvent;
  readonly hint: string | undefined;
}

type FileLine = Extract<ParsedLine, { readonly section: 'files' }>;
type RowLine = Extract<ParsedLine, { readonly section: Part }>;

const MOST_WAITING = 1_000;
/** Maximum length of the error text of an invalid line, which may contain parts of it. */
const LONGEST_WHY = 200;
/** Events that are verified before other tasks run. */
const TURN = 100;
const DONE = 'done';

/** True if a file is read as a stream: an archive, or compressed events. */
export async function isStreamed(file: string): Promise<boolean> {
  return file.endsWith('.gz') || (await isArchive(file));
}

/** True if a file was written by `exportStore`. */
export async function isArchive(file: string): Promise<boolean> {
  return parseLine(await firstLine(file))?.section === 'head';
}

/**
 * Import an archive into an empty store, or compressed events, one per line, into any store. A
 * thousand lines are read at a time, and each event is verified. `isSecond`: another archive was
 * imported by the same command, and its keys, money and common rows stay. An interrupted import is
 * resumed. Rejects with an `ImportError` if a line is invalid or an archive is incomplete. Lines
 * before it stay imported. `told` is called with the number of lines, and results are added to
 * `counts`.
 */
export async function importStream(
  into: Importing,
  file: string,
  told: (lines: number) => void,
  counts: Counts = noCounts(),
  isSecond = false,
): Promise<Counts> {
  const way = await openWay(into, file, counts, isSecond);
  if (!way) return counts;
  try {
    for await (const lines of readLines(file)) {
      for (const line of lines) await way.take(line);
      told(way.place());
    }
    await way.end();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(
      `${file}:${way.place()}: ${error instanceof Error ? error.message : 'unknown reason'}`,
      true,
    );
  } finally {
    await way.drop();
  }
  return counts;
}

/** `undefined` if the file was already imported. */
async function openWay(into: Importing, file: string, counts: Counts, isSecond: boolean) {
  const { store } = into;
  const first = await firstLine(file);
  const head = parseLine(first);
  const isWhole = head?.section === 'head';
  const note = `moving ${isWhole ? head.head.name : sha256Hex(`${first}${statSync(file).size}`)}`;
  const noted = await store.noted(note);
  if (noted === DONE) return undefined;
  if (isWhole && noted === undefined && !isSecond && !(await store.isEmpty()))
    throw new ImportError(
      `${file}: an archive is imported into an empty store, and this one holds events already`,
    );
  const before = parseJson(noted ?? '{}');
  const [from = 0, counted] = isRecord(before)
    ? [field(before, 'line'), field(before, 'counts')]
    : [];
  const sections = new Map(Object.entries(countsIn(counted)));
  await store.note(note, noted ?? '{}');
  const files = openFiles(into.blobs);
  let waiting: (EventLine | RowLine)[] = [];
  let line = 0;
  let isEnded = false;
  const wrong = (why: string): never => {
    throw new ImportError(`${file}:${line}: ${truncated(why, LONGEST_WHY)}`, true);
  };
  const flush = async (until: number) => {
    await put(into.store, waiting, counts);
    waiting = [];
    await store.note(note, JSON.stringify({ line: until, counts: Object.fromEntries(sections) }));
  };
  const refuse = async (why: string): Promise<never> => {
    if (waiting.length > 0) await flush(line - 1);
    return wrong(why);
  };
  const admit = async (claimed: unknown): Promise<VerifiedEvent> => {
    if (line % TURN === 0) await new Promise(setImmediate);
    return (
      into.gate.admit(claimed) ??
      refuse(`${idIn(claimed)} is no signed event, or its id or signature does not hold`)
    );
  };
  return {
    place: () => line,
    async take(text: string): Promise<void> {
      line++;
      if (line <= Number(from) || text.trim() === '') return;
      const read = parseLine(text) ?? (await refuse('not a line of an archive or a signed event'));
      const { section } = read;
      if (waiting.length === MOST_WAITING || (waiting[0] && waiting[0].section !== section))
        await flush(line - 1);
      if (section === 'head') return;
      if (section === 'end') {
        isEnded =
          isSame(read.counts, sections) ||
          wrong('other lines stand before the end than it tells of');
        return;
      }
      if (section !== 'files' && !(isSecond && OWN.has(section)))
        waiting.push(section === 'events' ? { ...read, event: await admit(read.event) } : read);
      sections.set(section, (sections.get(section) ?? 0) + 1);
      if (section === 'files' && (await files.take(read, wrong))) await flush(line);
    },
    async end(): Promise<void> {
      await flush(line);
      if (isWhole && !isEnded)
        throw new ImportError(`${file}: the archive is not whole, its end is missing`, true);
      await store.note(note, DONE);
    },
    drop: () => files.drop(),
  };
}

function isSame(
  told: Readonly<Record<string, number>>,
  counts: ReadonlyMap<string, number>,
): boolean {
  const names = new Set([...Object.keys(told), ...counts.keys()]);
  return [...names].every((name) => (told[name] ?? 0) === (counts.get(name) ?? 0));
}

async function firstLine(file: string): Promise<string> {
  try {
    for await (const lines of readLines(file)) return lines[0] ?? '';
  } catch (error) {
    throw new ImportError(
      `${file}: cannot be read (${error instanceof Error ? error.message : 'unknown reason'})`,
    );
  }
  return '';
}

async function put(
  store: Store,
  lines: readonly (EventLine | RowLine)[],
  counts: Counts,
): Promise<void> {
  const events = lines.filter((line) => line.section === 'events');
  if (events.length > 0) return putEvents(store, events, counts);
  const rows = lines.flatMap((line) => (line.section === 'events' ? [] : [line]));
  const [first] = rows;
  if (!first) return;
  if (first.section === 'read_messages')
    return store.putReadMessages(rows.map(({ row }) => String(row['id'])));
  await store.putMovedRows(
    first.section,
    first.section === 'notifications' ? await withCause(store, rows) : rows.map(({ row }) => row),
  );
  if (first.section === 'standings')
    for (const { row } of rows)
      if (row['standing'] === 'denied') await withholdAll(store, String(row['pubkey']));
}

/** Leave out notifications whose event was refused here, because it has expired since. */
async function withCause(store: Store, rows: readonly RowLine[]): Promise<RowLine['row'][]> {
  const stands = await Promise.all(
    rows.map(async ({ row: { cause } }) => cause === '' || (await store.isStored(String(cause)))),
  );
  return rows.flatMap(({ row }, n) => (stands[n] ? [row] : []));
}

/** Store events that were first seen at the same relay in one batch. */
async function putEvents(store: Store, lines: readonly EventLine[], counts: Counts): Promise<void> {
  for (const [hint, same] of Map.groupBy(lines, (line) => line.hint)) {
    const events = same.map(({ event }) => event);
    countInserted(counts, await store.insert(events, hint));
  }
}

function idIn(event: unknown): string {
  return `what is in it (id ${String(isRecord(event) ? field(event, 'id') : undefined)})`;
}

/** Assemble files from pieces. A file is stored when it is complete and its hash matches. */
function openFiles(blobs: Importing['blobs']) {
  let open:
    | {
        readonly hash: string;
        readonly digest: Hash;
        readonly incoming: Awaited<ReturnType<Blobs['begin']>>;
      }
    | undefined;
  return {
    /** True if this piece completes the file. */
    async take({ file, bytes, last }: FileLine, wrong: (why: string) => never): Promise<boolean> {
      if (open && open.hash !== file) wrong(`the file ${open.hash} has no end`);
      open ??= { hash: file, digest: createHash('sha256'), incoming: await blobs.begin() };
      open.digest.update(bytes);
      await open.incoming.append(bytes);
      if (!last) return false;
      const { digest, incoming } = open;
      if (digest.digest('hex') !== file) wrong(`the bytes of the file ${file} are others`);
      open = undefined;
      const whole = await incoming.whole();
      await whole.settle(file);
      await whole.end();
      return true;
    },
    async drop(): Promise<void> {
      await open?.incoming.drop();
    },
  };
}
