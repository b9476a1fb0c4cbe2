import { expect, test } from 'vitest';
import { provideReplayedPage, replayedPageCode } from './replayed-page.ts';

test('TOOL-02 a file opened before the code of its page is named waits for it', async () => {
  const code = replayedPageCode();
  provideReplayedPage(async () => ({ CODE: '/assets/page.js' }));
  expect(await code).toBe('/assets/page.js');
});
