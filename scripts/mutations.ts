/**
 * `npm run mutations -- [--sample N] [--seed S] [--near N] [FOLDER or FILE or FILE:LINE...]`:
 * changes one thing at a time in the code that keeps texts and lists, and prints the changes that
 * no test notices. Exits with 1 if fewer than 95 % of a folder are noticed.
 */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reachOf } from './module-graph.ts';
import { codeOf, type Mutant, mutantsOf } from './mutation-operators.ts';
import type { Trial, Verdict } from './mutation-runner.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = [
  ...['account', 'money', 'publish'].map((area) => `src/events/${area}`),
  ...['account', 'messages', 'money', 'publish'].map((area) => `src/machines/${area}`),
  ...['cache', 'relay', 'store'].map((part) => `service/${part}`),
];
const TYPES = join(ROOT, 'artifacts/mutation-types');
const WANTED = 0.95;
/** Tests that may notice a change. View and browser tests check the same less directly. */
const TESTS = [
  'src/{events,machines}/**/*.test.ts',
  'service/**/*.test.ts',
  'town/**/*.test.ts',
  'tests/**/*.test.ts',
];
/**
 * Milliseconds beyond four times the duration of the unchanged file. After that a mutant hangs and
 * counts as noticed.
 */
const TIMEOUT_MS = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string' },
    near: { type: 'string', default: '8' },
  },
});
const seed = Number(values.seed ?? Date.now() % 100_000);

let runner: ChildProcess | undefined;

/** Return the verdict of a trial. `undefined` if there is none after `timeout` milliseconds. */
async function judge(trial: Trial, timeout: number): Promise<Verdict | undefined> {
  const child = (runner ??= await startRunner());
  return new Promise((done) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      runner = undefined;
      done(undefined);
    }, timeout);
    child.once('message', (verdict: Verdict) => {
      clearTimeout(timer);
      done(verdict);
    });
    child.send(trial);
  });
}

async function startRunner(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'mutation-runner.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise((ready) => child.once('message', ready));
  return child;
}

/** Return a random sample of `count`, the same for the same seed (mulberry32). */
function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  let state = seed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    const a = Math.imul(state ^ (state >>> 15), 1 | state);
    const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a;
    return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawn = all.map((one) => ({ one, place: chance() })).toSorted((a, b) => a.place - b.place);
  const chosen = new Set(drawn.slice(0, count).map(({ one }) => one));
  return all.filter((one) => chosen.has(one));
}

const tests = globSync(TESTS, { cwd: ROOT, exclude: ['tests/browser/**'] }).map((path) => {
  const file = join(ROOT, path);
  return { file, reach: reachOf(file) };
});

/** Slow random tests, and tests that measure the machine. */
const SLOW = /-(model|speed)\.test\.ts$/;

/**
 * Return the test files that reach a file, the nearest first: its own, then by import steps, then
 * by folder.
 */
function testsOf(file: string): readonly string[] {
  const reaching = tests.flatMap((test) => {
    const steps = test.reach.get(file);
    if (steps === undefined || SLOW.test(test.file)) return [];
    const isOwn = test.file === file.replace(/\.ts$/, '.test.ts');
    return [
      {
        file: test.file,
        rank: [isOwn ? 0 : 1, steps, relative(dirname(file), test.file).split('/').length],
      },
    ];
  });
  const sorted = reaching.toSorted((a, b) => compare(a.rank, b.rank));
  return sorted.slice(0, Number(values.near)).map((test) => test.file);
}

function compare(
  [first = 0, ...rest]: readonly number[],
  [other = 0, ...others]: readonly number[],
): number {
  return first - other || (rest.length === 0 ? 0 : compare(rest, others));
}

/** the requested lines of a file, all if none are named */
const places = (positionals.length > 0 ? positionals : FOLDERS).flatMap((place) => {
  const [path = '', line] = place.split(':');
  const paths = path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`, { cwd: ROOT });
  return paths.filter((one) => !one.endsWith('.test.ts')).map((one) => ({ path: one, line }));
});
const files = [...new Set(places.map(({ path }) => path))]
  .toSorted()
  .map((path) => ({ path, code: codeOf(readFileSync(join(ROOT, path), 'utf8')) }));
const all = files
  .flatMap(({ path, code }) => mutantsOf(code).map((mutant) => ({ path, mutant })))
  .filter(isAskedFor);
const chosen = values.sample === undefined ? all : sampleOf(all, Number(values.sample));
console.log(`${chosen.length} of ${all.length} mutants, seed ${seed}`);

/** Duration of each test file without a mutant, in milliseconds. */
const times = new Map<string, number>();

/** All tests have to pass on the unchanged code. */
async function check(unchecked: readonly string[]): Promise<void> {
  for (const test of unchecked) {
    const from = performance.now();
    const verdict = await judge({ file: '', code: undefined, tests: [test] }, 600_000);
    if (!verdict || verdict.killer !== undefined)
      throw new Error(`Unchanged: ${verdict?.killer ?? `${test} hangs`}`);
    times.set(test, performance.now() - from);
  }
}

interface Survivor {
  readonly path: string;
  readonly mutant: Mutant;
  readonly name: string;
}

const survivors: Survivor[] = [];
for (const { path, code } of files) {
  const mutants = chosen.filter((one) => one.path === path);
  if (mutants.length === 0) continue;
  const file = join(ROOT, path);
  const trial = { file, tests: testsOf(file) };
  runner?.kill();
  runner = undefined;
  await check(trial.tests.filter((test) => !times.has(test)));
  const timeout =
    4 * trial.tests.reduce((sum, test) => sum + (times.get(test) ?? 0), 0) + TIMEOUT_MS;
  for (const { mutant } of mutants) {
    const verdict = await judge(
      { ...trial, code: code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end) },
      timeout,
    );
    if (verdict && verdict.killer !== undefined) continue;
    const name = `${path}:${mutant.line} ${mutant.what} -> ${mutant.text.slice(0, 60)}`;
    if (verdict) survivors.push({ path, mutant, name });
    console.log(`${verdict ? 'survived ' : 'timed out'} ${name}`);
  }
}
runner?.kill();

const refused = new Set(refusedByTypes(survivors));
for (const { name } of refused) console.log(`refused by types: ${name}`);
let isEnough = true;
for (const folder of new Set(chosen.map(({ path }) => dirname(path)))) {
  const count = chosen.filter(({ path }) => dirname(path) === folder).length;
  const left = survivors.filter((one) => dirname(one.path) === folder && !refused.has(one)).length;
  isEnough &&= (count - left) / count >= WANTED;
  console.log(
    `${folder}: ${count - left} of ${count} killed, ${((100 * (count - left)) / count).toFixed(1)} %`,
  );
}
process.exit(isEnough ? 0 : 1);

/**
 * Return the mutants that fail the type check. Each is written to a file of its own beside the
 * tree, and all are checked at once.
 */
function refusedByTypes(all: readonly Survivor[]): readonly Survivor[] {
  rmSync(TYPES, { recursive: true, force: true });
  const named = all.map((survivor, nth) => ({
    survivor,
    file: survivor.path.replace(/\.ts$/, `.${nth}.ts`),
  }));
  for (const { survivor, file } of named) {
    const source = readFileSync(join(ROOT, survivor.path), 'utf8');
    const { start, end, text } = survivor.mutant;
    mkdirSync(dirname(join(TYPES, file)), { recursive: true });
    writeFileSync(join(TYPES, file), source.slice(0, start) + text + source.slice(end));
  }
  if (all.length === 0) return [];
  const compilerOptions = { rootDirs: ['../..', '.'] };
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions,
    include: [],
    files: named.map(({ file }) => file),
  };
  writeFileSync(join(TYPES, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', TYPES, '--pretty', 'false'],
    { encoding: 'utf8', cwd: TYPES },
  );
  return named.flatMap(({ survivor, file }) => (stdout.includes(`${file}(`) ? [survivor] : []));
}

function isAskedFor({ path, mutant }: { path: string; mutant: Mutant }): boolean {
  return places.some(
    (place) =>
      place.path === path && (place.line === undefined || Number(place.line) === mutant.line),
  );
}
