import type { CacheSnapshot } from 'virtua';

/** Where a reader was in a list: measured heights, how many rows, and the scroll position in pixels. */
export interface Place {
  readonly cache: CacheSnapshot;
  readonly count: number;
  readonly scrollY: number;
}

const KEPT = 50;
const places = new Map<string, Place>();

/** Remembers the place of one list in one entry of the history (ROUTE-23). */
export function rememberPlace(name: string, place: Place): void {
  places.delete(name);
  places.set(name, place);
  for (const oldest of places.keys()) {
    if (places.size <= KEPT) return;
    places.delete(oldest);
  }
}

/** The place, as long as the list still has as many rows; else heights and rows would not match. */
export function placeOf(name: string, count: number): Place | undefined {
  const place = places.get(name);
  return place && place.count === count && count > 0 ? place : undefined;
}
