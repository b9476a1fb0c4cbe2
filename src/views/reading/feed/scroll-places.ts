import type { CacheSnapshot } from 'virtua';

/** Where a reader was in a list: measured heights, how many rows, and the scroll position in pixels. */
export interface Place {
  readonly cache: CacheSnapshot;
  readonly count: number;
  readonly scrollY: number;
}

const KEPT = 50;
const places = new Map<string, Place>();
const tops = new Map<string, number>();

/** Remembers the place of one list in one entry of the history (ROUTE-23). */
export function rememberPlace(name: string, place: Place): void {
  remember(places, name, place);
}

/** Remembers where the opened note stood in the window, in pixels, in one entry of the history (ROUTE-23). */
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

/** The place, as long as the list still has as many rows; else heights and rows would not match. */
export function placeOf(name: string, count: number): Place | undefined {
  const place = places.get(name);
  return place && place.count === count && count > 0 ? place : undefined;
}
