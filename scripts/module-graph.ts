import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Packages of this repository, by the file that their name imports. */
const WORKSPACES: ReadonlyMap<string, string> = new Map([
  ['@starling/town', resolve(import.meta.dirname, '../town/town.ts')],
]);

/**
 * Return the distance in imports of each file that a module loads when it runs. Imports of types do
 * not run.
 */
export function reachOf(module: string): ReadonlyMap<string, number> {
  const steps = new Map<string, number>([[module, 0]]);
  for (const [file, distance] of steps) {
    for (const next of importsOf(file)) if (!steps.has(next)) steps.set(next, distance + 1);
  }
  return steps;
}

const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

/**
 * Static and dynamic imports, and workers. A quoted import inside a string names a missing file, or
 * is not at the start of a line.
 */
const IMPORT =
  /^(?:import|export) (?!type\b)[^'";]*?from '(\.[^'?]+\.tsx?|@starling\/[\w-]+)(?:\?[\w&]+)?'|^import '(\.[^']+\.tsx?)'|\bimport\('(\.[^']+\.tsx?)'\)|\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/gm;

function readImports(file: string): readonly string[] {
  const found = [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, ...paths]) =>
    paths.filter((path) => path !== undefined),
  );
  return found
    .map((path) => WORKSPACES.get(path) ?? resolve(dirname(file), path))
    .filter((path) => existsSync(path));
}
