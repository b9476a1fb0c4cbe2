import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'service/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/browser/**'],
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
  },
});
