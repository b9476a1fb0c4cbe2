import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Read a file of this folder. */
export function readText(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}
