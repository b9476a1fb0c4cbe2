import { expect, test } from 'vitest';
import { ISSUER, type NewPlayInvoice } from '../../../service/store/money/play-money.ts';
import type { Store } from '../../../service/store/store.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { plus, seconds, type Seconds } from '../../../src/events/core/time.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import { invoiceOf as textOf, secretPair } from '../money/invoices.ts';
import { signed } from '../events/signed.ts';
import { ANN, BEN, NOW, type OpenEngine } from './store-world.ts';
import { memberOf } from '../service/village.ts';

const { verify } = await openEventVerifier();

/** An invoice of that number; equal numbers give equal invoices. */
export function invoiceOf(
  n: number,
  payee: string,
  msats: number,
  fields: Partial<NewPlayInvoice> = {},
): NewPlayInvoice {
  const hash = n.toString(16).padStart(64, '0');
  const texts = { hash, preimage: `f${hash.slice(1)}`, bolt11: `lnbcrt${n}`, text: `number ${n}` };
  const times = { createdAt: seconds(NOW), expiresAt: seconds(NOW + 600) };
  return {
    payee,
    msats,
    textHash: undefined,
    request: undefined,
    ...texts,
    ...times,
    ...fields,
  };
}

/** The play money part of the conformance suite: the answers of an engine's ledger. */
export function ledgerOf(engine: string, open: OpenEngine): void {
  test(`${engine} stores play money invoices and pays each once, by the clock, from the payer’s balance`, async () => {
    const clock = { now: seconds(NOW) };
    const store = await open({ now: () => clock.now, verify });
    await payments(store, clock);
    await store.close();
  });
  test(`E-41 ZAP-05 ${engine} counts play money receipts only by their provider, and others by their form`, async () => {
    const store = await open({ now: () => seconds(NOW), verify });
    await receipts(store);
    await store.close();
  });

  test(`MEMBER-02 ${engine} reserves a released name for a year, and a gift renames no member`, async () => {
    const clock = { now: seconds(NOW) };
    const store = await open({ now: () => clock.now, verify });
    await heldNames(store, clock);
    await store.close();
  });

  test(`${engine} delivers a play money purchase once, and ends it when its time is over`, async () => {
    const clock = { now: seconds(NOW) };
    const store = await open({ now: () => clock.now, verify });
    await purchases(store, clock);
    await store.close();
  });
}

async function receipts(store: Store): Promise<void> {
  const [author, giver, provider, other] = [1, 2, 3, 4];
  const note = signed({ content: 'zap me', created_at: NOW - 100 }, author);
  await store.notePlayProvider(signed({}, other).pubkey);
  await store.notePlayProvider(signed({}, provider).pubkey);
  const by = (key: number, prefix: string, nth: number) => {
    const asked = Object.entries({ p: note.pubkey, e: note.id, amount: '21000' });
    const request = signed(
      { kind: KIND.ZapRequest, content: '', tags: asked, created_at: NOW - 50 },
      giver,
    );
    const bolt11 = textOf(secretPair(nth).hash, { amountMsats: 21_000, prefix });
    const tags = Object.entries({
      p: note.pubkey,
      e: note.id,
      bolt11,
      description: JSON.stringify(request),
    });
    return signed({ kind: KIND.Zap, tags, created_at: NOW - nth }, key);
  };
  const counted = async (receipt: SignedEvent) => {
    await store.insert([note, receipt].flatMap((event) => verify(event) ?? []));
    return (await store.countsOfTargets([note.id])).get(note.id)?.satszapped ?? 0;
  };
  expect(await counted(by(other, 'lnbcrt', 1))).toBe(0);
  expect(await counted(by(provider, 'lnbcrt', 2))).toBe(21);
  expect(await counted(by(other, 'lnbc', 3))).toBe(42);
}

async function purchases(store: Store, clock: { now: Seconds }): Promise<void> {
  const member = {
    ...memberOf(ANN, { name: 'ann', tier: 'premium' }),
    premiumSince: NOW,
    expiresOn: NOW + 100,
  };
  const quote = (n: number, product: string) => {
    const invoice = invoiceOf(n, 'memberships', 7_000);
    const [buyer, receiver, usd] = [ANN, ANN, '7'];
    return {
      invoice,
      kept: {
        quote: invoice.hash,
        buyer,
        receiver,
        name: '',
        product,
        msats: 7_000,
        usd,
        createdAt: seconds(NOW),
      },
    };
  };
  const [first, second] = [quote(1, 'month'), quote(2, 'gift')];
  for (const { invoice, kept } of [first, second]) {
    await store.keepPlayInvoice(invoice, invoice.hash);
    await store.keepQuote(kept);
    await store.keepQuote({ ...kept, usd: '8' });
  }
  expect(await store.quote(first.kept.quote)).toEqual({ ...first.kept, completedAt: undefined });
  expect([await store.quote('none'), await store.paidQuotes()]).toEqual([undefined, []]);
  for (const { invoice } of [first, second])
    await store.payPlayInvoice({ bolt11: invoice.bolt11, payer: ISSUER, ref: invoice.hash });
  expect((await store.paidQuotes()).map(({ product }) => product)).toEqual(['month', 'gift']);
  expect([
    await store.completeQuote(first.kept.quote, member),
    await store.completeQuote(first.kept.quote, member),
  ]).toEqual([true, false]);
  expect(await store.membersAmong([ANN])).toEqual([member]);
  clock.now = plus(seconds(NOW), seconds(50));
  // the name belongs to another member by now
  await store.putMembers([memberOf(BEN, { name: 'benny' })]);
  await store.completeQuote(second.kept.quote, { ...member, name: 'benny' });
  expect([
    (await store.memberNamed('benny'))?.pubkey,
    (await store.memberNamed('ann'))?.pubkey,
  ]).toEqual([BEN, ANN]);
  const all = { since: 0, until: NOW * 2, before: NOW * 2, limit: 9, offset: 0 };
  expect((await store.purchasesOf(ANN, all)).map(({ product, key }) => [product, key])).toEqual([
    ['gift', NOW + 50],
    ['month', NOW],
  ]);
  expect([
    await store.purchasesOf(ANN, { ...all, until: NOW }),
    await store.purchasesOf(BEN, all),
  ]).toMatchObject([[{ product: 'month' }], []]);
  expect([await store.givenFor('gift'), await store.givenFor('none')]).toEqual([
    [{ receiver: ANN, msats: 7_000, last: NOW + 50 }],
    [],
  ]);
  clock.now = plus(seconds(NOW), seconds(200));
  await store.sweep();
  expect(await store.membersAmong([ANN])).toMatchObject([{ tier: '', name: 'ann' }]);
}

async function payments(store: Store, clock: { now: Seconds }): Promise<void> {
  const [gift, zap, late] = [
    invoiceOf(1, ANN, 5_000),
    invoiceOf(2, BEN, 3_000, { request: '{}' }),
    invoiceOf(3, BEN, 1_000),
  ];
  const open = { paidAt: undefined, payer: undefined, receipt: undefined };
  for (const each of [gift, zap, late])
    expect(await store.keepPlayInvoice(each, `ref ${each.hash}`)).toEqual({ ...each, ...open });
  expect(await store.keepPlayInvoice(invoiceOf(9, ANN, 1), `ref ${gift.hash}`)).toEqual({
    ...gift,
    ...open,
  });
  const pay = (invoice: NewPlayInvoice, payer: string, ref: string) =>
    store.payPlayInvoice({ bolt11: invoice.bolt11, payer, ref });
  expect(await pay(zap, ANN, 'poor')).toMatchObject({
    refused: 'short',
    invoice: { hash: zap.hash },
  });
  expect(await pay(gift, ISSUER, 'gift')).toMatchObject({
    paid: { hash: gift.hash, paidAt: NOW, payer: ISSUER },
    isNew: true,
  });
  expect(await pay(gift, ISSUER, 'gift')).toMatchObject({
    paid: { preimage: gift.preimage },
    isNew: false,
  });
  expect(await pay(zap, ANN, 'poor')).toMatchObject({ refused: 'short' });
  expect(await pay(zap, BEN, 'gift')).toMatchObject({ refused: 'unknown' });
  expect(await pay(invoiceOf(8, BEN, 1), ANN, 'strange')).toEqual({
    refused: 'unknown',
    invoice: undefined,
  });
  expect(await pay(zap, ANN, 'rich')).toMatchObject({ paid: { payer: ANN }, isNew: true });
  expect(await pay(zap, ISSUER, 'again')).toMatchObject({ refused: 'paid' });
  expect([
    await store.playBalance(ANN),
    await store.playBalance(BEN),
    await store.playBalance(ISSUER),
  ]).toEqual([2_000, 3_000, -5_000]);
  expect((await store.playReceiptsDue()).map(({ hash }) => hash)).toEqual([zap.hash]);
  await store.notePlayReceipt(zap.hash, 'e'.repeat(64));
  expect([
    await store.playInvoiceOf(zap.bolt11),
    await store.playInvoiceOf('lnbcrt'),
  ]).toMatchObject([{ hash: zap.hash }, undefined] as const);
  expect([await store.playReceiptsDue(), (await store.playInvoice(zap.hash))?.receipt]).toEqual([
    [],
    'e'.repeat(64),
  ]);
  clock.now = plus(seconds(NOW), seconds(600));
  expect(await pay(late, ISSUER, 'late')).toMatchObject({ refused: 'expired' });
  const listed = async (
    account: string,
    way: 'in' | 'out' | 'both',
    isUnpaidToo: boolean,
    offset = 0,
  ) => {
    const page = { way, isUnpaidToo, from: seconds(0), until: clock.now, limit: 9, offset };
    return (await store.playInvoicesOf(account, page)).map(({ hash }) => hash);
  };
  expect(await listed(ANN, 'both', false)).toEqual([zap.hash, gift.hash]);
  expect([await listed(ANN, 'in', false), await listed(ANN, 'out', false)]).toEqual([
    [gift.hash],
    [zap.hash],
  ]);
  expect([await listed(BEN, 'in', true), await listed(BEN, 'in', true, 1)]).toEqual([
    [late.hash, zap.hash],
    [zap.hash],
  ]);
  clock.now = plus(seconds(NOW), seconds(601 + 7 * 86_400));
  await store.sweep();
  expect([await store.playInvoice(late.hash), (await store.playInvoice(zap.hash))?.hash]).toEqual([
    undefined,
    zap.hash,
  ]);
}

async function heldNames(store: Store, clock: { now: Seconds }): Promise<void> {
  await store.putMembers([
    memberOf(ANN, { name: 'ann', tier: 'premium' }),
    memberOf(BEN, { tier: 'premium' }),
  ]);
  expect([await store.renameMember(BEN, 'Ann'), await store.renameMember(ANN, 'anna')]).toEqual([
    false,
    true,
  ]);
  const ofName = async (name: string) => [
    (await store.memberNamed(name))?.pubkey,
    await store.payeeNamed(name),
    await store.isNameFree(name, ANN),
    await store.isNameFree(name, BEN),
    await store.isNameFree(name, undefined),
  ];
  expect(await ofName('ANN')).toEqual([undefined, ANN, true, false, false]);
  expect(await ofName('anna')).toEqual([ANN, ANN, true, false, false]);
  expect(await store.renameMember(BEN, 'ann')).toBe(false);
  // a gift extends the time but sets no name, even if its quote has one
  const invoice = invoiceOf(1, 'memberships', 7_000);
  await store.keepPlayInvoice(invoice, invoice.hash);
  const gift = {
    quote: invoice.hash,
    buyer: BEN,
    receiver: ANN,
    name: 'fool',
    product: 'month',
    msats: 7_000,
    usd: '7',
    createdAt: seconds(NOW),
  };
  await store.keepQuote(gift);
  await store.completeQuote(gift.quote, memberOf(ANN, { name: 'fool', tier: 'premium-legend' }));
  expect(await store.membersAmong([ANN])).toMatchObject([{ name: 'anna', tier: 'premium-legend' }]);
  // a member may take a released name back, and then its reservation ends
  expect([await store.renameMember(ANN, 'ann'), await store.isNameFree('anna', BEN)]).toEqual([
    true,
    false,
  ]);
  clock.now = plus(seconds(NOW), seconds(365 * 86_400 - 1));
  expect(await store.isNameFree('anna', BEN)).toBe(false);
  clock.now = plus(clock.now, seconds(1));
  expect(await ofName('anna')).toEqual([undefined, undefined, true, true, true]);
  await store.sweep();
  expect([await store.renameMember(BEN, 'anna'), await store.payeeNamed('anna')]).toEqual([
    true,
    BEN,
  ]);
}
