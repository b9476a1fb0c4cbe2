import { expect, test, vi } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import {
  ANN,
  CONNECTION,
  HOME,
  honestInvoice,
  ME,
  moneyDisk,
  moneyTab,
  paidReply,
  PROVIDER,
  receiptOf,
  SERVICE,
  started,
  zapWant,
} from '../../../../tests/support/money/money-world.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const refusal = (code: string, isDefinite: boolean) =>
  ({ method: 'error', code, isDefinite, words: { code: 'said', params: { text: code } } }) as const;

test('ZAP-02 a zap is resolved, requested, checked and paid, and counts only with the right preimage', async () => {
  const urls: URL[] = [];
  const { tab, state } = await started({
    invoice: (url) => (urls.push(url), honestInvoice(1)(url)),
  });
  tab.pay('i');
  await tab.settle();
  expect(state()).toBe('paying');
  expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toMatchObject({
    amount: '42000',
    lnurl: 'lnurl1x',
    nostr: expect.any(String),
  });
  expect(JSON.parse(urls[0]?.searchParams.get('nostr') ?? '')).toMatchObject({
    kind: 9_734,
    tags: expect.arrayContaining([['p', ANN]]),
  });
  expect(tab.payCalls().map(({ call }) => call)).toMatchObject([
    { method: 'pay_invoice', invoice: tab.record('i')?.checked?.invoice },
  ]);
  tab.payCalls()[0]?.answer(paidReply(1));
  expect(state()).toBe('paid');
  expect(tab.record('i')?.paid).toMatchObject({
    proof: { by: 'preimage', preimage: secretPair(1).preimage },
    feesMsats: 1,
  });
});

test('E-38 an invalid invoice is never paid, and a wrong amount is reported with both amounts', async () => {
  const cases = [
    [
      honestInvoice(1, { amountMsats: 43_000 }),
      { code: 'pay.otherAmount', params: { asked: 42_000, invoiced: 43_000 } },
    ],
    [honestInvoice(1, { amountMsats: undefined }), { code: 'pay.anyAmount' }],
    [
      honestInvoice(1, { prefix: 'lntb' }),
      { code: 'pay.otherNetwork', params: { network: 'testnet' } },
    ],
    [
      honestInvoice(1, { prefix: 'lnbcrt' }),
      { code: 'pay.otherNetwork', params: { network: 'regtest' } },
    ],
    [honestInvoice(1, { expiry: 0 }), { code: 'pay.expired' }],
    [() => ({ invoice: 'lnbc1', verify: undefined }), { code: 'pay.badInvoice' }],
    [
      () => ({ fault: { code: 'said', params: { text: 'Full' } } }) as const,
      { code: 'said', params: { text: 'Full' } },
    ],
  ] as const;
  for (const [invoice, failure] of cases) {
    const { tab, state } = await started({ invoice });
    tab.pay('i');
    await tab.settle();
    expect([state(), tab.record('i')?.failure, tab.payCalls().length]).toEqual([
      'failed',
      failure,
      0,
    ]);
  }
});

test("E-38 play money is paid only if the payee is the page's own service", async () => {
  const own = {
    ...SERVICE,
    url: `${HOME}/.well-known/lnurlp/ann`,
    callback: `${HOME}/lnurl/pay/ann`,
  };
  const { tab, state } = await started({
    service: () => own,
    invoice: honestInvoice(1, { prefix: 'lnbcrt' }),
  });
  tab.pay('i');
  await tab.settle();
  expect(state()).toBe('paying');
  const play = { ...CONNECTION, relays: [pressed('ws://127.0.0.1:8080')] };
  const invoice = invoiceOf(secretPair(5).hash, { amountMsats: 5_000, prefix: 'lnbcrt' });
  const want = { type: 'invoice', invoice, amountMsats: 5_000 } as const;
  for (const [connection, expected] of [
    [play, 'paying'],
    [CONNECTION, 'failed'],
  ] as const) {
    const world = await started({}, { connections: [connection] });
    world.tab.pay('i', want);
    await world.tab.settle();
    expect(world.state()).toBe(expected);
  }
});

test('NOTE-20 E-38 without a wallet a play money invoice in a note is shown, and its service verifies it', async () => {
  const { hash, preimage } = secretPair(5);
  const answers: { verify?: () => { isSettled: boolean; preimage: string } } = {};
  const { tab, state } = await started({ verify: () => answers.verify?.() }, { connections: [] });
  const invoice = invoiceOf(hash, { amountMsats: 5_000, prefix: 'lnbcrt' });
  tab.pay('i', { type: 'invoice', invoice, amountMsats: 5_000 });
  await tab.settle();
  expect([state(), tab.record('i')?.checked?.verify]).toEqual([
    'shown',
    `${HOME}/lnurl/verify/${hash}`,
  ]);
  await tab.wait(10_000);
  expect(state()).toBe('shown');
  answers.verify = () => ({ isSettled: true, preimage });
  await tab.wait(10_000);
  expect([state(), tab.record('i')?.paid?.proof]).toEqual(['paid', { by: 'preimage', preimage }]);
  // no other wallet receives the invoice
  const webln = await started({ webln: () => undefined }, { connections: [] });
  webln.tab.pay('i', { type: 'invoice', invoice, amountMsats: 5_000 });
  await webln.tab.settle();
  expect(webln.tab.record('i')?.failure?.code).toBe('pay.otherNetwork');
});

test('ZAP-02 an unsuitable or silent service, or a refused signature, ends before an invoice is requested', async () => {
  const cases = [
    [{ service: () => ({ ...SERVICE, provider: undefined }) }, 'pay.noZaps'],
    [{ service: () => ({ ...SERVICE, minMsats: 50_000 }) }, 'pay.outOfRange'],
    [{ service: () => ({ ...SERVICE, maxMsats: 41_000 }) }, 'pay.outOfRange'],
    [{ service: () => ({ fault: { code: 'pay.unreachable' } }) as const }, 'pay.unreachable'],
    [{ service: () => Promise.reject(new Error('x')) }, 'pay.unreachable'],
  ] as const;
  for (const [more, code] of cases) {
    const { tab, state } = await started(more);
    tab.pay('i');
    await tab.settle();
    expect([state(), tab.record('i')?.failure?.code]).toEqual(['failed', code]);
  }
  const silent = await started({ service: () => new Promise(() => undefined) });
  silent.tab.pay('i');
  await silent.tab.wait(21_000);
  expect([silent.state(), silent.tab.record('i')?.failure?.code]).toEqual([
    'failed',
    'pay.unreachable',
  ]);
});

test("BEYOND-06 a wallet's refusal is a failure, and silence or a false reply keeps it unresolved", async () => {
  const refused = await started();
  refused.tab.pay('i');
  await refused.tab.settle();
  refused.tab.payCalls()[0]?.answer(refusal('INSUFFICIENT_BALANCE', true));
  expect([refused.state(), refused.tab.record('i')?.failure]).toEqual([
    'failed',
    { code: 'said', params: { text: 'INSUFFICIENT_BALANCE' } },
  ]);
  for (const reply of [
    refusal('INTERNAL', false),
    paidReply(99),
    { method: 'pay_invoice', preimage: '', feesMsats: 0 } as const,
  ]) {
    const { tab, state } = await started();
    tab.pay('i');
    await tab.settle();
    tab.payCalls()[0]?.answer(reply);
    await tab.settle();
    expect(state()).toBe('unknown');
  }
  const silent = await started();
  silent.tab.pay('i');
  await silent.tab.wait(61_000);
  expect([silent.state(), silent.tab.record('i')?.doubt?.code]).toEqual([
    'unknown',
    'pay.walletSilent',
  ]);
});

test('BEYOND-06 an unresolved payment is resolved by a lookup, a late reply, a receipt or a notification', async () => {
  const unknown = async () => {
    const world = await started();
    world.tab.pay('i');
    await world.tab.wait(61_000);
    expect(world.state()).toBe('unknown');
    return world;
  };
  const { hash, preimage } = secretPair(1);
  const movement = {
    type: 'outgoing',
    hash,
    preimage: undefined,
    amountMsats: 42_000,
    feesMsats: 2,
    description: '',
    at: undefined,
  } as const;
  const looked = (world: Awaited<ReturnType<typeof unknown>>) =>
    world.tab.calls.filter(({ call }) => call.method === 'lookup_invoice');

  const late = await unknown();
  late.tab.payCalls()[0]?.answer(paidReply(1));
  expect(late.state()).toBe('paid');

  const looking = await unknown();
  looked(looking)[0]?.answer({
    method: 'lookup_invoice',
    transaction: { ...movement, state: 'pending' },
  });
  await looking.tab.wait(60_000);
  expect([looking.state(), looked(looking).length > 1]).toEqual(['unknown', true]);
  looked(looking)
    .at(-1)
    ?.answer({
      method: 'lookup_invoice',
      transaction: { ...movement, state: 'settled', preimage },
    });
  expect(looking.state()).toBe('paid');

  const lying = await unknown();
  looked(lying)[0]?.answer({
    method: 'lookup_invoice',
    transaction: { ...movement, state: 'settled', preimage: secretPair(8).preimage },
  });
  expect(lying.state()).toBe('unknown');
  looked(lying)[0]?.answer({
    method: 'lookup_invoice',
    transaction: { ...movement, hash: secretPair(8).hash, state: 'settled' },
  });
  expect(lying.state()).toBe('unknown');

  const mine = await unknown();
  const received = { ...movement, type: 'incoming', preimage } as const;
  looked(mine)[0]?.answer({
    method: 'lookup_invoice',
    transaction: { ...received, state: 'pending' },
  });
  mine.tab.notice({
    type: 'walletConnection.notified',
    notice: { type: 'payment_received', transaction: { ...received, state: 'pending' } },
  });
  expect(mine.state()).toBe('unknown');
  mine.tab.notice({
    type: 'walletConnection.notified',
    notice: { type: 'payment_received', transaction: { ...received, state: 'settled' } },
  });
  expect(mine.state()).toBe('paid');

  const failed = await unknown();
  looked(failed)[0]?.answer({
    method: 'lookup_invoice',
    transaction: { ...movement, state: 'failed' },
  });
  expect([failed.state(), failed.tab.record('i')?.failure?.code]).toEqual([
    'failed',
    'pay.neverPaid',
  ]);

  const receipt = await unknown();
  const [ask] = receipt.tab.scopeAsks('relays.ask');
  expect(ask).toMatchObject({
    urls: ['wss://own.example'],
    ask: { live: true, filters: [{ kinds: [9_735], authors: [PROVIDER], '#p': [ANN] }] },
  });
  ask?.['from'].send({
    type: 'relay.events',
    url: 'wss://own.example',
    events: [receiptOf(receipt.tab.record('i'), ANN)],
  });
  expect(receipt.state()).toBe('unknown');
  ask?.['from'].send({
    type: 'relay.events',
    url: 'wss://own.example',
    events: [receiptOf(receipt.tab.record('i'))],
  });
  expect([receipt.state(), receipt.tab.record('i')?.paid?.proof.by]).toEqual(['paid', 'receipt']);

  const noticed = await unknown();
  noticed.tab.notice({
    type: 'walletConnection.notified',
    notice: { type: 'payment_sent', transaction: { ...movement, state: 'settled', preimage } },
  });
  expect(noticed.state()).toBe('paid');
});

test('BEYOND-06 an invoice unknown to the wallet fails only an hour after its expiry', async () => {
  const { tab, state } = await started({ invoice: honestInvoice(1, { expiry: 120 }) });
  tab.pay('i');
  await tab.wait(61_000);
  const last = () => tab.calls.filter(({ call }) => call.method === 'lookup_invoice').at(-1);
  last()?.answer(refusal('NOT_FOUND', true));
  expect(state()).toBe('unknown');
  await tab.wait(2 * 60 * 60_000, 10_000);
  last()?.answer(refusal('NOT_FOUND', true));
  expect([state(), tab.record('i')?.failure?.code]).toEqual(['failed', 'pay.neverPaid']);
});

test('E-39 one intent is paid once, with any clicks, tabs and crashes', async () => {
  const disk = moneyDisk();
  const [one, two] = [moneyTab(disk), moneyTab(disk)];
  await one.settle();
  one.pay('i');
  one.pay('i');
  two.pay('i');
  await one.settle();
  two.pay('i');
  await two.settle();
  expect(one.payCalls().length + two.payCalls().length).toBe(1);
  one.crash();
  const three = moneyTab(disk);
  three.pay('i');
  await three.settle();
  await three.wait(95_000);
  expect(one.payCalls().length + two.payCalls().length + three.payCalls().length).toBe(1);
  expect(disk.records().get('i')?.doubt?.code).toBe('pay.interrupted');
});

test('E-39 an invoice is not paid by a second intent, unless the first one is known to have failed', async () => {
  const { tab, state } = await started();
  const want = {
    type: 'invoice',
    invoice: invoiceOf(secretPair(1).hash, { amountMsats: 5_000 }),
    amountMsats: 5_000,
  } as const;
  tab.pay('i', want);
  tab.pay('j', want);
  await tab.settle();
  expect([state('i'), state('j'), tab.record('j')?.failure?.code]).toEqual([
    'paying',
    'failed',
    'pay.paidBefore',
  ]);
  tab.payCalls()[0]?.answer(refusal('PAYMENT_FAILED', true));
  tab.pay('k', want);
  await tab.settle();
  expect([state('k'), tab.payCalls().length]).toEqual(['paying', 2]);
});

test('BEYOND-06 budgets include unresolved payments, and a large amount waits for confirmation', async () => {
  const limits = { perDay: 100_000, askAbove: 50_000 };
  const { tab, state } = await started({ invoice: honestInvoice(1) }, { limits });
  for (const intent of ['i', 'j', 'k'])
    tab.pay(intent, zapWant({ to: { pubkey: ANN, id: intent } }));
  await tab.settle();
  expect([state('i'), state('j'), state('k')]).toEqual(['paying', 'paying', 'failed']);
  expect(tab.record('k')?.failure).toEqual({ code: 'pay.overDay', params: { limit: 100_000 } });
  const asking = await started({}, { limits: { askAbove: 41_999 } });
  asking.tab.pay('i');
  asking.tab.pay('j');
  await asking.tab.settle();
  expect([asking.state('i'), asking.tab.payCalls().length]).toEqual(['checked', 0]);
  asking.tab.send({ type: 'money.decline', intent: 'j' });
  asking.tab.send({ type: 'money.confirm', intent: 'i' });
  await asking.tab.settle();
  expect([asking.state('i'), asking.state('j'), asking.tab.record('j')?.failure?.code]).toEqual([
    'paying',
    'failed',
    'pay.declined',
  ]);
  const forgotten = await started({}, { limits: { askAbove: 1 } });
  forgotten.tab.pay('i');
  await forgotten.tab.wait(301_000);
  expect([forgotten.state(), forgotten.tab.record('i')?.failure?.code]).toEqual([
    'failed',
    'pay.unanswered',
  ]);
});

test('ZAP-02 BEYOND-06 a shown invoice is resolved by receipt or service, even after cancelling', async () => {
  const shown = await started({}, { connections: [] });
  shown.tab.pay('i');
  await shown.tab.settle();
  expect(shown.state()).toBe('shown');
  const [ask] = shown.tab.scopeAsks('relays.ask');
  ask?.['from'].send({
    type: 'relay.events',
    url: 'wss://own.example',
    events: [receiptOf(shown.tab.record('i'))],
  });
  expect(shown.state()).toBe('paid');

  let isSettled = false;
  const verify = 'https://pay.example/v/1';
  const verified = await started(
    {
      invoice: (url) => ({ ...honestInvoice(1)(url), verify }),
      verify: () => ({ isSettled, preimage: secretPair(1).preimage }),
    },
    { connections: [] },
  );
  verified.tab.pay('i');
  await verified.tab.wait(10_000);
  expect(verified.state()).toBe('shown');
  isSettled = true;
  await verified.tab.wait(10_000);
  expect(verified.state()).toBe('paid');

  const left = await started({}, { connections: [] });
  left.tab.pay('i');
  await left.tab.settle();
  left.tab.send({ type: 'money.decline', intent: 'i' });
  expect([left.state(), left.tab.record('i')?.failure?.code]).toEqual(['failed', 'pay.declined']);
  await left.tab.wait(60_000);
  const [asked] = left.tab.scopeAsks('relays.ask');
  expect(left.tab.scopeAsks('relays.forget')).toEqual([]);
  asked?.['from'].send({
    type: 'relay.events',
    url: 'wss://own.example',
    events: [receiptOf(left.tab.record('i'))],
  });
  expect([left.state(), left.tab.record('i')?.paid?.proof.by]).toEqual(['paid', 'receipt']);

  const gone = await started({}, { connections: [] });
  gone.tab.pay('i');
  await gone.tab.settle();
  gone.tab.send({ type: 'money.decline', intent: 'i' });
  await gone.tab.wait(2 * 3_600_000, 10_000);
  expect([gone.state(), gone.tab.record('i')?.failure?.code]).toEqual(['failed', 'pay.declined']);
  expect(Object.keys(gone.tab.actor.getSnapshot().children)).not.toContain('payment i');

  const unseen = await started({}, { connections: [] });
  unseen.tab.pay('i');
  await unseen.tab.wait(3_600_000, 10_000);
  expect(unseen.state()).toBe('shown');
  await unseen.tab.wait(11 * 60_000, 10_000);
  expect([unseen.state(), unseen.tab.record('i')?.failure?.code]).toEqual([
    'failed',
    'pay.notSeen',
  ]);
});

test("ZAP-02 the browser's wallet pays, refuses, or leaves the payment unresolved", async () => {
  for (const [answer, expected] of [
    [{ preimage: secretPair(1).preimage }, 'paid'],
    [{ preimage: secretPair(2).preimage }, 'unknown'],
    [{ refused: { code: 'said', params: { text: 'User rejected' } } }, 'failed'],
    [undefined, 'unknown'],
  ] as const) {
    const { tab, state } = await started({ webln: () => answer }, { connections: [] });
    tab.pay('i', zapWant());
    await tab.settle(30);
    expect(state()).toBe(expected);
  }
});

test('INV-PAY an invoice without an amount is paid with the shown amount, which only then is sent along', async () => {
  const { tab } = await started();
  tab.pay('i', { type: 'invoice', invoice: invoiceOf(secretPair(1).hash), amountMsats: 7_000 });
  tab.pay('j', {
    type: 'invoice',
    invoice: invoiceOf(secretPair(2).hash, { amountMsats: 7_000 }),
    amountMsats: 7_000,
  });
  await tab.settle();
  expect(tab.payCalls().map(({ call }) => 'amountMsats' in call && call.amountMsats)).toEqual([
    7_000,
    undefined,
  ]);
});

test("INV-PAY the browser's wallet pays no invoice without an amount, because it accepts none", async () => {
  const asked = vi.fn(() => ({ preimage: secretPair(1).preimage }));
  const { tab, state } = await started({ webln: asked }, { connections: [] });
  tab.pay('i', { type: 'invoice', invoice: invoiceOf(secretPair(1).hash), amountMsats: 7_000 });
  await tab.settle(30);
  expect([state(), tab.record('i')?.failure?.code, asked.mock.calls.length]).toEqual([
    'failed',
    'pay.anyAmount',
    0,
  ]);
});

test('ZAP-05 a declined shown zap is paid once its receipt is found, on opening and after a reload', async () => {
  const { disk, tab, state } = await started({}, { connections: [] });
  tab.pay('i');
  await tab.settle();
  tab.send({ type: 'money.decline', intent: 'i' });
  tab.send({ type: 'money.open' });
  expect([state(), tab.bus.open().map(({ query }) => query)]).toEqual([
    'failed',
    [{ verb: 'user_zaps_sent', payload: { sender: ME, limit: 100 } }],
  ]);
  const receipt = receiptOf(tab.record('i'));
  // a receipt of another invoice or by another service proves nothing
  tab.bus.answer({
    events: [receiptOf({ checked: { invoice: 'other' } }), receiptOf(tab.record('i'), ANN)],
  });
  await tab.settle();
  expect(state()).toBe('failed');
  tab.send({ type: 'money.open' });
  tab.crash();
  const next = moneyTab(disk);
  await next.settle();
  next.bus.answer({ events: [receipt] });
  await next.settle();
  const { paid } = next.record('i') ?? {};
  expect([disk.records().get('i')?.paid?.proof, paid?.proof]).toEqual([
    { by: 'receipt', receipt: receipt.id },
    { by: 'receipt', receipt: receipt.id },
  ]);
  next.send({ type: 'money.open' });
  expect(next.bus.open()).toEqual([]);
});

test('ZAP-05 a receipt from the service settles a shown zap while its invoice is on screen', async () => {
  const { tab, state } = await started({}, { connections: [] });
  tab.pay('i');
  await tab.settle();
  tab.send({ type: 'money.open' });
  tab.bus.answer({ events: [receiptOf(tab.record('i'))] });
  await tab.settle();
  expect(state()).toBe('paid');
  expect(Object.keys(tab.actor.getSnapshot().children)).not.toContain('payment i');
});
