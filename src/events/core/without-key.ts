/** Return a copy of the map without the entry of the key. */
export function withoutKey<K, V>(all: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const rest = new Map(all);
  rest.delete(key);
  return rest;
}
