import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { expect, test } from 'vitest';
import { balance, jobOf, NOW, stateIn } from '../../../../tests/support/money/ecash-world.ts';
import { fakeInvoice, fakeMint } from '../../../../tests/support/money/fake-mint.ts';
import { begin, funded, testWorld } from '../../../../tests/support/money/funded-ecash.ts';
import { readToken, worthOf, writeToken } from '../../../events/money/ecash/cashu.ts';
import { compactLog } from '../../../events/money/ecash/ecash-snapshot.ts';
import type { EcashStoreSignal } from './ecash-protocol.ts';
import { isLong } from '../../../../tests/support/runs.ts';

test.each(['v1', 'v0'] as const)(
  'ECASH-01 ECASH-02 mint, send, receive and melt at a mint of %s account for every sat',
  async (api) => {
    const { world, mint, tab } = await funded(1_000, fakeMint({ api }));
    expect(balance(tab)).toBe(1_000);
    tab.send({
      type: 'ecash.send',
      job: 'gift',
      mint: mint.url,
      amount: 64,
      memo: 'for tea',
      now: NOW,
    });
    await world.until(() => stateIn(tab, 'gift') === 'settled');
    const given = jobOf(tab, 'gift')?.settled?.given ?? [];
    expect([worthOf(given), balance(tab)]).toEqual([64, 936]);
    const token = readToken(writeToken({ mint: mint.url, unit: 'sat', proofs: given }, 'for tea'));

    const other = testWorld([mint]);
    const theirs = other.open();
    theirs.send({
      type: 'ecash.receive',
      job: 'got',
      mint: mint.url,
      proofs: token?.entries[0]?.proofs ?? [],
      now: NOW,
    });
    await other.until(() => stateIn(theirs, 'got') === 'wanted');
    expect(mint.asked.length).toBeGreaterThan(0);
    theirs.send({ type: 'ecash.allow', mint: mint.url });
    await other.until(() => stateIn(theirs, 'got') === 'settled');
    expect(balance(theirs)).toBe(64);

    tab.send({
      type: 'ecash.melt',
      job: 'pay',
      mint: mint.url,
      invoice: fakeInvoice(500),
      amount: 500,
      now: NOW,
    });
    await world.until(() => stateIn(tab, 'pay') === 'settled');
    // one sat for the payment, and the other reserved sat returns
    expect(balance(tab)).toBe(435);
    expect(mint.ledger.issued - mint.ledger.redeemed).toBe(435 + 64);
  },
);

test('ECASH-01 parallel payments within the balance all succeed, and one beyond it fails', async () => {
  for (const api of ['v1', 'v0'] as const) {
    const { world, mint, tab } = await funded(300, fakeMint({ api }));
    const melt = (job: string, amount: number, nth: number) =>
      ({
        type: 'ecash.melt',
        job,
        mint: mint.url,
        invoice: fakeInvoice(amount, nth),
        amount,
        now: NOW,
      }) as const;
    tab.send(melt('one', 140, 1), melt('two', 140, 2), melt('three', 140, 3));
    const isOver = (job: string) => ['settled', 'refused'].includes(stateIn(tab, job));
    await world.until(() => ['one', 'two', 'three'].every(isOver));
    expect(['one', 'two', 'three'].map((job) => stateIn(tab, job)).toSorted()).toEqual([
      'refused',
      'settled',
      'settled',
    ]);
    expect([mint.ledger.melted, balance(tab)]).toEqual([
      280,
      mint.ledger.issued - mint.ledger.redeemed,
    ]);
  }
});

test('ECASH-01 a payment waits while another one holds all proofs', async () => {
  for (const api of ['v1', 'v0'] as const) {
    const { world, mint, tab } = await funded(256, fakeMint({ api }));
    const melt = (job: string, nth: number) =>
      ({
        type: 'ecash.melt',
        job,
        mint: mint.url,
        invoice: fakeInvoice(100, nth),
        amount: 100,
        now: NOW,
      }) as const;
    mint.faults = (path) => (/^(?:v1\/)?melt(?:\/bolt11)?$/.test(path) ? 'unheard' : 'ok');
    tab.send(melt('one', 1));
    await world.until(() => stateIn(tab, 'one') === 'prepared');
    const quotes = () =>
      mint.asked.filter((path) => /(?:checkfees|melt\/quote\/bolt11)$/.test(path)).length;
    const before = quotes();
    tab.send(melt('two', 2));
    await world.until(() => quotes() > before + 1);
    expect([balance(tab), stateIn(tab, 'two')]).toEqual([0, 'wanted']);
    mint.faults = () => 'ok';
    await world.until(() => ['one', 'two'].every((job) => stateIn(tab, job) === 'settled'));
    expect(mint.ledger.melted).toBe(200);
  }
});

test('E-42 a mint that the user has not allowed receives no request', async () => {
  const { world, mint, tab } = begin();
  tab.send({ type: 'ecash.mint', job: 'a', mint: mint.url, amount: 8, now: NOW });
  tab.send({ type: 'ecash.check', key: 'x', mint: mint.url, proofs: [] });
  await world.until(() => stateIn(tab, 'a') === 'wanted' && tab.purse().words !== undefined);
  for (let hour = 0; hour < 100; hour++) tab.clock.increment(60_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(mint.asked).toEqual([]);
});

test('E-42 a check that is ordered together with the permission for its mint is sent', async () => {
  const { world, mint, tab } = begin();
  const check = {
    type: 'ecash.check',
    key: 'x',
    mint: mint.url,
    proofs: [],
    act: 'prove',
  } as const;
  tab.send({ type: 'ecash.allow', mint: mint.url }, check);
  await world.until(() => tab.actor.getSnapshot().context.checked.get('x') === 'proven');
  expect(mint.asked.length).toBeGreaterThan(0);
});

test('E-42 the wallet knows which jobs wait for a silent mint, until it answers', async () => {
  const { world, mint, tab } = begin();
  mint.faults = () => 'unheard';
  const silent = () => [...tab.actor.getSnapshot().context.silent];
  tab.send({ type: 'ecash.allow', mint: mint.url });
  tab.send({ type: 'ecash.mint', job: 'a', mint: mint.url, amount: 8, now: NOW });
  await world.until(() => silent().length > 0);
  expect(silent()).toEqual(['a']);
  mint.faults = () => 'ok';
  await world.until(() => jobOf(tab, 'a')?.prepared !== undefined && silent().length === 0);
});

test('E-42 E-48 an unreadable log entry is not written and hides no earlier entry', async () => {
  const { world, mint, tab } = await funded(100);
  tab.send({ type: 'ecash.send', job: 'half', mint: mint.url, amount: 0.5, memo: '', now: NOW });
  tab.send({ type: 'ecash.send', job: 'whole', mint: mint.url, amount: 32, memo: '', now: NOW });
  await world.until(() => stateIn(tab, 'whole') === 'settled');
  tab.crash();
  const next = world.open();
  await world.until(() => next.purse().words !== undefined);
  expect([balance(next), stateIn(next, 'half'), next.actor.getSnapshot().hasTag('broken')]).toEqual(
    [68, 'none', false],
  );
});

test('ECASH-01 a token claimed by another person is spent, and moves nothing', async () => {
  const { world, mint, tab } = await funded(100);
  tab.send({ type: 'ecash.send', job: 'gift', mint: mint.url, amount: 32, memo: '', now: NOW });
  await world.until(() => stateIn(tab, 'gift') === 'settled');
  const given = jobOf(tab, 'gift')?.settled?.given ?? [];
  tab.send({ type: 'ecash.check', key: 'gift', mint: mint.url, proofs: given });
  await world.until(() => tab.actor.getSnapshot().context.checked.get('gift') === 'unspent');
  for (const { secret } of given) mint.spent.add(secret.reveal() ?? '');
  tab.send({ type: 'ecash.check', key: 'gift', mint: mint.url, proofs: given });
  await world.until(() => jobOf(tab, 'gift')?.isSpent === true);
  tab.send({ type: 'ecash.takeBack', job: 'back', of: 'gift', now: NOW });
  await world.until(() => stateIn(tab, 'back') === 'refused');
  expect([stateIn(tab, 'back'), jobOf(tab, 'back')?.reason, balance(tab)]).toEqual([
    'refused',
    { code: 'spent' },
    68,
  ]);
});

test('ECASH-01 sent ecash that was not claimed can be taken back', async () => {
  const { world, mint, tab } = await funded(100);
  tab.send({ type: 'ecash.send', job: 'gift', mint: mint.url, amount: 33, memo: '', now: NOW });
  await world.until(() => stateIn(tab, 'gift') === 'settled');
  tab.send(
    { type: 'ecash.takeBack', job: 'back', of: 'gift', now: NOW },
    { type: 'ecash.takeBack', job: 'again', of: 'gift', now: NOW },
  );
  await world.until(() => stateIn(tab, 'back') === 'settled');
  expect([balance(tab), stateIn(tab, 'again'), jobOf(tab, 'gift')?.isSpent]).toEqual([
    100,
    'none',
    true,
  ]);
});

test('ECASH-03 a payment above the balance fails: Not enough funds available', async () => {
  const { world, mint, tab } = await funded(100);
  tab.send({ type: 'ecash.send', job: 'a', mint: mint.url, amount: 101, memo: '', now: NOW });
  tab.send({
    type: 'ecash.melt',
    job: 'b',
    mint: mint.url,
    invoice: fakeInvoice(99),
    amount: 99,
    now: NOW,
  });
  await world.until(() => stateIn(tab, 'a') === 'refused' && stateIn(tab, 'b') === 'refused');
  expect([jobOf(tab, 'a')?.reason, jobOf(tab, 'b')?.reason]).toEqual([
    { code: 'notEnough' },
    { code: 'notEnough' },
  ]);
  expect(balance(tab)).toBe(100);
});

test('ECASH-01 a failed invoice keeps the ecash, and a pending one is checked until it is known', async () => {
  const { world, mint, tab } = await funded(100);
  mint.paying = 'failed';
  tab.send({
    type: 'ecash.melt',
    job: 'a',
    mint: mint.url,
    invoice: fakeInvoice(20),
    amount: 20,
    now: NOW,
  });
  await world.until(() => stateIn(tab, 'a') === 'refused');
  expect([jobOf(tab, 'a')?.reason, balance(tab)]).toEqual([{ code: 'notPaid' }, 100]);
  mint.paying = 'pending';
  tab.send({
    type: 'ecash.melt',
    job: 'b',
    mint: mint.url,
    invoice: fakeInvoice(21, 1),
    amount: 21,
    now: NOW,
  });
  await world.until(
    () =>
      jobOf(tab, 'b')?.prepared !== undefined &&
      mint.asked.filter((path) => path.startsWith('v1/melt/quote/bolt11/')).length > 2,
  );
  expect(stateIn(tab, 'b')).toBe('prepared');
  const quote = jobOf(tab, 'b')?.prepared?.quote ?? '';
  Object.assign(mint.quotes.get(quote) ?? {}, { state: 'PAID' });
  await world.until(() => stateIn(tab, 'b') === 'settled');
});

test.runIf(isLong)(
  'ECASH-01 a wallet restored from its words has the same balance, without sent ecash',
  async () => {
    const { world, mint, tab } = await funded(300);
    tab.send({ type: 'ecash.send', job: 'gift', mint: mint.url, amount: 44, memo: '', now: NOW });
    await world.until(() => stateIn(tab, 'gift') === 'settled');
    for (const { secret } of jobOf(tab, 'gift')?.settled?.given ?? [])
      mint.spent.add(secret.reveal() ?? '');
    const words = tab.purse().words;
    const device = testWorld([mint]);
    const fresh = device.open();
    fresh.send(
      { type: 'ecash.allow', mint: mint.url },
      { type: 'ecash.restore', job: 'r', mint: mint.url, words, now: NOW },
    );
    await device.until(() => stateIn(fresh, 'r') === 'settled');
    expect([balance(fresh), fresh.purse().words?.reveal()]).toEqual([256, words?.reveal()]);
    // its next secrets are new
    fresh.send({ type: 'ecash.send', job: 's', mint: mint.url, amount: 5, memo: '', now: NOW });
    await device.until(() => stateIn(fresh, 's') === 'settled');
    tab.send({ type: 'ecash.restore', job: 'own', mint: mint.url, words: undefined, now: NOW });
    await world.until(() => stateIn(tab, 'own') === 'settled');
  },
);

test('ECASH-01 BEYOND-06 a melt reports to its caller, at once or on request: paid with fee, or not paid', async () => {
  const { world, mint, tab } = await funded(100);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  tab.send({
    type: 'ecash.melt',
    job: 'a',
    mint: mint.url,
    invoice: fakeInvoice(20),
    amount: 20,
    now: NOW,
    from,
  });
  await world.until(() => told.length > 0);
  expect(told).toMatchObject([{ type: 'ecash.ended', job: 'a', isPaid: true, feeSats: 1 }]);
  tab.send({ type: 'ecash.tell', job: 'a', from });
  await world.until(() => told.length > 1);
  expect(told[1]).toEqual(told[0]);
  mint.paying = 'failed';
  tab.send({
    type: 'ecash.melt',
    job: 'b',
    mint: mint.url,
    invoice: fakeInvoice(21, 1),
    amount: 21,
    now: NOW,
    from,
  });
  tab.send({
    type: 'ecash.melt',
    job: 'c',
    mint: mint.url,
    invoice: fakeInvoice(900, 2),
    amount: 900,
    now: NOW,
    from,
  });
  await world.until(() => told.length > 3);
  expect(told.slice(2)).toEqual(
    expect.arrayContaining([
      { type: 'ecash.ended', job: 'b', isPaid: false, reason: { code: 'notPaid' } },
      { type: 'ecash.ended', job: 'c', isPaid: false, reason: { code: 'notEnough' } },
    ]),
  );
  // an unknown job is reported as such
  tab.send({ type: 'ecash.tell', job: 'none', from });
  await world.until(() => told.length > 4);
  expect(told[4]).toEqual({ type: 'ecash.unheard', job: 'none' });
});

test('ECASH-01 BEYOND-06 a send reports to its caller after it is logged: the proofs, or a failure', async () => {
  const { world, mint, tab } = await funded(100);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const order = {
    type: 'ecash.send',
    job: 'a',
    mint: mint.url,
    amount: 21,
    memo: '',
    now: NOW,
    from,
  } as const;
  tab.send(order, order);
  await world.until(() => told.length > 0);
  expect(told).toMatchObject([{ type: 'ecash.given', job: 'a', feeSats: 0 }]);
  expect([worthOf(told[0]?.['proofs']), told[0]?.['proofs']]).toEqual([
    21,
    jobOf(tab, 'a')?.settled?.given,
  ]);
  tab.send({ type: 'ecash.tell', job: 'a', from });
  await world.until(() => told.length > 1);
  expect([told[1], balance(tab)]).toEqual([told[0], 79]);
  tab.send({ ...order, job: 'b', amount: 900 });
  await world.until(() => told.length > 2);
  expect(told[2]).toEqual({
    type: 'ecash.ended',
    job: 'b',
    isPaid: false,
    reason: { code: 'notEnough' },
  });
});

test('E-39 E-48 ecash received long ago is reported as received, without an amount', async () => {
  const { world, mint, tab } = await funded(100);
  tab.send({ type: 'ecash.send', job: 'gift', mint: mint.url, amount: 64, memo: '', now: NOW });
  await world.until(() => stateIn(tab, 'gift') === 'settled');
  const proofs = jobOf(tab, 'gift')?.settled?.given ?? [];
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const other = testWorld([mint]);
  const theirs = other.open();
  theirs.send(
    { type: 'ecash.allow', mint: mint.url },
    { type: 'ecash.receive', job: 'got', mint: mint.url, proofs, now: NOW, from },
  );
  await other.until(() => told.length > 0);
  const purse = compactLog(theirs.purse(), 0);
  const opened: EcashStoreSignal = { type: 'ecashLog.opened', lines: [{ type: 'folded', purse }] };
  const later = testWorld([mint], { log: fromCallback(({ sendBack }) => sendBack(opened)) });
  later.open().send({ type: 'ecash.tell', job: 'got', from });
  await later.until(() => told.length > 1);
  expect(told).toEqual(
    [64, undefined].map((sats) => ({ type: 'ecash.moved', job: 'got', isDone: true, sats })),
  );
});

test('E-32 secrets and words never appear in logs, recordings or plain storage', async () => {
  const { tab, world } = await funded(100);
  const secrets = [...tab.purse().proofs.values()].map(({ proof }) => proof.secret.reveal() ?? '');
  const shown = JSON.stringify([
    tab.actor.getSnapshot().context,
    [...tab.purse().proofs.values()],
    [...tab.purse().jobs.values()],
  ]);
  const rows = JSON.stringify(world.idb.rows(`starling-ecash-${'a'.repeat(64)}`, 'lines'));
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of [...secrets, tab.purse().words?.reveal() ?? '']) {
    expect(shown).not.toContain(secret);
    expect(rows).not.toContain(secret);
  }
});
