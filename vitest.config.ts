import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { buildDefine } from './scripts/build/build-source.ts';
import { stuckFiles } from './scripts/stuck-files.ts';

/** File for the results as JSON, if they are counted. */
const REPORT = process.env['STARLING_UNIT_REPORT'];

/** Milliseconds. A deadline for what hangs. The long suite may run beside other work. */
const TIMEOUT = process.env['STARLING_LONG'] ? 300_000 : 60_000;

/**
 * Files with a page come first, then all others: a worker that goes from the one to the other
 * begins anew, with all its modules. Of the others those come first that measure: in a worker whose
 * functions and heap have seen everything else the same code takes half as long again.
 */
class PagesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const text = readFileSync(moduleId, 'utf8');
      if (text.startsWith('// @vitest-environment jsdom')) return 0;
      return moduleId.endsWith('-speed.test.ts') ? 1 : text.includes('/cpu-time.ts') ? 2 : 3;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  define: buildDefine(import.meta.dirname),
  // the elements of production, inside React's development build, which alone has `act`: each other
  // element would keep the stack of where it was made
  oxc: { jsx: { runtime: 'automatic', development: false } },
  resolve: {
    alias: {
      'react/jsx-runtime': join(
        import.meta.dirname,
        'node_modules/react/cjs/react-jsx-runtime.production.js',
      ),
    },
  },
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'service/**/*.test.ts',
      'town/**/*.test.ts',
      'tests/**/*.test.{ts,tsx}',
    ],
    exclude: ['tests/browser/**'],
    globalSetup: ['tests/support/store/postgres-setup.ts'],
    setupFiles: [
      'views/unmount.ts',
      'views/wait-timeout.ts',
      'views/computed-style.ts',
      'same-object.ts',
    ].map((name) => `tests/support/${name}`),
    reporters: ['default', stuckFiles(), ...(REPORT ? ['json'] : [])],
    ...(REPORT ? { outputFile: { json: REPORT } } : {}),
    // a test that passes needs no words
    silent: 'passed-only',
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: PagesFirst },
    // each more would load all modules once more
    maxWorkers: availableParallelism(),
    // not a measure: on a busy machine some seconds of work take many
    testTimeout: TIMEOUT,
    hookTimeout: TIMEOUT,
    // as `tests/support/views/wait-timeout.ts` has it, which Node cannot read before vitest is
    // there
    expect: { poll: { timeout: 30_000, interval: 10 } },
  },
});
