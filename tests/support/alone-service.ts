import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../service/main.ts');

/** A service in a process of its own, started by its command line. */
export interface AloneService {
  readonly child: ChildProcess;
  /** Without a slash at the end. */
  readonly url: string;
  /** Ends it as asked: by SIGTERM, or without a word. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** Settles when it is ready; rejects, with what it said, where it ends before. */
export async function startAlone(...args: readonly string[]): Promise<AloneService> {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('Ready')) ready.resolve();
    });
  child.once('exit', () => ready.reject(new Error(out)));
  await ready.promise;
  return {
    child,
    url: /http:\/\/[^\s]+/.exec(out)?.[0] ?? '',
    async end(signal) {
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
