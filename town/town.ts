import type { TownOptions } from './build-town.ts';
import type { GrowOptions } from './grow-town.ts';
import { readDemoAccounts } from './town-members.ts';
import { TOWN_ROW, type DemoAccount, type TownInfo, type TownTarget } from './town-target.ts';
import { type ZapProvider, zapProviderOf } from './zap-provider.ts';

export type { DemoAccount, TownTarget } from './town-target.ts';

/** The demo town of one service. */
export interface Town {
  /** Build the town and write it into the service. */
  build(options: TownOptions): Promise<TownInfo>;
  /** The accounts that anyone may use, or none without a town. */
  demoAccounts(): Promise<readonly DemoAccount[]>;
  /**
   * Publish the service's address if it has changed. Returns the former address, or `undefined`
   * without a change. `now` in seconds.
   */
  announceAddress(now: number): Promise<string | undefined>;
  /** The key that signs zap receipts, or `undefined` without a town. */
  zapProvider(): Promise<ZapProvider | undefined>;
  /** Grow the town. Returns the function that stops it, or `undefined` without a town. */
  grow(options: GrowOptions): Promise<(() => Promise<void>) | undefined>;
}

/** Most code of the town is loaded only for a service that has or gets one. */
export function openTown(target: TownTarget): Town {
  const isFounded = async (): Promise<boolean> => (await target.getMeta(TOWN_ROW)) !== undefined;
  return {
    build: async (options) => (await import('./build-town.ts')).buildTown(target, options),
    demoAccounts: () => readDemoAccounts(target),
    announceAddress: async (now) =>
      (await isFounded())
        ? (await import('./announce-address.ts')).announceAddress(target, now)
        : undefined,
    zapProvider: async () => zapProviderOf(await target.getMeta(TOWN_ROW)),
    grow: async (options) =>
      (await isFounded()) ? (await import('./grow-town.ts')).growTown(target, options) : undefined,
  };
}
