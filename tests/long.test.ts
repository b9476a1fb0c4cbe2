import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from './support/runs.ts';

const long = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/long.ts'), ...args], {
    encoding: 'utf8',
  });

test.runIf(isLong)(
  'the long suite refuses unknown models and invalid numbers, and runs a known model',
  () => {
    const { status, stderr } = long('1', '1', 'toString');
    expect([status, stderr]).toEqual([
      2,
      'No model is called toString: there are lists and outbox.\n',
    ]);
    expect(long('1', '-1', 'lists').status).toBe(2);
    expect(long('1', '1', 'lists').status).toBe(0);
  },
);
