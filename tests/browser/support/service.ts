import { startHouse } from './start.ts';

/** A tenth of the demo town: forty accounts, six hundred notes. */
const PART = 0.1;

/** Playwright's global set-up: one service with a small town for all tests that only read. Ends it when they are done. */
export default async function serve(): Promise<() => Promise<void>> {
  const house = await startHouse({ town: PART });
  process.env['STARLING_TOWN'] = JSON.stringify({ url: house.url, demo: house.demo });
  return () => house.clear();
}
