import { isHex } from '../../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import type { MovedRow, Part } from '../store/transfer.ts';
import { type Head, ORDER } from './archive-format.ts';

/**
 * A parsed line of an archive or of a file of events, unverified. A line of a file of events is an
 * event without a hint.
 */
export type ParsedLine =
  | { readonly section: 'head'; readonly head: Head }
  | { readonly section: 'end'; readonly counts: Readonly<Record<string, number>> }
  | { readonly section: 'events'; readonly event: unknown; readonly hint: string | undefined }
  | {
      readonly section: 'files';
      readonly file: string;
      readonly bytes: Buffer;
      readonly last: boolean;
    }
  | { readonly section: Part; readonly row: MovedRow };

const PARTS = new Set<string>(
  ORDER.filter((section) => section !== 'files' && section !== 'events'),
);

/** Parse one line. Returns `undefined` if it is invalid in an archive of this version. */
export function parseLine(line: string): ParsedLine | undefined {
  const value = parseJson(line);
  if (!isRecord(value)) return undefined;
  const at = (name: string) => field(value, name);
  if (at('id') !== undefined) return { section: 'events', event: value, hint: undefined };
  const [event, hint, part, row, file, bytes, end] = [
    at('event'),
    at('hint'),
    at('part'),
    at('row'),
    at('file'),
    at('bytes'),
    at('end'),
  ];
  if (event !== undefined)
    return { section: 'events', event, hint: typeof hint === 'string' ? hint : undefined };
  if (isPart(part)) return isRecord(row) ? { section: part, row: cellsIn(row) } : undefined;
  if (typeof file === 'string' && isHex(file, 64) && typeof bytes === 'string')
    return {
      section: 'files',
      file,
      bytes: Buffer.from(bytes, 'base64'),
      last: at('last') === true,
    };
  if (isRecord(end)) return { section: 'end', counts: countsIn(end) };
  const name = at('name');
  if (at('starling') !== 'archive' || at('version') !== 1 || typeof name !== 'string')
    return undefined;
  return { section: 'head', head: { starling: 'archive', version: 1, name } };
}

function isPart(value: unknown): value is Part {
  return typeof value === 'string' && PARTS.has(value);
}

/** Return the cells of a row that a table can store. */
export function cellsIn(row: Readonly<Record<string, unknown>>): MovedRow {
  const cells = Object.entries(row).flatMap(([name, cell]) =>
    typeof cell === 'string' || typeof cell === 'number' || cell === null
      ? [[name, cell] as const]
      : [],
  );
  return Object.fromEntries(cells);
}

/** Return the number of lines of each section from our own JSON. */
export function countsIn(value: unknown): Readonly<Record<string, number>> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, count]) =>
      typeof count === 'number' ? [[name, count] as const] : [],
    ),
  );
}
