import type { CacheSnapshot } from 'virtua';

/** A saved list position: measured heights, number of rows, and the scroll position in pixels. */
export interface Place {
  readonly cache: CacheSnapshot;
  readonly count: number;
  readonly scrollY: number;
}

const KEPT = 50;
const places = new Map<string, Place>();
const tops = new Map<string, number>();

/** Save the position of one list in one history entry (ROUTE-23). */
export function rememberPlace(name: string, place: Place): void {
  remember(places, name, place);
}

/**
 * Save the position of the opened note in the window, in pixels, in one history entry (ROUTE-23).
 */
export function rememberTop(key: string, top: number): void {
  remember(tops, key, top);
}

export function topOf(key: string): number | undefined {
  return tops.get(key);
}

function remember<T>(all: Map<string, T>, name: string, one: T): void {
  all.delete(name);
  all.set(name, one);
  for (const oldest of all.keys()) {
    if (all.size <= KEPT) return;
    all.delete(oldest);
  }
}

/**
 * Return the saved position if the list still has as many rows. Otherwise the heights would not
 * match the rows.
 */
export function placeOf(name: string, count: number): Place | undefined {
  const place = places.get(name);
  return place && place.count === count && count > 0 ? place : undefined;
}
