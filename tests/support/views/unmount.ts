import { afterAll, vi } from 'vitest';

/** Files share a worker: what one of them has left drawn would open dialogs in the next one's page, and what it has put in a global's place stand in there. */
afterAll(async () => {
  if (typeof document !== 'undefined') {
    const { cleanup } = await import('@testing-library/react');
    cleanup();
  }
  vi.unstubAllGlobals();
});
