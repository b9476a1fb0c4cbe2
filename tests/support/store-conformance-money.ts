import { expect, test } from 'vitest';
import { ISSUER, type NewPlayInvoice } from '../../service/store/play-money.ts';
import type { Store } from '../../service/store/store.ts';
import { plus, seconds, type Seconds } from '../../src/events/time.ts';
import { openGate } from '../../service/verify.ts';
import { ANN, BEN, NOW, type OpenEngine } from './store-world.ts';

const { verify } = await openGate();

/** An invoice of that number: two of the same number are the same one. */
export function invoiceOf(n: number, payee: string, msats: number, fields: Partial<NewPlayInvoice> = {}): NewPlayInvoice {
  const hash = n.toString(16).padStart(64, '0');
  const times = { createdAt: seconds(NOW), expiresAt: seconds(NOW + 600) };
  return {
    ...{
      hash,
      preimage: `f${hash.slice(1)}`,
      bolt11: `lnbcrt${n}`,
      payee,
      msats,
      text: `number ${n}`,
      textHash: undefined,
      request: undefined,
    },
    ...times,
    ...fields,
  };
}

/** The part of the conformance suite that pays: what an engine says of the ledger of play money. */
export function ledgerOf(engine: string, open: OpenEngine): void {
  test(`${engine} keeps invoices of play money and pays each once, by the clock, from what the payer has`, async () => {
    const clock = { now: seconds(NOW) };
    const store = await open({ now: () => clock.now, verify });
    await payments(store, clock);
    await store.close();
  });
}

async function payments(store: Store, clock: { now: Seconds }): Promise<void> {
  const [gift, zap, late] = [invoiceOf(1, ANN, 5_000), invoiceOf(2, BEN, 3_000, { request: '{}' }), invoiceOf(3, BEN, 1_000)];
  const open = { paidAt: undefined, payer: undefined, receipt: undefined };
  for (const each of [gift, zap, late]) expect(await store.keepPlayInvoice(each, `ref ${each.hash}`)).toEqual({ ...each, ...open });
  expect(await store.keepPlayInvoice(invoiceOf(9, ANN, 1), `ref ${gift.hash}`)).toEqual({ ...gift, ...open });
  const pay = (invoice: NewPlayInvoice, payer: string, ref: string) => store.payPlayInvoice({ bolt11: invoice.bolt11, payer, ref });
  expect(await pay(zap, ANN, 'poor')).toMatchObject({ refused: 'short', invoice: { hash: zap.hash } });
  expect(await pay(gift, ISSUER, 'gift')).toMatchObject({ paid: { hash: gift.hash, paidAt: NOW, payer: ISSUER }, isNew: true });
  expect(await pay(gift, ISSUER, 'gift')).toMatchObject({ paid: { preimage: gift.preimage }, isNew: false });
  expect(await pay(zap, ANN, 'poor')).toMatchObject({ refused: 'short' });
  expect(await pay(zap, BEN, 'gift')).toMatchObject({ refused: 'unknown' });
  expect(await pay(invoiceOf(8, BEN, 1), ANN, 'strange')).toEqual({ refused: 'unknown', invoice: undefined });
  expect(await pay(zap, ANN, 'rich')).toMatchObject({ paid: { payer: ANN }, isNew: true });
  expect(await pay(zap, ISSUER, 'again')).toMatchObject({ refused: 'paid' });
  expect([await store.playBalance(ANN), await store.playBalance(BEN), await store.playBalance(ISSUER)]).toEqual([2_000, 3_000, -5_000]);
  expect((await store.playReceiptsDue()).map(({ hash }) => hash)).toEqual([zap.hash]);
  await store.notePlayReceipt(zap.hash, 'e'.repeat(64));
  expect([await store.playInvoiceOf(zap.bolt11), await store.playInvoiceOf('lnbcrt')]).toMatchObject([
    { hash: zap.hash },
    undefined,
  ] as const);
  expect([await store.playReceiptsDue(), (await store.playInvoice(zap.hash))?.receipt]).toEqual([[], 'e'.repeat(64)]);
  clock.now = plus(seconds(NOW), seconds(600));
  expect(await pay(late, ISSUER, 'late')).toMatchObject({ refused: 'expired' });
  const listed = async (account: string, way: 'in' | 'out' | 'both', isUnpaidToo: boolean, offset = 0) => {
    const page = { way, isUnpaidToo, from: seconds(0), until: clock.now, limit: 9, offset };
    return (await store.playInvoicesOf(account, page)).map(({ hash }) => hash);
  };
  expect(await listed(ANN, 'both', false)).toEqual([zap.hash, gift.hash]);
  expect([await listed(ANN, 'in', false), await listed(ANN, 'out', false)]).toEqual([[gift.hash], [zap.hash]]);
  expect([await listed(BEN, 'in', true), await listed(BEN, 'in', true, 1)]).toEqual([[late.hash, zap.hash], [zap.hash]]);
}
