import { vi } from 'vitest';

/**
 * Polling timeout of a test, in milliseconds, as for `expect.poll` in `vitest.config.ts`. By
 * default each tool gives up after one second of wall-clock time. On a busy machine that can be a
 * few milliseconds of work. An awaited change often comes after a millisecond: by default the next
 * look is 50 later.
 */
const TIMEOUT = { timeout: 30_000, interval: 10 } as const;

const { waitFor } = vi;
// files share a worker, and so also this change
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, {
      ...TIMEOUT,
      ...(typeof options === 'number' ? { timeout: options } : options),
    });
  };

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: TIMEOUT.timeout });
}
