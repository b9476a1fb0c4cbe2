import { afterAll } from 'vitest';

/** Files share a worker: what one of them has left drawn would open dialogs in the next one's page once their code has come. */
afterAll(async () => {
  if (typeof document === 'undefined') return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
});
