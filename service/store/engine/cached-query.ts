import type { Seconds } from '../../../src/events/core/time.ts';
import { keepFor } from '../../cached.ts';
import type { Asked } from './statements.ts';
import type { Database } from './database.ts';

/** Cache the result of a frequent query under `name` for `length` of the store's clock. */
export function keepAnswer<T>(
  length: Seconds,
): (database: Database, name: string, ask: () => Asked<T>) => Asked<T> {
  const kept = keepFor<{ last?: { readonly answer: T } }>(length);
  return function* (database, name, ask) {
    const place = kept(database, name, () => ({}));
    place.last ??= { answer: yield* ask() };
    return place.last.answer;
  };
}
