import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** For each file that a test reaches over imports: how many steps away it is. */
export function reachOf(test: string): ReadonlyMap<string, number> {
  const steps = new Map<string, number>([[test, 0]]);
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

function readImports(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g);
  return [...found].flatMap(([, path]) => (path === undefined ? [] : [resolve(dirname(file), path)]));
}
