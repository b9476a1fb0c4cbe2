/**
 * The process that runs the tests of a mutation run. It keeps one mutant at a time, in memory only:
 * no file is ever changed.
 */
import { resolve } from 'node:path';
import { createVitest, BaseSequencer, type TestSpecification } from 'vitest/node';

/** `code` undefined: every file is unchanged. Tests run in this order, up to the first failure. */
export interface Trial {
  readonly file: string;
  readonly code: string | undefined;
  readonly tests: readonly string[];
}

/** The first failed test. `undefined` if all passed. */
export interface Verdict {
  readonly killer: string | undefined;
}

class AsGiven extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications;
  }
}

const root = resolve(import.meta.dirname, '..');
let held: Trial | undefined;
const vitest = await createVitest(
  'test',
  {
    root,
    watch: false,
    reporters: [{}],
    bail: 1,
    maxWorkers: 1,
    api: false,
    // the cache would go by the file on the disk
    fsModuleCache: false,
    sequence: { sequencer: AsGiven },
  },
  {
    plugins: [
      { name: 'mutant', enforce: 'pre', load: (id) => (id === held?.file ? held.code : undefined) },
    ],
  },
);
const project = vitest.getRootProject();

process.on('message', async (trial: Trial) => {
  if (held) vitest.invalidateFile(held.file);
  held = trial;
  vitest.invalidateFile(trial.file);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    trial.tests.map((test) => project.createSpecification(test)),
  );
  const failed = testModules.find((module) => !module.ok());
  const [test] = failed?.children.allTests('failed') ?? [];
  const killer = failed
    ? `${failed.relativeModuleId}: ${test?.fullName ?? 'does not load'}: ${test?.result().errors?.[0]?.message ?? ''}`
    : unhandledErrors.length > 0
      ? 'an error'
      : undefined;
  process.send?.({ killer } satisfies Verdict);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
