import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'service/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**'],
    pool: 'threads',
    isolate: false,
    // also the core that vitest would keep for itself: it has little to do but wait
    maxWorkers: '100%',
    // a deadline for what hangs, not a measure: on a busy machine some seconds of work take many
    testTimeout: 60_000,
  },
});
