/**
 * `npm run dev`: runs the service and Vite's hot-reloading server side by side. Both end together.
 */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const PORT = '4870';

const children = [
  spawn(
    process.execPath,
    [join(ROOT, 'service/main.ts'), '--port', PORT, ...process.argv.slice(2)],
    { stdio: 'inherit' },
  ),
  spawn(join(ROOT, 'node_modules/.bin/vite'), [], {
    stdio: 'inherit',
    env: { ...process.env, STARLING_SERVICE: `http://127.0.0.1:${PORT}` },
  }),
];

const stop = () => children.forEach((child) => child.kill('SIGINT'));
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
