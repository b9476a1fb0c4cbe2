/** `npm start`: builds the client unless it is up to date, then serves it. */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { isBuilt } from './build/build-stamp.ts';

const ROOT = resolve(import.meta.dirname, '..');

if (!isBuilt(ROOT, join(ROOT, 'dist'), process.env)) {
  process.stdout.write('Building the client ... ');
  const from = performance.now();
  const { status } = spawnSync(
    join(ROOT, 'node_modules/.bin/vite'),
    ['build', '--logLevel', 'error'],
    { cwd: ROOT, stdio: 'inherit' },
  );
  if (status !== 0) process.exit(status ?? 1);
  console.log(`${Math.round((performance.now() - from) / 1000)} s`);
}
await import('../service/main.ts');
