import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { type ServiceProcess, type Setting, startServiceProcess } from './service-process.ts';

/**
 * Start a service in its own process that ends with the test. It also ends if the test fails or it
 * never becomes ready.
 */
export function startTested(
  args: readonly string[],
  setting: Setting = {},
): Promise<ServiceProcess> {
  const children: ChildProcess[] = [];
  // first, because this throws after the end of the test, and then no process starts
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  return startServiceProcess(args, { ...setting, born: (child) => void children.push(child) });
}
