/**
 * `npm run mutations -- [--sample N] [--seed S] [--slowest MS] [FOLDER or FILE or FILE:LINE...]`: changes one thing at a time in the code
 * that keeps texts and lists, and prints which changes no test notices. Ends with 1 where fewer than 95 % of a folder are noticed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { reachOf } from './mutation-tests.ts';
import { codeOf, type Mutant, mutantsOf } from './mutants.ts';
import type { Trial, Verdict } from './mutation-runner.ts';

const ROOT = resolve(import.meta.dirname, '..');
const FOLDERS = ['src/events/account', 'src/events/publish', 'src/machines/account', 'src/machines/publish', 'service/store'];
const TIMES = join(ROOT, 'artifacts/mutation-times.json');
const WANTED = 0.95;
/** Tests that may notice something; those of views and browsers look at the same from further away. */
const TESTS = 'src/{events,machines}/**/*.test.ts,service/**/*.test.ts,tests/**/*.test.ts'.split(/,(?=s|t)/);
/** Milliseconds beyond four times what its tests took unchanged, after which a mutant counts as noticed: it hangs. */
const PATIENCE = 20_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string' }, slowest: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 100_000);
const slowest = Number(values.slowest ?? Number.POSITIVE_INFINITY);

let runner: ChildProcess | undefined;

/** What came of a trial; undefined where nothing did within `patience` milliseconds. */
async function judge(trial: Trial, patience: number): Promise<Verdict | undefined> {
  const child = (runner ??= await startRunner());
  return new Promise((done) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      runner = undefined;
      done(undefined);
    }, patience);
    child.once('message', (verdict: Verdict) => {
      clearTimeout(timer);
      done(verdict);
    });
    child.send(trial);
  });
}

async function startRunner(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'mutation-runner.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((ready) => child.once('message', ready));
  return child;
}

/** A choice of `count`, the same for the same seed (mulberry32). */
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

/** Milliseconds that each test file takes, kept from run to run. */
const times = new Map<string, number>(existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : []);

/** Tests that reach the file, the nearest first and of equally near ones the quickest, without those that are too slow. */
async function testsOf(file: string): Promise<readonly string[]> {
  const reaching = tests.filter(({ reach }) => reach.has(file));
  const untimed = reaching.flatMap((test) => (times.has(test.file) ? [] : [test.file]));
  if (untimed.length > 0) await check(file, untimed);
  const near = reaching.filter((test) => timeOf(test.file) <= slowest);
  const steps = ({ reach }: { reach: ReadonlyMap<string, number> }) => reach.get(file) ?? 0;
  const sorted = near.toSorted((a, b) => steps(a) - steps(b) || timeOf(a.file) - timeOf(b.file)).map((test) => test.file);
  return sorted;
}

/** Runs the tests on the file as it is, where all have to pass, and notes how long they take. */
async function check(file: string, unchanged: readonly string[]): Promise<void> {
  const verdict = await judge({ file, code: undefined, tests: unchanged }, 600_000);
  if (!verdict || verdict.killer !== undefined) throw new Error(`${relative(ROOT, file)}, unchanged: ${verdict?.killer ?? 'hangs'}`);
  for (const [test, time] of Object.entries(verdict.times)) times.set(test, time);
  writeFileSync(TIMES, JSON.stringify([...times]));
}

function timeOf(test: string): number {
  return times.get(test) ?? 60_000;
}

/** Which lines of a file are asked for; none named: all. */
const places = (positionals.length > 0 ? positionals : FOLDERS).flatMap((place) => {
  const [path = '', line] = place.split(':');
  const paths = path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`, { cwd: ROOT });
  return paths.filter((one) => !one.endsWith('.test.ts')).map((one) => ({ path: one, line }));
});
const files = [...new Set(places.map(({ path }) => path))]
  .toSorted()
  .map((path) => ({ path, code: codeOf(readFileSync(join(ROOT, path), 'utf8')) }));
const all = files.flatMap(({ path, code }) => mutantsOf(code).map((mutant) => ({ path, mutant }))).filter(isAskedFor);
const chosen = values.sample === undefined ? all : sampleOf(all, Number(values.sample));
console.log(`${chosen.length} of ${all.length} mutants, seed ${seed}`);

const tally = new Map<string, { killed: number; all: number }>();
for (const { path, code } of files) {
  const mutants = chosen.filter((one) => one.path === path);
  if (mutants.length === 0) continue;
  const file = join(ROOT, path);
  const near = await testsOf(file);
  const patience = 4 * near.reduce((sum, test) => sum + timeOf(test), 0) + PATIENCE;
  let survivors = 0;
  for (const { mutant } of mutants) {
    const changed = code.slice(0, mutant.start) + mutant.text + code.slice(mutant.end);
    const verdict = await judge({ file, code: changed, tests: near }, patience);
    const name = `${path}:${mutant.line} ${mutant.what} -> ${mutant.text.slice(0, 60)}`;
    if (verdict && verdict.killer !== undefined) continue;
    if (verdict) survivors += 1;
    console.log(`${verdict ? 'survived ' : 'timed out'} ${name}`);
  }
  const killed = mutants.length - survivors;
  const folder = tally.get(dirname(path)) ?? { killed: 0, all: 0 };
  tally.set(dirname(path), { killed: folder.killed + killed, all: folder.all + mutants.length });
  console.log(`${path}: ${killed} of ${mutants.length} killed by ${near.length} test files`);
}
runner?.kill();

let isEnough = true;
for (const [folder, { killed, all }] of tally) {
  isEnough &&= killed / all >= WANTED;
  console.log(`${folder}: ${killed} of ${all} killed, ${((100 * killed) / all).toFixed(1)} %`);
}
process.exit(isEnough ? 0 : 1);

function isAskedFor({ path, mutant }: { path: string; mutant: Mutant }): boolean {
  return places.some((place) => place.path === path && (place.line === undefined || Number(place.line) === mutant.line));
}
