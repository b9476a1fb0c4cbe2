/** A map without the entry of that key; the map that was given is left as it is. */
export function withoutKey<K, V>(all: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const rest = new Map(all);
  rest.delete(key);
  return rest;
}
