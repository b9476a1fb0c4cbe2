import type { Profile } from './profile.ts';
import type { MediaInfo } from '../connection/claims.ts';
import { replaces, type VerifiedEvent } from '../nostr/event.ts';
import type { Zap } from './zap.ts';
import { getRow, type Table } from '../core/table.ts';

/** Every version seen of one replaceable or addressable list, newest first (INV-NEWEST, BEYOND-02). */
export interface Versions {
  readonly current: VerifiedEvent;
  readonly older: readonly VerifiedEvent[];
}

/** Tables that the folds of others look at; they stand above those in the registry, so they are folded first. */
export interface Indexed {
  readonly events: Table<VerifiedEvent>;
}

/** Older versions kept of one list, and zaps kept of one note: the newest, the largest. */
const MAX_OLDER = 49;
const MAX_ZAPS = 500;

/** The first one stays: an id names one content only. */
export function keepFirst(row: VerifiedEvent | undefined, event: VerifiedEvent): VerifiedEvent {
  return row ?? event;
}

/** INV-NEWEST: the newer one stays, whichever came first. */
export function keepNewest(row: VerifiedEvent | undefined, event: VerifiedEvent): VerifiedEvent {
  return row === undefined || replaces(event, row) ? event : row;
}

/** As `keepNewest`, for metadata that was read. */
export function keepNewestProfile(row: Profile | undefined, profile: Profile): Profile {
  return row === undefined || replaces(profile.source, row.source) ? profile : row;
}

/** Puts one version where it belongs by time. What is the newest, and which 50 are kept, does not depend on the order of arrival (E-18). */
export function addVersion(row: Versions | undefined, event: VerifiedEvent): Versions {
  if (!row) return { current: event, older: [] };
  if (row.current.id === event.id) return row;
  if (replaces(event, row.current)) return { current: event, older: [row.current, ...row.older].slice(0, MAX_OLDER) };
  const at = row.older.findIndex((each) => each.id === event.id || replaces(event, each));
  if (row.older[at]?.id === event.id || (at < 0 && row.older.length >= MAX_OLDER)) return row;
  const place = at < 0 ? row.older.length : at;
  return { current: row.current, older: row.older.toSpliced(place, 0, event).slice(0, MAX_OLDER) };
}

/** Adds replies to the ids of those seen before, oldest first, at equal times by id, none twice. */
export function addReplies(row: readonly string[] | undefined, replies: readonly VerifiedEvent[], { events }: Indexed): readonly string[] {
  const ids = row ? [...row] : [];
  for (const reply of replies) {
    const at = placeOf(ids, (id) => isBefore(getRow(events, id), reply));
    if (ids[at] !== reply.id) ids.splice(at, 0, reply.id);
  }
  return row && ids.length === row.length ? row : ids;
}

/** The replies whose events are still there, undefined where none is: where a reply without its event belongs in time cannot be told. */
export function onlySeen(row: readonly string[] | undefined, events: Table<VerifiedEvent>): readonly string[] | undefined {
  if (!row || row.every((id) => getRow(events, id))) return row;
  const seen = row.filter((id) => getRow(events, id));
  return seen.length > 0 ? seen : undefined;
}

/** Adds zaps to those seen before: largest first, at equal amounts by id of the receipt, no receipt twice (NOTE-15). */
export function addZaps(row: readonly Zap[] | undefined, zaps: readonly Zap[]): readonly Zap[] {
  const known = new Set(row?.map((zap) => zap.id));
  const fresh = zaps.filter((zap) => !known.has(zap.id) && known.add(zap.id));
  if (row && fresh.length === 0) return row;
  const all = [...(row ?? []), ...fresh].sort(byAmount).slice(0, MAX_ZAPS);
  return row && all.length === row.length && all.every((zap, i) => zap === row[i]) ? row : all;
}

/** The row itself where the next one says the same. */
export function replaceRow<V>(row: V | undefined, next: V): V {
  return row !== undefined && sameData(row, next) ? row : next;
}

/** A medium can be named once with its sizes and once with only a still picture; neither takes away what the other said. */
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
  return event.created_at < other.created_at || (event.created_at === other.created_at && event.id < other.id);
}

/** Where the ids begin that are not before: binary search in a sorted list. */
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

/** Whether two pieces of plain data (no cycles, no Maps) say the same. */
function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(Reflect.get(a, key), Reflect.get(b, key)))
  );
}
