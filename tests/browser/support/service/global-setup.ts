import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { startTown } from './demo-town.ts';

/** A tenth of the demo town: forty accounts, six hundred notes. */
const PART = 0.1;

/**
 * Playwright's global set-up: one service with a small town for all tests that only read. Ends it
 * when they are done.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright takes nothing else
export default async function serve(): Promise<() => Promise<void>> {
  if (!existsSync(resolve(import.meta.dirname, '../../../../dist/index.html')))
    throw new Error('The browser tests need a build: run `npm run build` first.');
  const { url, demo, wallets, clear } = await startTown(PART);
  process.env['STARLING_TOWN'] = JSON.stringify({ url, demo, wallets });
  return clear;
}
