import { expect, test } from 'vitest';
import { readToken, worthOf, writeToken } from '../../src/events/money/ecash/cashu.ts';
import { balance, type EcashTab, jobOf, NOW, stateIn } from '../support/money/ecash-world.ts';
import { fileMints } from '../support/money/file-mints.ts';
import { booksOf } from '../support/money/mint-world.ts';
import { isLong } from '../support/runs.ts';

const { service, device: openDevice } = fileMints();

function device() {
  const world = openDevice({ now: () => service().store.now() });
  return { world, tab: world.open() };
}

/** Return the play-money sats that the mint owes for its ecash, according to its books. */
const owed = (mint: string) => {
  const { issued, spent } = booksOf(service().store, mint);
  return (issued - spent) / 1_000;
};

const MINTS = [
  ['mint', 'v1'],
  ['oldmint', 'v0'],
] as const;

test.runIf(isLong).each(MINTS)(
  'ECASH-01 ECASH-02 all operations with the service’s %s mint, which speaks %s, agree to the sat',
  async (path, api) => {
    const mint = `${service().origin}/${path}`;
    const before = owed(path === 'mint' ? 'mint' : 'oldmint');
    const { world, tab } = device();
    tab.send(
      { type: 'ecash.allow', mint },
      { type: 'ecash.mint', job: 'fund', mint, amount: 300, now: NOW },
    );
    await world.until(() => jobOf(tab, 'fund')?.prepared !== undefined);
    expect(jobOf(tab, 'fund')?.prepared?.api).toBe(api);
    await service().fund(jobOf(tab, 'fund')?.prepared?.invoice ?? '');
    await world.until(() => stateIn(tab, 'fund') === 'settled');
    tab.send({ type: 'ecash.send', job: 'gift', mint, amount: 77, memo: 'for you', now: NOW });
    await world.until(() => stateIn(tab, 'gift') === 'settled');
    const given = jobOf(tab, 'gift')?.settled?.given ?? [];
    const token = readToken(writeToken({ mint, unit: 'sat', proofs: given }, 'for you'));
    expect([token?.memo, worthOf(token?.entries[0]?.proofs ?? [])]).toEqual(['for you', 77]);

    const other = device();
    other.tab.send(
      { type: 'ecash.allow', mint },
      {
        type: 'ecash.receive',
        job: 'got',
        mint,
        proofs: token?.entries[0]?.proofs ?? [],
        now: NOW,
      },
    );
    await other.world.until(() => stateIn(other.tab, 'got') === 'settled');
    expect(balance(tab) + balance(other.tab)).toBe(
      owed(path === 'mint' ? 'mint' : 'oldmint') - before,
    );
    tab.send({ type: 'ecash.check', key: 'gift', mint, proofs: given });
    await world.until(() => jobOf(tab, 'gift')?.isSpent === true);

    const invoice = await service().invoice(100);
    tab.send({ type: 'ecash.melt', job: 'pay', mint, invoice, amount: 100, now: NOW });
    await world.until(() => ['settled', 'refused'].includes(stateIn(tab, 'pay')));
    expect([stateIn(tab, 'pay'), jobOf(tab, 'pay')?.reason]).toEqual(['settled', undefined]);
    expect(balance(tab) + balance(other.tab)).toBe(
      owed(path === 'mint' ? 'mint' : 'oldmint') - before,
    );

    const restored = await restoredFrom(tab, mint);
    expect(restored).toBe(balance(tab));
  },
);

/** Restore a wallet on a new device from its words alone. Returns the balance. */
async function restoredFrom(tab: EcashTab, mint: string): Promise<number> {
  const fresh = device();
  fresh.tab.send(
    { type: 'ecash.allow', mint },
    { type: 'ecash.restore', job: 'r', mint, words: tab.purse().words, now: NOW },
  );
  await fresh.world.until(() => stateIn(fresh.tab, 'r') === 'settled');
  return balance(fresh.tab);
}
