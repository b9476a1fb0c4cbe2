/**
 * `npm test`: runs types, dead code, the build, lint and format in two lanes, then unit tests, then
 * browser tests. It tells which step runs, prints the output of failed steps at the end, and counts
 * all of them in the last line.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { failuresIn, finishedFiles, startedTests } from './test-output.ts';

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
  /** How far the step is, by its output so far. */
  readonly progress?: (output: string) => string | undefined;
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
 * Steps that leave a core idle: two parallel lanes of about equal length.
 */
const CHECKS: ReadonlyArray<readonly Step[]> = [
  [
    // several checkers would each check the shared files again
    { name: 'Types', command: ['tsc', '-p', '.', '--checkers', '1'], env: GO },
    { name: 'Dead code', command: ['knip', '--no-progress'] },
    { name: 'Code that only tests call', command: ['knip', '--production', '--no-progress'] },
    { name: 'Format', command: ['biome', 'format', '.'] },
  ],
  [
    { name: 'Build', command: ['vite', 'build', '--logLevel', 'error'] },
    { name: 'Lint', command: ['oxlint', '--type-aware'], env: GO },
    // one mutant, so that a broken `npm run mutations` is noticed
    {
      name: 'Sample of mutations',
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
    name: 'Unit tests',
    command: ['vitest', 'run'],
    env: { STARLING_UNIT_REPORT: UNIT },
    count: countUnit,
    progress: (output) => `${finishedFiles(output)} files`,
  },
  {
    name: 'Browser tests',
    command: ['playwright', 'test', '--reporter=line,json'],
    count: countBrowser,
    progress: startedTests,
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: BROWSER },
  },
];

/** Seconds between two lines about a running step, where the output is no terminal. */
const EACH_SECONDS = 60;

interface Run {
  readonly step: Step;
  readonly number: number;
  readonly start: number;
  output: string;
}

mkdirSync(OUT, { recursive: true });
rmSync(UNIT, { force: true });
rmSync(BROWSER, { force: true });

const { isTTY } = process.stdout;
const total = [...CHECKS, TESTS].flat().length;
const running: Run[] = [];
const failures: { readonly name: string; readonly output: string }[] = [];
let started = 0;
let passed = 0;
let failed = 0;

const timer = setInterval(() => tell(), (isTTY ? 1 : EACH_SECONDS) * 1_000);
process.once('SIGINT', () => finish(130));
await Promise.all(CHECKS.map(inTurn));
await inTurn(TESTS);
finish(failed === 0 ? 0 : 1);

async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await run(step);
}

async function run(step: Step): Promise<void> {
  const [program = '', ...args] = step.command;
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...(isTTY && { FORCE_COLOR: '1' }), ...COMPILED, ...step.env },
  });
  started += 1;
  const one: Run = { step, number: started, start: performance.now(), output: '' };
  running.push(one);
  if (isTTY) tell();
  else console.log(`${titleOf(one)} ...`);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      one.output += part;
    });
  const [status]: unknown[] = await once(child, 'close');
  running.splice(running.indexOf(one), 1);
  const isOk = status === 0;
  const counted = step.count?.() ?? { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 };
  if (!isOk && counted.failed === 0) counted.failed = 1;
  passed += counted.passed;
  failed += counted.failed;
  if (!isOk) failures.push({ name: step.name, output: failuresIn(one.output) });
  clearLine();
  console.log(`${titleOf(one)}: ${isOk ? 'ok' : 'FAILED'}, ${secondsOf(one)}`);
}

/** Print the failures, then the summary. */
function finish(status: number): never {
  clearInterval(timer);
  clearLine();
  for (const { name, output } of failures) console.log(`\n--- ${name}: FAILED ---\n\n${output}`);
  console.log(
    failures.length > 0
      ? `\nFailed: ${failures.map(({ name }) => name).join(', ')}`
      : `\n${started - running.length} of ${total} steps ended`,
  );
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(status);
}

/** Print the progress of the running steps: in the last line of a terminal, else in a new line. */
function tell(): void {
  if (running.length === 0) return;
  const text = running.map((one) => `${titleOf(one)} ... ${progressOf(one)}`).join(' | ');
  if (!isTTY) return console.log(text);
  clearLine();
  process.stdout.write(text.slice(0, (process.stdout.columns || 80) - 1));
}

function clearLine(): void {
  if (isTTY) process.stdout.write('\r\u001B[K');
}

function titleOf({ number, step }: Run): string {
  return `${number} of ${total} ${step.name}`;
}

function secondsOf({ start }: Run): string {
  return `${Math.round((performance.now() - start) / 1_000)} s`;
}

function progressOf(one: Run): string {
  return [one.step.progress?.(one.output), secondsOf(one)].filter(Boolean).join(', ');
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
