import type { StateHashes } from '../../../src/machines/app/recording/state-hash.ts';

/** Return the paths whose hashes differ, or that only one of both has. */
export function differences(a: StateHashes, b: StateHashes): readonly string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path));
}
