import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

const MAIN = join(import.meta.dirname, '../../../service/main.ts');

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A service in a process of its own, started from its command line. */
export interface ServiceProcess {
  readonly child: Child;
  /** Without a trailing slash. */
  readonly url: string;
  /** Return its output so far. */
  readonly said: () => string;
  /** Its exit code, once it has ended; `null` after a signal. */
  readonly code: Promise<unknown>;
  /** End it gracefully by SIGTERM, or at once by SIGKILL. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
}

/** Options of the process that differ from the defaults. */
export interface Setting {
  /** Another Node than that of the tests. */
  readonly node?: string;
  /** Another file than the service's own. */
  readonly main?: string;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with the process before it is ready. */
  readonly born?: (child: Child) => void;
}

/** Start a service and wait until it is ready. Rejects with its output if it ends before. */
export async function startServiceProcess(
  args: readonly string[],
  { node = process.execPath, main = MAIN, env, born, ...how }: Setting = {},
): Promise<ServiceProcess> {
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
      // for people, and in a log for programs
      if (/^Ready|"ready"/m.test(said)) ready.resolve();
    });
  const code = once(child, 'exit').then(([value]: unknown[]) => value);
  // a program that cannot be started emits an error and no end
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

/** Run a command of the service and return its exit code and output. */
export function runServiceCommand(
  ...args: readonly string[]
): Promise<readonly [code: number, said: string]> {
  const { promise, resolve } = Promise.withResolvers<readonly [number, string]>();
  execFile(process.execPath, [MAIN, ...args], (error, out, err) =>
    resolve([typeof error?.code === 'number' ? error.code : 0, `${out}${err}`]),
  );
  return promise;
}
