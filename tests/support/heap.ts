import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collect garbage and return the bytes of the heap that are in use. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('garbage cannot be collected');
  collect();
  return process.memoryUsage().heapUsed;
}
