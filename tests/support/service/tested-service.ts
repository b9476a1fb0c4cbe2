import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { type AloneService, type Setting, startAlone } from './service-process.ts';

/** A service in a process of its own that does not outlive the test, however that ends, and whether or not it ever was ready. */
export function startTested(args: readonly string[], setting: Setting = {}): Promise<AloneService> {
  const children: ChildProcess[] = [];
  // said first: where the test is over already this throws, and nothing is started
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  return startAlone(args, { ...setting, born: (child) => void children.push(child) });
}
