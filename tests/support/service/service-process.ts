import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const MAIN = join(import.meta.dirname, '../../../service/main.ts');

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A service in a process of its own, started by its command line. */
export interface AloneService {
  readonly child: Child;
  /** Without a slash at the end. */
  readonly url: string;
  /** What it has printed so far. */
  readonly said: () => string;
  /** Its exit code, when it has ended; null where a signal ended it. */
  readonly code: Promise<unknown>;
  /** Ends it as asked: by SIGTERM, or without a word. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** How it is started, where that is not as usual. */
export interface Setting {
  /** Another Node than the one of the tests. */
  readonly node?: string;
  /** Another file than the service's own. */
  readonly main?: string;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** Beside the variables that are there. */
  readonly env?: Readonly<Record<string, string>>;
  /** Told of the process before it is ready. */
  readonly born?: (child: Child) => void;
}

/** Settles when it is ready; rejects, with what it said, where it ends before. */
export async function startAlone(
  args: readonly string[],
  { node = process.execPath, main = MAIN, env, born, ...how }: Setting = {},
): Promise<AloneService> {
  const child = spawn(node, [main, ...args], {
    ...how,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  born?.(child);
  let said = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      // for a person, and in a log for programs
      if (/^Ready|"ready"/m.test(said)) ready.resolve();
    });
  const code = once(child, 'exit').then(([value]: unknown[]) => value);
  // a program that cannot be started tells so by an error, and never ends
  void code.then(() => ready.reject(new Error(said)), ready.reject);
  await ready.promise;
  return {
    child,
    url: /(?:^Starling: |"listening","url":")(http:\/\/[^\s"]+)/m.exec(said)?.[1] ?? '',
    said: () => said,
    code,
    async end(signal) {
      child.kill(signal);
      await code;
    },
  };
}

/** What a command of the service prints, and its exit code. */
export function runAlone(...args: readonly string[]): Promise<readonly [code: number, said: string]> {
  const { promise, resolve } = Promise.withResolvers<readonly [number, string]>();
  execFile(process.execPath, [MAIN, ...args], (error, out, err) =>
    resolve([typeof error?.code === 'number' ? error.code : 0, `${out}${err}`]),
  );
  return promise;
}
