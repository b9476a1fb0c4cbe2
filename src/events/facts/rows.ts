import type { Profile } from './profile.ts';
import type { MediaInfo } from '../connection/claims.ts';
import { replaces, type VerifiedEvent } from '../nostr/event.ts';
import type { Zap } from './zap.ts';
import { getRow, type Table } from '../core/table.ts';

/**
 * All seen versions of one replaceable or addressable list, newest first (INV-NEWEST, BEYOND-02).
 */
export interface Versions {
  readonly current: VerifiedEvent;
  readonly older: readonly VerifiedEvent[];
}

/**
 * Tables that folds of other tables read. They come first in the registry, so they are folded
 * first.
 */
export interface Indexed {
  readonly events: Table<VerifiedEvent>;
}

/**
 * Maximum older versions of one list, and maximum zaps of one note. The newest and the largest are
 * kept.
 */
const MAX_OLDER = 49;
const MAX_ZAPS = 500;

/** Keep the first event, because an id always has the same content. */
export function keepFirst(row: VerifiedEvent | undefined, event: VerifiedEvent): VerifiedEvent {
  return row ?? event;
}

/** Keep the newer event, in any order of arrival (INV-NEWEST). */
export function keepNewest(row: VerifiedEvent | undefined, event: VerifiedEvent): VerifiedEvent {
  return row === undefined || replaces(event, row) ? event : row;
}

/** As `keepNewest`, for parsed metadata. */
export function keepNewestProfile(row: Profile | undefined, profile: Profile): Profile {
  return row === undefined || replaces(profile.source, row.source) ? profile : row;
}

/**
 * Insert one version by its time. The newest one, and the 50 that are kept, do not depend on the
 * order of arrival (E-18).
 */
export function addVersion(row: Versions | undefined, event: VerifiedEvent): Versions {
  if (!row) return { current: event, older: [] };
  if (row.current.id === event.id) return row;
  if (replaces(event, row.current))
    return { current: event, older: [row.current, ...row.older].slice(0, MAX_OLDER) };
  const at = row.older.findIndex((each) => each.id === event.id || replaces(event, each));
  if (row.older[at]?.id === event.id || (at < 0 && row.older.length >= MAX_OLDER)) return row;
  const place = at < 0 ? row.older.length : at;
  return { current: row.current, older: row.older.toSpliced(place, 0, event).slice(0, MAX_OLDER) };
}

/** Add replies to the known ids, oldest first, at equal times by id, without repetitions. */
export function addReplies(
  row: readonly string[] | undefined,
  added: readonly VerifiedEvent[],
  { events }: Indexed,
): readonly string[] {
  const ids = row ? [...row] : [];
  for (const reply of added) {
    const at = placeOf(ids, (id) => isBefore(getRow(events, id), reply));
    if (ids[at] !== reply.id) ids.splice(at, 0, reply.id);
  }
  return row && ids.length === row.length ? row : ids;
}

/**
 * Return the replies whose events are still stored; `undefined` if none is. The position of a reply
 * without its event is unknown.
 */
export function onlySeen(
  row: readonly string[] | undefined,
  events: Table<VerifiedEvent>,
): readonly string[] | undefined {
  if (!row || row.every((id) => getRow(events, id))) return row;
  const seen = row.filter((id) => getRow(events, id));
  return seen.length > 0 ? seen : undefined;
}

/**
 * Add zaps to the known ones: largest first, at equal amounts by id of the receipt, without
 * repetitions (NOTE-15).
 */
export function addZaps(row: readonly Zap[] | undefined, zaps: readonly Zap[]): readonly Zap[] {
  const known = new Set(row?.map((zap) => zap.id));
  const fresh = zaps.filter((zap) => !known.has(zap.id) && known.add(zap.id));
  if (row && fresh.length === 0) return row;
  const all = [...(row ?? []), ...fresh].sort(byAmount).slice(0, MAX_ZAPS);
  return row && all.length === row.length && all.every((zap, i) => zap === row[i]) ? row : all;
}

/** Return the old row if the next one is equal. */
export function replaceRow<V>(row: V | undefined, next: V): V {
  return row !== undefined && sameData(row, next) ? row : next;
}

/**
 * Merge two claims about a medium. One may have its sizes and the other only a thumbnail, and
 * neither is lost.
 */
export function mergeMedia(row: MediaInfo | undefined, next: MediaInfo): MediaInfo {
  if (!row) return next;
  return replaceRow(row, {
    url: next.url,
    type: next.type === '' ? row.type : next.type,
    variants: next.variants.length > 0 ? next.variants : row.variants,
    thumbnail: next.thumbnail ?? row.thumbnail,
  });
}

function byAmount(a: Zap, b: Zap): number {
  return b.amountMsats - a.amountMsats || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function isBefore(event: VerifiedEvent | undefined, other: VerifiedEvent): boolean {
  if (!event) return true;
  return (
    event.created_at < other.created_at ||
    (event.created_at === other.created_at && event.id < other.id)
  );
}

/** Return the index of the first id that is not before, by binary search in a sorted list. */
function placeOf(ids: readonly string[], isBefore: (id: string) => boolean): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(ids[middle] ?? '')) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if two values of plain data (no cycles, no Maps) are equal. */
function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
