import { expect, test } from 'vitest';
import { seconds } from '../../src/events/time.ts';
import { ANN, BEN, CID, NOW, type OpenEngine, openWorld, WORLD } from './store-world.ts';

/** What an operator says of accounts and has done to events, and what people report. */
export function operatorOf(engine: string, open: OpenEngine): void {
  test(`${engine} withholds what an account published and gives it out again, and forgets what it is told to`, async () => {
    const store = await openWorld(open);
    const count = () => store.count([{ authors: [BEN] }]);
    const before = await count();
    expect(await store.withhold(BEN, 1)).toBe(1);
    expect(await store.withhold(BEN, 1_000)).toBeGreaterThan(0);
    expect([await store.withhold(BEN, 1_000), await count(), await store.events([WORLD.note.id])]).toEqual([0, 0, []]);
    expect(await store.release(BEN, 1_000)).toBeGreaterThan(1);
    expect([await store.release(BEN, 1_000), await count()]).toEqual([0, before]);
    expect([await store.forget(WORLD.note.id), await store.forget(WORLD.note.id)]).toEqual([true, false]);
    expect(await count()).toBe(before - 1);
    await store.close();
  });

  test(`${engine} keeps what was said of accounts, and what was reported, the last first`, async () => {
    const store = await openWorld(open);
    const since = seconds(NOW);
    await store.setStanding(ANN, 'denied', 'why');
    await store.setStanding(CID, 'allowed', '');
    expect(await store.standingsOf([ANN, BEN, CID, ANN])).toEqual(
      new Map([
        [ANN, 'denied'],
        [CID, 'allowed'],
      ]),
    );
    expect(await store.standingsOf([])).toEqual(new Map());
    for (const standing of ['allowed', 'denied'] as const) await store.clearStanding(ANN, standing);
    expect(await store.standings()).toEqual([{ pubkey: CID, standing: 'allowed', note: '', since }]);
    await store.report(BEN, ANN, 'spam');
    await store.report(BEN, ANN, 'illegal');
    await store.report(BEN, CID);
    expect((await store.reports(10)).toSorted((one, other) => Number(one.reporter === CID) - Number(other.reporter === CID))).toEqual([
      { target: BEN, reporter: ANN, at: since, reason: 'spam' },
      { target: BEN, reporter: CID, at: since, reason: undefined },
    ]);
    expect(await store.reports(1)).toHaveLength(1);
    await store.close();
  });
}
