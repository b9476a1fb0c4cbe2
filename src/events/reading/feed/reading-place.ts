import { field, isNumber, isRecord } from '../../core/json.ts';
import { inSeconds, seconds, type Seconds } from '../../core/time.ts';

/** A row of a feed, by its event; when it was created. */
interface Mark {
  readonly id: string;
  readonly at: Seconds;
}

/** Where a reader was in a feed (BEYOND-11). */
export interface ReadingPlace {
  /** The newest row when all that was there had been passed; what is newer was missed since. */
  readonly newest: Mark;
  /** The row at the top of the window, and how far its upper edge was below the header, in pixels. */
  readonly top: Mark & { readonly offset: number };
}

/** A row as it is listed; without a time where it stands for a repost, whose own time is not its note's. */
export interface PlacedRow {
  readonly id: string;
  readonly at: Seconds | undefined;
}

/** Feeds whose places are kept, those that were read last; a spec that is longer is no key. */
const MOST_FEEDS = 20;
const LONGEST_SPEC = 500;

/** The place that was kept for a feed; undefined where there is none, or it cannot be read. */
export function readPlace(kept: unknown, spec: string): ReadingPlace | undefined {
  const place = isRecord(kept) ? field(kept, spec) : undefined;
  if (!isRecord(place)) return undefined;
  const [newest, top] = [markIn(field(place, 'newest')), markIn(field(place, 'top'))];
  const offset = isRecord(field(place, 'top')) ? field(Object(field(place, 'top')), 'offset') : undefined;
  return newest && top && isNumber(offset) ? { newest, top: { ...top, offset } } : undefined;
}

/** All places with that of a feed, as they are kept: the ones that were read last. */
export function withPlace(kept: unknown, spec: string, { newest, top }: ReadingPlace): Readonly<Record<string, unknown>> {
  if (spec.length > LONGEST_SPEC) return isRecord(kept) ? kept : {};
  const others = Object.entries(isRecord(kept) ? kept : {}).filter(([key]) => key !== spec);
  const place = {
    newest: { id: newest.id, at: inSeconds(newest.at) },
    top: { id: top.id, at: inSeconds(top.at), offset: top.offset },
  };
  return Object.fromEntries([...others, [spec, place]].slice(-MOST_FEEDS));
}

/** Whether rows stand in order of their time, newest first: only there something can be missed. */
export function isByTime(rows: readonly PlacedRow[]): boolean {
  const times = rows.flatMap(({ at }) => (at === undefined ? [] : [inSeconds(at)]));
  return times.length > 0 && times.every((time, n) => n === 0 || time <= (times[n - 1] ?? time));
}

/** The first row that was there when the reader was: by itself, else, where it is gone, by its time. -1: it is not listed yet. */
export function lineOf(rows: readonly PlacedRow[], { id, at }: Mark): number {
  const same = rows.findIndex((row) => row.id === id);
  return same >= 0 ? same : rows.findIndex((row) => row.at !== undefined && row.at <= at);
}

/** What counts as seen once the reader saw the row at `seen`: all that is listed, if nothing above the line is left out; else what it was. */
export function newestSeen(rows: readonly PlacedRow[], before: Mark | undefined, seen: number): Mark | undefined {
  const first = rows.find(({ at }) => at !== undefined);
  const newest = first?.at === undefined ? undefined : { id: first.id, at: first.at };
  if (!before || !newest) return newest ?? before;
  const line = lineOf(rows, before);
  return line >= 0 && seen >= line ? newest : before;
}

function markIn(value: unknown): Mark | undefined {
  if (!isRecord(value)) return undefined;
  const [id, at] = [field(value, 'id'), field(value, 'at')];
  return typeof id === 'string' && isNumber(at) ? { id, at: seconds(at) } : undefined;
}
