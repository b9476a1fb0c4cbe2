/**
 * `npm run test:long -- [SEQUENCES] [SEED]`: runs the browser tests that are too slow for `npm
 * test`, and the unit tests that run longer there, such as full property runs. Then it runs random
 * sequences through the models of lists, outbox and messages, one process per core. The models of
 * money run a fifth as many. It prints the shortest form of the first sequence that loses data,
 * publishes twice or pays twice.
 */
import { fork, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { longerFiles } from './longer-files.ts';
import { losesNothing } from '../tests/models/list-sequences.ts';
import { outboxHolds } from '../tests/models/outbox-sequences.ts';

const ROOT = resolve(import.meta.dirname, '..');
/**
 * Sequences that a process runs before it reports progress. Each slice has a seed of its own, with
 * which it can be run again alone.
 */
const SLICE = 500;
const models: Readonly<Record<string, (numRuns: number, seed: number) => Promise<void> | void>> = {
  lists: (numRuns, seed) => fc.assert(losesNothing({}), { numRuns, seed }),
  outbox: (numRuns, seed) => fc.assert(outboxHolds({}), { numRuns, seed }),
};

const [count = '100000', seed = String(Date.now() % 1_000_000), model] = process.argv.slice(2);
if (![count, seed].every((text) => /^\d{1,9}$/.test(text)))
  refuse('How many sequences, and from which seed, are said in whole numbers.');
else if (model !== undefined) await inModel(model);
else {
  const held = [
    inBrowser(),
    inUnit(),
    await inModels(Number(count), Number(seed)),
    ...inTests(Number(count)),
  ];
  process.exitCode = held.every(Boolean) ? 0 : 1;
}

async function inModel(name: string): Promise<void> {
  const holds = Object.hasOwn(models, name) ? models[name] : undefined;
  if (holds) return holds(Number(count), Number(seed));
  refuse(`No model is called ${name}: there are ${Object.keys(models).join(' and ')}.`);
}

function refuse(why: string): void {
  console.error(why);
  process.exitCode = 2;
}

function inBrowser(): boolean {
  return (
    run('vite', 'build', '--logLevel', 'error') && run('playwright', 'test', '--reporter=line')
  );
}

function inUnit(): boolean {
  return run('vitest', 'run', '--reporter=dot', ...longerFiles());
}

/** Run sequences of the models that are test files. Models with payments are five times as slow. */
function inTests(sequences: number): readonly boolean[] {
  const files = (names: readonly string[]) => names.map((name) => `tests/models/${name}.test.ts`);
  const tried = (count: number, names: readonly string[]) =>
    runWith(
      { STARLING_SEQUENCES: String(count) },
      'vitest',
      'run',
      '--reporter=dot',
      ...files(names),
    );
  return [
    tried(sequences, ['messages']),
    tried(Math.ceil(sequences / 5), ['payment', 'gift', 'ecash']),
  ];
}

function run(...command: readonly string[]): boolean {
  return runWith({}, ...command);
}

function runWith(
  more: Readonly<Record<string, string>>,
  ...[program = '', ...args]: readonly string[]
): boolean {
  const env = { ...process.env, STARLING_LONG: '1', ...more };
  return (
    spawnSync(join(ROOT, 'node_modules/.bin', program), args, { cwd: ROOT, stdio: 'inherit', env })
      .status === 0
  );
}

/** Run one process per slice, so that its leftovers slow down no other slice. */
async function inModels(sequences: number, first: number): Promise<boolean> {
  const names = Object.keys(models);
  console.log(`${sequences} sequences of each of ${names.join(' and ')}, seed ${first}`);
  const slices = Array.from({ length: Math.ceil(sequences / SLICE) }, (_, at) => ({
    count: Math.min(SLICE, sequences - at * SLICE),
    seed: first + at,
  })).flatMap((slice) => names.map((name) => ({ ...slice, name })));
  const done = new Map(names.map((name) => [name, 0]));
  const failed: string[] = [];
  const work = async (): Promise<void> => {
    for (let slice = slices.shift(); slice; slice = slices.shift()) {
      const { name } = slice;
      if (await runSlice(slice)) done.set(name, (done.get(name) ?? 0) + slice.count);
      else failed.push(`${name}, seed ${slice.seed}`);
      console.log([...done].map(([each, held]) => `${each} ${held}`).join(', '));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const one of failed) console.log(`FAILED: ${one}`);
  console.log(
    failed.length === 0
      ? 'Nothing was lost, and nothing published twice.'
      : `${failed.length} slices failed.`,
  );
  return failed.length === 0;
}

/** True if the slice passed. The process prints failures itself. */
function runSlice({
  count: numRuns,
  seed: from,
  name,
}: {
  count: number;
  seed: number;
  name: string;
}): Promise<boolean> {
  return new Promise((resolve) => {
    fork(import.meta.filename, [String(numRuns), String(from), name]).once('exit', (code) =>
      resolve(code === 0),
    );
  });
}
