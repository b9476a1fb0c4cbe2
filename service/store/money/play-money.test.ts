import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { runs } from '../../../tests/support/runs.ts';
import { invoiceOf } from '../../../tests/support/store/store-conformance-money.ts';
import { NOW } from '../../../tests/support/store/store-world.ts';
import { ISSUER } from './play-money.ts';
import { int, text } from '../engine/row.ts';
import { onEachEngine, type TriedStore } from '../../../tests/support/store/engines.ts';

const PEOPLE = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const ACCOUNTS = [...PEOPLE, 'mint', ISSUER];

/** Accounts with a balance, each with the sum of its entries. */
async function totals(store: TriedStore): Promise<ReadonlyMap<string, number>> {
  const sql = 'select account, sum(msats) as msats from play_entries group by account';
  return new Map(
    (await store.rows(sql)).map((row) => [text(row, 'account'), int(row, 'msats')] as const),
  );
}

const account = fc.constantFrom(...ACCOUNTS);
const step = fc.oneof(
  fc.record({
    does: fc.constant('invoice' as const),
    n: fc.nat(12),
    payee: account,
    msats: fc.integer({ min: 1, max: 9_000 }),
  }),
  fc.record({ does: fc.constant('pay' as const), n: fc.nat(14), payer: account, ref: fc.nat(20) }),
  fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 400 }) }),
);

onEachEngine((open, share) => {
  test('BEYOND-06 every balance is the sum of its entries, all sum to 0, and no invoice is paid twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        let now = NOW;
        const store = await open({ now: () => seconds(now) });
        /** A minimal reference model of the ledger. */
        const has = new Map<string, number>();
        const kept = new Map<
          number,
          { payee: string; msats: number; expiresAt: number; isPaid: boolean }
        >();
        const wishes = new Map<string, string>();
        for (const each of steps) {
          if (each.does === 'wait') now += each.seconds;
          if (each.does === 'invoice') {
            const times = { createdAt: seconds(now), expiresAt: seconds(now + 600) };
            await store.keepPlayInvoice(
              invoiceOf(each.n, each.payee, each.msats, times),
              `ref ${each.n}`,
            );
            if (!kept.has(each.n))
              kept.set(each.n, {
                payee: each.payee,
                msats: each.msats,
                expiresAt: now + 600,
                isPaid: false,
              });
          }
          if (each.does !== 'pay') continue;
          const { n, payer, ref } = each;
          const outcome = await store.payPlayInvoice({
            bolt11: `lnbcrt${n}`,
            payer,
            ref: `wish ${ref}`,
          });
          const invoice = kept.get(n);
          const before = wishes.get(`wish ${ref}`);
          if (before !== undefined) {
            if (before !== `${payer} ${n} paid`) expect('refused' in outcome).toBe(true);
            else expect(outcome).toMatchObject({ isNew: false });
            continue;
          }
          const can =
            invoice &&
            !invoice.isPaid &&
            invoice.expiresAt > now &&
            (payer === ISSUER || (has.get(payer) ?? 0) >= invoice.msats);
          expect('paid' in outcome && outcome.isNew).toBe(can ?? false);
          wishes.set(`wish ${ref}`, `${payer} ${n} ${can ? 'paid' : 'refused'}`);
          if (!can) continue;
          invoice.isPaid = true;
          has.set(payer, (has.get(payer) ?? 0) - invoice.msats);
          has.set(invoice.payee, (has.get(invoice.payee) ?? 0) + invoice.msats);
        }
        const entered = await totals(store);
        for (const one of ACCOUNTS) {
          expect(await store.playBalance(one)).toBe(has.get(one) ?? 0);
          expect(entered.get(one) ?? 0).toBe(has.get(one) ?? 0);
          if (one !== ISSUER) expect(has.get(one) ?? 0).toBeGreaterThanOrEqual(0);
        }
        expect([...entered.values()].reduce((sum, msats) => sum + msats, 0)).toBe(0);
        await store.close();
      }),
      { numRuns: runs(300 * share) },
    );
  });

  test('the ledger itself refuses a second payment of an invoice, and an invoice of nothing', async () => {
    const store = await open({ now: () => seconds(NOW) });
    const [ann = ''] = PEOPLE;
    const enter = () =>
      store.rows(
        'insert into play_entries (move, account, msats, created_at) values (?, ?, ?, ?)',
        ['m', ann, 5, NOW],
      );
    await enter();
    await expect(enter()).rejects.toThrow(/unique/i);
    await expect(store.keepPlayInvoice(invoiceOf(1, ann, 0), 'nothing')).rejects.toThrow(/check/i);
    await store.close();
  });
});
