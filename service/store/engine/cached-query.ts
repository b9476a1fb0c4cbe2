import type { Seconds } from '../../../src/events/core/time.ts';
import { cachedFor } from '../../cached.ts';
import type { Query } from './statements.ts';
import type { Database } from './database.ts';

/** Cache the result of a frequent query under `name` for `length` of the store's clock. */
export function cachedQuery<T>(
  length: Seconds,
): (database: Database, name: string, ask: () => Query<T>) => Query<T> {
  const kept = cachedFor<{ last?: { readonly answer: T } }>(length);
  return function* (database, name, ask) {
    const place = kept(database, name, () => ({}));
    place.last ??= { answer: yield* ask() };
    return place.last.answer;
  };
}
