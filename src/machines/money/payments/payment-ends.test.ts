import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import {
  honestInvoice,
  moneyTab,
  receiptOf,
  started,
  zapWant,
} from '../../../../tests/support/money/money-world.ts';

test.each([true, false])(
  'BEYOND-06 an unresolved WebLN payment may be settled by the user after expiry (paid: %s)',
  async (paid) => {
    const { disk, tab, state } = await started(
      { webln: () => undefined, invoice: honestInvoice(1, { expiry: 120 }) },
      { connections: [] },
    );
    tab.pay('i');
    await tab.wait(30_000);
    expect(state()).toBe('unknown');
    tab.send({ type: 'money.settle', intent: 'i', paid });
    await tab.settle();
    expect(state()).toBe('unknown');
    await tab.wait(3_700_000, 20_000);
    expect([state(), disk.entries.map(({ type }) => type)]).toEqual([
      'unknown',
      ['asked', 'checked', 'paying', 'doubted'],
    ]);
    tab.send({ type: 'money.settle', intent: 'i', paid });
    await tab.settle();
    expect([state(), disk.entries.at(-1)]).toMatchObject(
      paid
        ? ['paid', { type: 'paid', proof: { by: 'person' } }]
        : ['failed', { type: 'failed', reason: { code: 'pay.saidUnpaid' } }],
    );
  },
);

test('BEYOND-06 INV-PAY a receipt resolves a payment that the user was not allowed to settle', async () => {
  const { tab, state } = await started(
    { webln: () => undefined, invoice: honestInvoice(1, { expiry: 120 }) },
    { connections: [] },
  );
  tab.pay('i');
  await tab.wait(30_000);
  tab.send({ type: 'money.settle', intent: 'i', paid: false });
  await tab.settle();
  const ask = tab.scopeAsks('relays.ask').at(-1);
  ask?.['from'].send({ type: 'relay.events', url: 'x', events: [receiptOf(tab.record('i'))] });
  await tab.settle();
  expect([state(), tab.record('i')?.paid?.proof.by]).toEqual(['paid', 'receipt']);
});

const MINT = 'https://mint.example';
const byEcash = { by: { by: 'ecash', mint: MINT } } as const;

test('ECASH-01 BEYOND-06 an ecash payment is checked, logged, within the budgets, and melted once', async () => {
  const { disk, tab, state } = await started({}, { limits: { perDay: 60_000 } });
  tab.pay(
    'i',
    { type: 'address', address: 'ann@pay.example', amountMsats: 42_000, message: '' },
    byEcash,
  );
  await tab.settle(30);
  const orders = () => tab.scopeAsks('ecash.melt');
  expect([state(), orders()]).toMatchObject([
    'paying',
    [{ job: 'i', mint: MINT, amount: 42, invoice: tab.record('i')?.checked?.invoice }],
  ]);
  orders()[0]?.['from'].send({
    type: 'ecash.ended',
    job: 'i',
    isPaid: true,
    preimage: secretPair(1).preimage,
    feeSats: 1,
  });
  await tab.settle();
  expect(tab.record('i')?.paid).toMatchObject({ proof: { by: 'preimage' }, feesMsats: 1_000 });
  // the daily budget covers ecash payments and wallet payments together
  tab.pay('j', zapWant({ amountMsats: 21_000 }), byEcash);
  tab.pay('k', zapWant({ amountMsats: 21_000 }));
  await tab.settle(40);
  expect([tab.record('j')?.failure?.code, tab.record('k')?.failure?.code]).toEqual([
    'pay.overDay',
    'pay.overDay',
  ]);
  expect([orders().length, tab.payCalls().length, tab.scopeAsks('account.failed')]).toMatchObject([
    1,
    0,
    [{ message: { code: 'ecash.unpaid', params: { payment: expect.any(String) } } }],
  ]);
  expect(disk.entries.filter(({ type }) => type === 'paying')).toHaveLength(1);
});

test('E-39 BEYOND-06 ecash pays no invoice that a wallet may have paid, and a reload asks for its outcome', async () => {
  const { disk, tab, state } = await started();
  const want = {
    type: 'invoice',
    invoice: invoiceOf(secretPair(1).hash, { amountMsats: 5_000 }),
    amountMsats: 5_000,
  } as const;
  tab.pay('i', want);
  await tab.settle();
  tab.pay('j', want, byEcash);
  await tab.settle();
  expect([tab.record('j')?.failure?.code, tab.scopeAsks('ecash.melt')]).toEqual([
    'pay.paidBefore',
    [],
  ]);
  const other = { ...want, invoice: invoiceOf(secretPair(2).hash, { amountMsats: 5_000 }) };
  tab.pay('k', other, byEcash);
  await tab.settle(30);
  expect([state('k'), tab.scopeAsks('ecash.melt').length]).toEqual(['paying', 1]);
  tab.crash();
  const next = moneyTab(disk);
  await next.settle();
  await next.wait(95_000);
  const [ask] = next.scopeAsks('ecash.tell');
  expect([ask?.['job'], next.scopeAsks('ecash.melt')]).toEqual(['k', []]);
  // only an order that the log did not receive from the closed page is repeated
  for (const job of ['other', 'k']) ask?.['from'].send({ type: 'ecash.unheard', job });
  expect(next.scopeAsks('ecash.melt').map(({ job, invoice }) => [job, invoice])).toEqual([
    ['k', other.invoice],
  ]);
  ask?.['from'].send({ type: 'ecash.ended', job: 'k', isPaid: false, reason: { code: 'notPaid' } });
  await next.settle();
  expect([disk.records().get('k')?.failure?.code]).toEqual(['pay.mintRefused']);
});
