import { afterAll, vi } from 'vitest';

/**
 * Files share a worker. Leftover components would open dialogs in the next file's page, and
 * leftover stubs would replace its globals.
 */
afterAll(async () => {
  if (typeof document !== 'undefined') {
    const { cleanup } = await import('@testing-library/react');
    cleanup();
    // it has a root of its own
    document.querySelector('body > [data-offer]')?.remove();
  }
  vi.unstubAllGlobals();
});
