import { expect, test } from 'vitest';
import type { EcashPromise } from '../../../service/store/money/ecash.ts';
import { ISSUER } from '../../../service/store/money/play-money.ts';
import type { Store } from '../../../service/store/store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { plus, seconds, type Seconds } from '../../../src/events/core/time.ts';
import { invoiceOf } from './store-conformance-money.ts';
import { ANN, NOW, type OpenEngine } from './store-world.ts';

const { verify } = await openEventVerifier();

/** A promise that names its contents. The store does not parse promises. */
export function promiseOf(b: string, sats: number): EcashPromise {
  return { b, keyset: 'keyset', sats, c: `c ${b}`, e: `e ${b}`, s: `s ${b}` };
}

/** The ecash part of the conformance suite. */
export function ecashOf(engine: string, open: OpenEngine): void {
  test(`${engine} issues ecash for paid quotes, spends it once, and pays invoices with it atomically`, async () => {
    const clock = { now: seconds(NOW) };
    const store = await open({ now: () => clock.now, verify });
    await issued(store);
    await swapped(store);
    await melted(store, clock);
    await store.close();
  });
}

const move = (digest: string, fields: object) => ({
  mint: 'mint',
  digest,
  inputs: [],
  outputs: [],
  ...fields,
});

async function issued(store: Store): Promise<void> {
  const invoice = invoiceOf(1, 'mint', 7_000);
  await store.keepPlayInvoice(invoice, 'ref 1');
  const quote = {
    mint: 'mint',
    id: 'q',
    hash: invoice.hash,
    sats: 7,
    expiresAt: invoice.expiresAt,
  };
  await store.keepMintQuote(quote);
  expect(await store.mintQuote('mint', 'q')).toEqual({
    ...quote,
    bolt11: invoice.bolt11,
    paidAt: undefined,
    issuedAt: undefined,
  });
  expect([await store.mintQuote('oldmint', 'q'), await store.mintQuote('mint', 'none')]).toEqual([
    undefined,
    undefined,
  ]);
  const outputs = [promiseOf('b4', 4), promiseOf('b1', 1), promiseOf('b2', 2)];
  expect(await store.moveEcash(move('issue', { outputs, minted: 'q' }))).toEqual({
    refused: 'unpaid',
  });
  expect(await store.moveEcash(move('issue', { outputs, minted: 'none' }))).toEqual({
    refused: 'unknown',
  });
  await store.payPlayInvoice({ bolt11: invoice.bolt11, payer: ISSUER, ref: 'fund' });
  expect(await store.moveEcash(move('issue', { outputs: outputs.slice(1), minted: 'q' }))).toEqual({
    refused: 'unbalanced',
  });
  expect(await store.movedEcash('mint', 'issue')).toBeUndefined();
  expect(await store.moveEcash(move('issue', { outputs, minted: 'q' }))).toEqual({
    promises: outputs,
    payment: undefined,
  });
  expect(await store.movedEcash('mint', 'issue')).toEqual(outputs);
  expect(
    await store.moveEcash(move('twice', { outputs: [promiseOf('b7', 7)], minted: 'q' })),
  ).toEqual({ refused: 'issued' });
  expect(await store.mintQuote('mint', 'q')).toMatchObject({
    paidAt: seconds(NOW),
    issuedAt: seconds(NOW),
  });
}

async function swapped(store: Store): Promise<void> {
  const [four, fresh] = [{ y: 'y4', sats: 4 }, [promiseOf('b3', 2), promiseOf('b5', 2)]];
  expect(
    await store.moveEcash(move('swap', { inputs: [four], outputs: [promiseOf('b1', 4)] })),
  ).toEqual({ refused: 'signed' });
  expect(
    await store.moveEcash(move('swap', { inputs: [four, four], outputs: [promiseOf('b8', 8)] })),
  ).toEqual({ refused: 'spent' });
  expect(
    await store.moveEcash(move('swap', { inputs: [four], outputs: [promiseOf('b8', 8)] })),
  ).toEqual({ refused: 'unbalanced' });
  expect(await store.spentAmong('mint', ['y4'])).toEqual(new Set());
  expect(await store.moveEcash(move('swap', { inputs: [four], outputs: fresh }))).toEqual({
    promises: fresh,
    payment: undefined,
  });
  expect(
    await store.moveEcash(move('again', { inputs: [four], outputs: [promiseOf('b9', 4)] })),
  ).toEqual({ refused: 'spent' });
  expect(await store.spentAmong('mint', ['y4', 'y1'])).toEqual(new Set(['y4']));
  expect(await store.spentAmong('oldmint', ['y4'])).toEqual(new Set());
  expect(await store.promisesAmong('mint', ['b5', 'none'])).toEqual([promiseOf('b5', 2)]);
}

async function melted(store: Store, clock: { now: Seconds }): Promise<void> {
  const [owed, late] = [invoiceOf(2, ANN, 2_500), invoiceOf(3, ANN, 1_000)];
  for (const each of [owed, late]) await store.keepPlayInvoice(each, `ref ${each.hash}`);
  const ask = { mint: 'mint', id: 'm', bolt11: owed.bolt11 };
  const quote = { ...ask, sats: 3, reserve: 0, expiresAt: owed.expiresAt, preimage: undefined };
  expect([
    await store.keepMeltQuote(ask),
    await store.keepMeltQuote(ask),
    await store.meltQuote('mint', 'm'),
  ]).toEqual([quote, quote, quote]);
  expect(await store.keepMeltQuote({ ...ask, id: 'x', bolt11: 'lnbcrt99' })).toEqual({
    refused: 'unknown',
  });
  const inputs = [{ y: 'y1', sats: 1 }];
  expect(await store.moveEcash(move('melt', { inputs, melted: 'm' }))).toEqual({
    refused: 'unbalanced',
  });
  const enough = {
    inputs: [...inputs, { y: 'y2', sats: 2 }, { y: 'y3', sats: 2 }],
    outputs: [promiseOf('b6', 2)],
    melted: 'm',
  };
  expect(await store.moveEcash(move('melt', enough))).toMatchObject({
    promises: enough.outputs,
    payment: { paid: { hash: owed.hash, payer: 'mint' }, isNew: true },
  });
  expect(await store.meltQuote('mint', 'm')).toEqual({ ...quote, preimage: owed.preimage });
  expect(await store.changeOf('mint', 'm')).toEqual(enough.outputs);
  expect(await store.changeOf('mint', 'x')).toEqual([]);
  expect(
    await store.moveEcash(move('more', { ...enough, inputs: [{ y: 'y5', sats: 2 }] })),
  ).toEqual({ refused: 'settled' });
  expect([await store.playBalance('mint'), await store.playBalance(ANN)]).toEqual([4_500, 2_500]);
  await store.keepMeltQuote({ mint: 'mint', id: 'l', bolt11: late.bolt11 });
  clock.now = plus(clock.now, seconds(600));
  const last = { inputs: [{ y: 'y5', sats: 1 }], melted: 'l' };
  expect(await store.moveEcash(move('late', last))).toMatchObject({ refused: 'expired' });
  expect(await store.spentAmong('mint', ['y5'])).toEqual(new Set());
  expect(await store.keepMeltQuote({ mint: 'mint', id: 'o', bolt11: owed.bolt11 })).toEqual({
    refused: 'paid',
  });
  expect(await store.keepMeltQuote({ mint: 'mint', id: 'p', bolt11: late.bolt11 })).toEqual({
    refused: 'expired',
  });
}
