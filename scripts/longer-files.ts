import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { reachOf } from './module-graph.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The setting of the long suite. */
const SETTING = "process.env['STARLING_LONG']";

/**
 * Return the unit test files, by their path from the root, that run otherwise in the long suite:
 * they or their support read its setting. All others run whole in `npm test`.
 */
export function longerFiles(): readonly string[] {
  const isLonger = new Map<string, boolean>();
  const reads = (file: string): boolean => {
    const known =
      isLonger.get(file) ??
      (!file.startsWith(join(ROOT, 'scripts')) && readFileSync(file, 'utf8').includes(SETTING));
    isLonger.set(file, known);
    return known;
  };
  return ['src', 'service', 'town', 'tests']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(ROOT, folder, file),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('/tests/browser/'))
    .filter((file) => [...reachOf(file).keys()].some(reads))
    .map((file) => relative(ROOT, file))
    .toSorted();
}
