import { expect, test } from 'vitest';
import { failuresIn, finishedFiles, startedTests } from '../../scripts/test-output.ts';

const UNIT = [
  ' RUN  v5',
  '',
  ' \u001B[32m✓\u001B[39m src/a.test.ts (2 tests) 3ms',
  '   \u001B[33m✓\u001B[39m a slow test 400ms',
  ' ❯ src/b.test.ts (1 test | 1 failed) 5ms',
  '   × b counts 2ms',
  '',
  '',
  ' FAIL  src/b.test.ts > b counts',
  'AssertionError: expected 1 to be 2',
  '',
].join('\n');

const BROWSER = [
  'Running 3 tests using 1 worker',
  '\u001B[1A\u001B[2K[1/3] reading.spec.ts › a',
  '\u001B[1A\u001B[2K[2/3] reading.spec.ts › b',
  '  1) reading.spec.ts › b',
  '     Error: not visible',
].join('\n');

test('progress is read from the output of vitest and playwright', () => {
  expect(finishedFiles(UNIT)).toBe(2);
  expect(finishedFiles('')).toBe(0);
  expect(startedTests(BROWSER)).toBe('2 of 3 tests');
  expect(startedTests('')).toBeUndefined();
});

test('failures keep errors, and drop lines about tests that passed or started', () => {
  const unit = failuresIn(UNIT);
  expect(unit).toContain('AssertionError: expected 1 to be 2');
  expect(unit).toContain('× b counts');
  expect(unit).not.toContain('✓');
  expect(unit).not.toMatch(/\n\n\n/);
  expect(failuresIn(BROWSER)).toBe(
    'Running 3 tests using 1 worker\n  1) reading.spec.ts › b\n     Error: not visible',
  );
});
