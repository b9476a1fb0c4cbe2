import { onTestFinished } from 'vitest';
import { ecashWorld, jobOf, NOW, stateIn } from './ecash-world.ts';
import { fakeMint } from './fake-mint.ts';

/** Open a world with these mints, which ends with the test. */
export function testWorld(...mints: Parameters<typeof ecashWorld>) {
  const world = ecashWorld(...mints);
  onTestFinished(() => world.end());
  return world;
}

export function begin(mint = fakeMint()) {
  const world = testWorld([mint]);
  return { world, mint, tab: world.open() };
}

/** Return a wallet with `sats`, minted for a paid invoice. */
export async function funded(sats: number, mint = fakeMint()) {
  const begun = begin(mint);
  const { tab, world } = begun;
  tab.send(
    { type: 'ecash.allow', mint: mint.url },
    { type: 'ecash.mint', job: 'fund', mint: mint.url, amount: sats, now: NOW },
  );
  await world.until(() => jobOf(tab, 'fund')?.prepared !== undefined);
  mint.pay();
  await world.until(() => stateIn(tab, 'fund') === 'settled');
  return begun;
}
