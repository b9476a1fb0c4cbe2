import { defineConfig } from '@playwright/test';
import { browser } from './scripts/browser.ts';

const { channel, ...launchOptions } = await browser();

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'artifacts/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  ...(process.env['STARLING_LONG'] ? { grep: /@long/ } : { grepInvert: /@long/ }),
  // not a measure: the long suite may run beside other work
  timeout: process.env['STARLING_LONG'] ? 180_000 : 60_000,
  // what a slow machine takes is no fault; what never comes is found all the same
  expect: { timeout: 15_000 },
  globalSetup: './tests/browser/support/service/global-setup.ts',
  use: {
    launchOptions,
    ...(channel ? { channel } : {}),
    timezoneId: 'UTC',
    locale: 'en-US',
    // half of what painting costs is skeletons and spinners in motion; tests of what moves, or must
    // not, ask for MOTION
    contextOptions: { reducedMotion: 'reduce' },
  },
});
