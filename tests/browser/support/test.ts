import { test as base } from '@playwright/test';
import { type LyingService, type Lies, startLiar } from './service/lying-service.ts';
import { type Filling, type TestService, startHouse } from './service/test-service.ts';

/** Only the loopback name resolves, in pages and workers, so no test reaches another machine. */
const ALONE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

export { expect } from '@playwright/test';
export type { Browser, Locator, Page } from '@playwright/test';

/** A test that `npm run test:long` runs, and `npm test` does not. */
export const LONG = '@long';

/** `test.use(MOTION)`: disables reduced motion. */
export const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;

interface Fixtures {
  /** The small town that all tests share. Only tests of live notes write to it. */
  readonly town: Pick<TestService, 'url' | 'demo' | 'wallets'>;
  /** Starts a service of the test's own, and ends it with the test. */
  readonly house: (filling: Filling) => Promise<TestService>;
  /** Starts a service of the test's own whose answers are altered on their way to the page. */
  readonly liar: (filling: Filling, lies: Lies) => Promise<LyingService & Pick<TestService, 'url'>>;
}

export const test = base.extend<Fixtures>({
  launchOptions: [
    async ({ launchOptions }, provide) =>
      provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ALONE] }),
    { scope: 'worker' },
  ],
  town: [JSON.parse(process.env['STARLING_TOWN'] ?? '{}'), { option: true }],
  baseURL: async ({ town }, provide) => provide(town.url),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  house: async ({}, provide) => {
    const houses: TestService[] = [];
    await provide(async (filling) => {
      const house = await startHouse(filling);
      houses.push(house);
      return house;
    });
    for (const house of houses) await house.clear();
  },
  liar: async ({ page, house }, provide) => {
    const liars: LyingService[] = [];
    await provide(async (filling, lies) => {
      const { url } = await house(filling);
      const liar = await startLiar(url, lies);
      liars.push(liar);
      await page.addInitScript(
        (address) => window.localStorage.setItem('cacheServer', address),
        liar.url,
      );
      return { ...liar, url };
    });
    for (const liar of liars) await liar.stop();
  },
});
