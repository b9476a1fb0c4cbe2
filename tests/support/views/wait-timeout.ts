import { vi } from 'vitest';

/**
 * How long a test polls for what has to come, in milliseconds: as `expect.poll` is told in `vitest.config.ts`. Each tool would give up after one
 * second of the clock on the wall, which a busy machine may take for what is a few milliseconds of work.
 */
const PATIENCE = { timeout: 30_000 } as const;

const { waitFor } = vi;
// files share a worker, and so what is set here
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(callback, options) {
    return waitFor(callback, { ...PATIENCE, ...(typeof options === 'number' ? { timeout: options } : options) });
  };

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE.timeout });
}
