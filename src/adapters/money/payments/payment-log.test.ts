import { describe, expect, test } from 'vitest';
import { fakeIdb } from '../../../../tests/support/browser/fake-idb.ts';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { zapWant } from '../../../../tests/support/money/money-world.ts';
import { fakeSeal } from '../../../../tests/support/account/test-keys.ts';
import type { Payer, PaymentLogEntry } from '../../../events/money/payments/payment.ts';
import { seconds } from '../../../events/core/time.ts';
import type { DeviceSeal } from '../../account/keys/device-seal.ts';
import { eraseMoney, paymentLogName } from './money-databases.ts';
import { type LogNews, openPaymentLog } from './payment-log.ts';

const ME = '1'.repeat(64);
const { database, store } = paymentLogName(ME);
const { hash, preimage } = secretPair(1);

function open(idb: ReturnType<typeof fakeIdb>, seal: DeviceSeal | undefined, account = ME) {
  return openPaymentLog(account, {
    factory: idb.factory,
    keyRange: idb.keyRange,
    seal,
    now: () => seconds(1_700_000_100),
  });
}

const asked = (intent = 'i'): PaymentLogEntry => ({ type: 'asked', intent, want: zapWant() });
const checked = (intent = 'i', of = hash): PaymentLogEntry => ({
  type: 'checked',
  intent,
  invoice: invoiceOf(of, { amountMsats: 42_000 }),
  hash: of,
  amountMsats: 42_000,
  expiresAt: seconds(1_700_003_600),
});
const BY_WALLET: Payer = { by: 'wallet', wallet: 'w' };
const paying = (intent = 'i', payer: Payer = BY_WALLET): PaymentLogEntry => ({
  type: 'paying',
  intent,
  payer,
  limits: {},
});
const paid: PaymentLogEntry = { type: 'paid', intent: 'i', proof: { by: 'preimage', preimage } };
const types = ({ entries }: LogNews) => entries.map(({ type }) => type);

describe('the payment log', () => {
  test("BEYOND-06 the next page reads a page's lines in order, each once and with its author", async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const first = open(idb, seal);
    const news = await first.append([asked(), checked(), paying()]);
    expect([types(news), news.own.length, news.isKept]).toEqual([
      ['asked', 'checked', 'paying'],
      3,
      true,
    ]);
    expect(types(await first.read())).toEqual([]);
    const second = open(idb, seal);
    const found = await second.read();
    expect([types(found), found.own]).toEqual([['asked', 'checked', 'paying'], []]);
    expect(types(await second.append([paid]))).toEqual(['paid']);
    expect(types(await first.read())).toEqual(['paid']);
  });

  test('E-39 if several tabs claim a payment at once, one of them gets the claim', async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const tabs = Array.from({ length: 5 }, () => open(idb, seal));
    await tabs[0]?.append([asked(), checked()]);
    const news = await Promise.all(tabs.map((tab) => tab.append([paying()])));
    expect(news.filter(({ own }) => own.length > 0)).toHaveLength(1);
    expect(news.filter(({ refused }) => refused.length > 0)).toHaveLength(4);
    expect(idb.rows(database, store)).toHaveLength(3);
  });

  test('E-39 of two concurrent intents for one invoice one is refused, with the reason', async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const tabs = [open(idb, seal), open(idb, seal)];
    const news = await Promise.all(
      tabs.map((tab, at) => tab.append([asked(`${at}`), checked(`${at}`), paying(`${at}`)])),
    );
    expect(news.flatMap(({ refused }) => refused.map(({ why }) => why?.code))).toEqual([
      'pay.paidBefore',
    ]);
  });

  test('E-36 the log has no plain text, and is erased with the account', async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const log = open(idb, seal);
    await log.append([asked(), checked(), paying(), paid]);
    const lying = JSON.stringify(idb.rows(database, store));
    for (const secret of [hash, preimage, 'ann@pay.example', 'Onward', 'lnbc'])
      expect(lying).not.toContain(secret);
    const other = open(idb, seal, '2'.repeat(64));
    expect(types(await other.read())).toEqual([]);
    await eraseMoney(idb.factory, seal, ME);
    expect(types(await open(idb, seal).read())).toEqual([]);
  });

  test('E-47 corrupt lines are skipped; a line that the disk refuses is reported, and retried with the next', async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const log = open(idb, seal);
    await log.append([asked()]);
    for (const junk of [undefined, null, 7, '2:AAAA', {}]) idb.plant(database, store, junk);
    idb.faults.fail = (operation) =>
      operation === 'add' ? new DOMException('full', 'QuotaExceededError') : undefined;
    const held = await log.append([checked()]);
    expect([types(held), held.isKept]).toEqual([['checked'], false]);
    expect((await log.append([checked()])).refused).toHaveLength(1);
    idb.faults.fail = () => undefined;
    const kept = await log.append([paying()]);
    expect([types(kept), kept.isKept]).toEqual([['paying'], true]);
    expect(types(await open(idb, seal).read())).toEqual(['asked', 'checked', 'paying']);
  });

  test('E-39 E-48 a line about a starting payment is never kept in the page only: it is refused until stored', async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const log = open(idb, seal);
    await log.append([asked(), checked(), asked('j'), checked('j', '7'.repeat(64))]);
    idb.faults.fail = (operation) =>
      operation === 'add' ? new DOMException('full', 'QuotaExceededError') : undefined;
    const held = await log.append([paying(), paying('j', { by: 'shown' })]);
    expect([
      held.own.map(({ intent }) => intent),
      held.refused.map(({ why }) => why?.code),
    ]).toEqual([['j'], ['pay.unkept']]);
    idb.faults.fail = () => undefined;
    expect((await log.append([paying()])).own).toHaveLength(1);
    expect(types(await open(idb, seal).read()).filter((type) => type === 'paying')).toHaveLength(2);
  });

  test('E-47 without a device key it lives as long as the page', async () => {
    const idb = fakeIdb();
    const log = open(idb, undefined);
    const news = await log.append([asked(), checked()]);
    expect([types(news), news.isKept]).toEqual([['asked', 'checked'], false]);
    expect((await log.append([paying()])).own).toHaveLength(1);
  });

  test('pruned lines are gone from the disk', async () => {
    const [idb, seal] = [fakeIdb(), fakeSeal()];
    const log = open(idb, seal);
    await log.append([asked(), asked('j')]);
    await log.prune(['i']);
    expect((await open(idb, seal).read()).entries.map(({ intent }) => intent)).toEqual(['j']);
  });
});
