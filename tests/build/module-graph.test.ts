import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reachOf } from '../../scripts/module-graph.ts';

function reached(files: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  const dir = mkdtempSync(join(tmpdir(), 'starling-graph-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return Object.fromEntries(
    [...reachOf(join(dir, 'a.ts'))].map(([file, steps]) => [basename(file), steps]),
  );
}

test('imports, dynamic imports and workers are followed, each file once, with its distance', () => {
  const a =
    "import { b } from './b.ts';\nimport url from './w.worker.ts?worker&url';\nconst later = () => import('./c.ts');\n";
  const [b, c] = [
    "export { c } from './c.ts';\n",
    "import './a.ts';\nnew Worker(new URL('./d.ts', import.meta.url));\n",
  ];
  expect(reached({ 'a.ts': a, 'b.ts': b, 'c.ts': c, 'd.ts': '', 'w.worker.ts': '' })).toEqual({
    'a.ts': 0,
    'b.ts': 1,
    'w.worker.ts': 1,
    'c.ts': 1,
    'd.ts': 2,
  });
});

test('imports of types, of absent files and inside of strings are not followed', () => {
  const a =
    "import type { B } from './b.ts';\nconst planted = [\"import { x } from './x.ts';\", \"import { c } from './c.ts';\"];\nimport './absent.ts';\n";
  expect(reached({ 'a.ts': a, 'b.ts': '', 'c.ts': '' })).toEqual({ 'a.ts': 0 });
});

test('the name of a package of this repository leads to its file', () => {
  const a =
    "import {\n  openTown,\n  type Town,\n} from '@starling/town';\nimport { x } from '@starling/none';\n";
  expect(reached({ 'a.ts': a })).toMatchObject({ 'a.ts': 0, 'town.ts': 1, 'build-town.ts': 2 });
});
