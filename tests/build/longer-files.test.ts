import { expect, test } from 'vitest';
import { longerFiles } from '../../scripts/longer-files.ts';

test('the long suite runs the unit tests that its setting makes longer, and no others', () => {
  const files = longerFiles();
  expect(files).toEqual(
    expect.arrayContaining([
      // by `runs`, by the engines, and by its own reading
      'src/machines/app/recording/recorder.test.ts',
      'service/store/engines-agree.test.ts',
      'service/money/kills.test.ts',
    ]),
  );
  expect(files).not.toContain('tests/words.test.ts');
  expect(files.filter((file) => file.includes('browser'))).toEqual([]);
});
