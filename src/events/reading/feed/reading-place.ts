import { field, isNumber, isRecord } from '../../core/json.ts';
import { inSeconds, seconds, type Seconds } from '../../core/time.ts';

/** A row of a feed, by its event and creation time. */
interface Mark {
  readonly id: string;
  readonly at: Seconds;
}

/** A reader's place in a feed (BEYOND-11). */
export interface ReadingPlace {
  /** The newest row when the reader had passed all rows. Newer rows are missed. */
  readonly newest: Mark;
  /**
   * The row at the top of the window, and the distance of its upper edge below the header, in
   * pixels.
   */
  readonly top: Mark & { readonly offset: number };
  /** Time of the last look at the feed. `undefined` in places that an earlier version stored. */
  readonly seenAt?: Seconds | undefined;
}

/** Time after which a reader is offered the way back to their place. */
const AWAY_SECONDS = 3_600;

/** True if the reader has been away for so long that they may have lost their place. */
export function isLongAway({ seenAt }: ReadingPlace, now: Seconds): boolean {
  return seenAt === undefined || inSeconds(now) - inSeconds(seenAt) >= AWAY_SECONDS;
}

/** A listed row. It has no time if it is a repost, because that has a time of its own. */
export interface PlacedRow {
  readonly id: string;
  readonly at: Seconds | undefined;
}

/** Limit of feeds with a stored place, the last read ones. A longer spec is not stored. */
const MOST_FEEDS = 20;
const LONGEST_SPEC = 500;

/** Read the stored place of a feed. `undefined` if there is none, or it is malformed. */
export function readPlace(kept: unknown, spec: string): ReadingPlace | undefined {
  const place = isRecord(kept) ? field(kept, spec) : undefined;
  if (!isRecord(place)) return undefined;
  const [newest, top] = [markIn(field(place, 'newest')), markIn(field(place, 'top'))];
  const offset = isRecord(field(place, 'top'))
    ? field(Object(field(place, 'top')), 'offset')
    : undefined;
  const seenAt = field(place, 'seenAt');
  return newest && top && isNumber(offset)
    ? {
        newest,
        top: { ...top, offset },
        ...(isNumber(seenAt) && { seenAt: seconds(seenAt) }),
      }
    : undefined;
}

/** Add the place of a feed to the stored places, and keep the last read ones. */
export function withPlace(
  kept: unknown,
  spec: string,
  { newest, top, seenAt }: ReadingPlace,
): Readonly<Record<string, unknown>> {
  if (spec.length > LONGEST_SPEC) return isRecord(kept) ? kept : {};
  const others = Object.entries(isRecord(kept) ? kept : {}).filter(([key]) => key !== spec);
  const place = {
    newest: { id: newest.id, at: inSeconds(newest.at) },
    top: { id: top.id, at: inSeconds(top.at), offset: top.offset },
    ...(seenAt !== undefined && { seenAt: inSeconds(seenAt) }),
  };
  return Object.fromEntries([...others, [spec, place]].slice(-MOST_FEEDS));
}

/** True if rows are in order of their time, newest first. Rows can be missed only in this order. */
export function isByTime(rows: readonly PlacedRow[]): boolean {
  const times = rows.flatMap(({ at }) => (at === undefined ? [] : [inSeconds(at)]));
  return times.length > 0 && times.every((time, n) => n === 0 || time <= (times[n - 1] ?? time));
}

/**
 * Return the first row that existed at the reader's last visit: by its id, or by its time if it is
 * gone. -1 if it is not listed yet.
 */
export function lineOf(rows: readonly PlacedRow[], { id, at }: Mark): number {
  const same = rows.findIndex((row) => row.id === id);
  return same >= 0 ? same : rows.findIndex((row) => row.at !== undefined && row.at <= at);
}

/**
 * Return the newest seen row once the reader has seen the row at `seen`. This is the first listed
 * row if all rows above the line are listed, else the former one.
 */
export function newestSeen(
  rows: readonly PlacedRow[],
  before: Mark | undefined,
  seen: number,
): Mark | undefined {
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
