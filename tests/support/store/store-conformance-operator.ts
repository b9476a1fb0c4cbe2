import { expect, test } from 'vitest';
import { openEventVerifier } from '../../../service/verify.ts';
import type { Store } from '../../../service/store/store.ts';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { signed } from '../events/signed.ts';
import { ANN, BEN, CID, NOW, type OpenEngine, openWorld, WORLD } from './store-world.ts';

const { verify } = await openEventVerifier();

/** Operator decisions on accounts and events, and reports by users. */
export function operatorOf(engine: string, open: OpenEngine): void {
  test(`${engine} withholds an account’s events and releases them again, and forgets events on request`, async () => {
    const store = await openWorld(open);
    const count = () => store.count([{ authors: [BEN] }]);
    const before = await count();
    expect(await store.withhold(BEN, 1)).toBe(1);
    expect(await store.withhold(BEN, 1_000)).toBeGreaterThan(0);
    expect([
      await store.withhold(BEN, 1_000),
      await count(),
      await store.events([WORLD.note.id]),
    ]).toEqual([0, 0, []]);
    expect(await store.release(BEN, 1_000)).toBeGreaterThan(1);
    expect([await store.release(BEN, 1_000), await count()]).toEqual([0, before]);
    expect([await store.forget(WORLD.note.id), await store.forget(WORLD.note.id)]).toEqual([
      true,
      false,
    ]);
    expect(await count()).toBe(before - 1);
    await store.close();
  });

  test(`${engine} withholds reposts of forgotten events and of denied accounts, and accepts no more of them`, async () => {
    const store = await openWorld(open);
    await repeats(store);
    await store.close();
  });

  test(`${engine} stores account decisions and reports, the last first`, async () => {
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
    expect(await store.standings()).toEqual([
      { pubkey: CID, standing: 'allowed', note: '', since },
    ]);
    await store.report(BEN, ANN, 'spam');
    await store.report(BEN, ANN, 'illegal');
    await store.report(BEN, CID);
    expect(
      (await store.reports(10)).toSorted(
        (one, other) => Number(one.reporter === CID) - Number(other.reporter === CID),
      ),
    ).toEqual([
      { target: BEN, reporter: ANN, at: since, reason: 'spam' },
      { target: BEN, reporter: CID, at: since, reason: undefined },
    ]);
    expect(await store.reports(1)).toHaveLength(1);
    await store.close();
  });
}

/** Return a repost that contains a whole event of any kind. */
function repostOf(event: SignedEvent, key: number, created_at = NOW): VerifiedEvent {
  return admitted(
    { kind: KIND.Repost, content: JSON.stringify(event), tags: [['e', event.id]], created_at },
    key,
  );
}

function admitted(fields: Parameters<typeof signed>[0], key: number): VerifiedEvent {
  return verify(signed(fields, key)) ?? expect.unreachable();
}

async function repeats(store: Store): Promise<void> {
  const [bad, good] = ['bad', 'good'].map((content, n) =>
    admitted({ content, created_at: NOW - 9 }, 8 + n),
  );
  if (!bad || !good) return;
  const [plain, nested, spaced] = [
    repostOf(bad, 11),
    repostOf(repostOf(bad, 12), 13),
    repostOf(bad, 14, NOW - 1),
  ];
  const beside = repostOf(good, 11);
  // it only mentions the denied account
  const mention = repostOf(
    admitted({ content: 'hi', tags: [['p', bad.pubkey]], created_at: NOW }, 9),
    15,
  );
  await store.insert([bad, good, plain, nested, beside, mention]);
  const seen = async () =>
    (await store.query([{ ids: [bad, plain, nested, beside, mention].map(({ id }) => id) }], 9))
      .length;
  expect(await seen()).toBe(5);
  const walk = async (step: typeof store.releaseRepeats) => {
    let sum = 0;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const { count, next } = await step(bad.pubkey, after, 1);
      sum += count;
      after = next;
    }
    return sum;
  };
  await store.setStanding(bad.pubkey, 'denied', '');
  expect([
    await store.withhold(bad.pubkey, 9),
    await walk(store.withholdRepeats),
    await seen(),
  ]).toEqual([1, 2, 2]);
  const reason = 'blocked: it repeats what is not given out here';
  expect((await store.insert([spaced])).refused).toMatchObject([{ reason }]);
  await store.clearStanding(bad.pubkey, 'denied');
  expect([
    await store.release(bad.pubkey, 9),
    await walk((...at) => store.releaseRepeats(...at)),
    await seen(),
  ]).toEqual([1, 2, 5]);
  expect([
    await store.forget(bad.id),
    await store.withholdRepeats(bad.id, 0, 99),
    await seen(),
  ]).toEqual([true, { count: 2, next: undefined }, 2]);
  // an account that is allowed again releases none of it
  await store.setStanding(plain.pubkey, 'denied', '');
  await store.withhold(plain.pubkey, 9);
  await store.clearStanding(plain.pubkey, 'denied');
  expect([
    await store.release(plain.pubkey, 9),
    await walk((...at) => store.releaseRepeats(...at)),
    await seen(),
  ]).toEqual([1, 0, 2]);
  expect((await store.insert([spaced])).refused).toMatchObject([{ reason }]);
}
