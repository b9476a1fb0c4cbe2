/**
 * `npm test`: runs types, dead code, the build, lint and format in two lanes, then unit tests, then
 * browser tests. The last line counts all of them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');
const OUT = join(ROOT, 'artifacts');
const UNIT = join(OUT, 'unit.json');
const BROWSER = join(OUT, 'browser.json');

interface Step {
  readonly name: string;
  readonly command: readonly string[];
  /**
   * Passed and failed counts of the runner's own report. Without it the step itself is one check.
   */
  readonly count?: () => { passed: number; failed: number };
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Half of the time of a type check is garbage collection, which is unnecessary in a short process.
 * So it starts at 3 GiB.
 */
const GO = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

/**
 * Cache of code that Node has compiled and stripped of types. The tests start the service a hundred
 * times.
 */
const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') };

/**
 * Steps that leave a core idle: two parallel lanes of about equal length. Their output is held back
 * until each step ends.
 */
const CHECKS: ReadonlyArray<readonly Step[]> = [
  [
    // several checkers would each check the shared files again
    { name: 'types', command: ['tsc', '-p', '.', '--checkers', '1'], env: GO },
    { name: 'dead code', command: ['knip', '--no-progress'] },
    { name: 'code that only tests call', command: ['knip', '--production', '--no-progress'] },
    { name: 'format', command: ['biome', 'format', '.'] },
  ],
  [
    { name: 'build', command: ['vite', 'build', '--logLevel', 'error'] },
    { name: 'lint', command: ['oxlint', '--type-aware'], env: GO },
    // one mutant, so that a broken `npm run mutations` is noticed
    {
      name: 'mutations',
      command: [
        'node',
        'scripts/mutations.ts',
        '--sample',
        '1',
        '--seed',
        '2',
        '--near',
        '1',
        'src/events/core/hex.ts',
      ],
    },
  ],
];
/** These use every core, and some measure times, so each runs alone. */
const TESTS: readonly Step[] = [
  {
    name: 'unit',
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${UNIT}`,
    ],
    count: countUnit,
  },
  {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=line,json'],
    count: countBrowser,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER },
  },
];

mkdirSync(OUT, { recursive: true });
rmSync(UNIT, { force: true });
rmSync(BROWSER, { force: true });

let passed = 0;
let failed = 0;
await Promise.all(CHECKS.map((steps) => inTurn(steps, 'kept')));
await inTurn(TESTS, 'at once');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function inTurn(steps: readonly Step[], output: 'kept' | 'at once'): Promise<void> {
  for (const step of steps) await run(step, output);
}

async function run({ name, command, count, env }: Step, output: 'kept' | 'at once'): Promise<void> {
  const start = performance.now();
  const [program = '', ...args] = command;
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    stdio: [
      'inherit',
      ...(output === 'kept' ? (['pipe', 'pipe'] as const) : (['inherit', 'inherit'] as const)),
    ],
    env: { ...process.env, ...COMPILED, ...env },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => said.push(part));
  const [status]: unknown[] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  const counted = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  passed += counted.passed;
  failed += counted.failed;
  console.log(
    `${status === 0 ? 'ok' : 'FAILED'}: ${name}, ${((performance.now() - start) / 1000).toFixed(1)} s\n`,
  );
}

function countUnit() {
  // a file that fails to run has no failed test
  return report(UNIT, (json) => ({
    passed: numberAt(json, 'numPassedTests'),
    failed: Math.max(
      numberAt(json, 'numFailedTests'),
      Math.min(1, numberAt(json, 'numFailedTestSuites')),
    ),
  }));
}

function countBrowser() {
  return report(BROWSER, (json) => {
    const stats = json['stats'];
    if (typeof stats !== 'object' || stats === null) return { passed: 0, failed: 1 };
    const record: Record<string, unknown> = { ...stats };
    return {
      passed: numberAt(record, 'expected'),
      failed: numberAt(record, 'unexpected') + numberAt(record, 'flaky'),
    };
  });
}

function report(
  file: string,
  read: (json: Record<string, unknown>) => { passed: number; failed: number },
) {
  try {
    const json: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
    return read(json);
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function numberAt(json: Record<string, unknown>, key: string): number {
  const value = json[key];
  return typeof value === 'number' ? value : 0;
}
