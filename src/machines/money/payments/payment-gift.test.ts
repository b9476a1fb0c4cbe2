import { expect, test } from 'vitest';
import {
  nutzapPaymentWorld,
  lockedProofs,
} from '../../../../tests/support/money/nutzap-payment-world.ts';
import {
  giftWant,
  moneyTab,
  type MoneyTab,
  started,
} from '../../../../tests/support/money/money-world.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { readNutzap } from '../../../events/money/nutzaps/nutzap.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';

/** Execute and answer all orders until nothing more happens. */
async function settled(
  world: ReturnType<typeof nutzapPaymentWorld>,
  ...tabs: readonly MoneyTab[]
): Promise<void> {
  for (let round = 0; round < 12; round++) {
    world.work(tabs);
    for (const say of world.unsaid.splice(0)) say();
    for (const tab of tabs) await tab.settle();
  }
}

test('ZAP-01 E-42 a nutzap is logged, locked, then published, and paid once a relay accepted it', async () => {
  const world = nutzapPaymentWorld();
  const { disk, tab, state } = await started();
  tab.pay('i', giftWant());
  await tab.settle();
  expect([state(), disk.entries.map(({ type }) => type)]).toEqual(['paying', ['asked', 'paying']]);
  expect(disk.entries[1]).toMatchObject({ payer: { by: 'ecash', mint: 'https://mint.example' } });
  expect(tab.scopeAsks('ecash.send')).toMatchObject([
    { job: 'i', mint: 'https://mint.example', amount: 42, lock: '7'.repeat(64) },
  ]);
  expect([tab.scopeAsks('outbox.publish'), tab.payCalls(), tab.signed]).toEqual([[], [], []]);
  world.work([tab]);
  for (const say of world.unsaid.splice(0)) say();
  await tab.settle();
  expect([state(), tab.scopeAsks('outbox.publish')]).toMatchObject([
    'paying',
    [{ order: { relays: ['wss://ann.example'], origin: 'nutzap i' } }],
  ]);
  await settled(world, tab);
  const [event] = world.taken();
  expect(event && readNutzap(event)).toMatchObject({
    sats: 42,
    mint: 'https://mint.example',
    message: 'Onward',
    about: 'b'.repeat(64),
  });
  expect(event?.tags).toContainEqual(['u', 'https://mint.example/']);
  expect([state(), tab.record('i')?.paid]).toMatchObject([
    'paid',
    { proof: { by: 'nutzap', nutzap: event?.id }, feesMsats: 1_000 },
  ]);
});

test('BEYOND-06 a nutzap stays within the budgets, and a large one needs confirmation', async () => {
  const { tab, state } = await started({}, { limits: { perDay: 66_000, askAbove: 50_000 } });
  tab.pay('i', giftWant({ amountMsats: 55_000 }));
  await tab.settle();
  expect([state(), tab.scopeAsks('ecash.send')]).toEqual(['asked', []]);
  tab.send({ type: 'money.confirm', intent: 'i' });
  await tab.settle();
  expect([state(), tab.scopeAsks('ecash.send').length]).toEqual(['paying', 1]);
  tab.pay('j', giftWant({ amountMsats: 6_000 }), { again: true });
  await tab.settle();
  expect([tab.record('j')?.failure?.code, tab.scopeAsks('ecash.send').length]).toEqual([
    'pay.overDay',
    1,
  ]);
});

test('ECASH-01 if the mint refuses to lock, nothing has moved and the nutzap has failed', async () => {
  const world = nutzapPaymentWorld();
  world.mood.mintRefuses = true;
  const { tab, state } = await started();
  tab.pay('i', giftWant());
  await tab.settle();
  await settled(world, tab);
  expect([state(), tab.record('i')?.failure?.code, world.events()]).toEqual([
    'failed',
    'pay.notEnough',
    [],
  ]);
});

test('ECASH-01 NUT-11 a mint without locking support is reported, and nothing has moved', async () => {
  const { tab, state } = await started();
  tab.pay('i', giftWant());
  await tab.settle();
  tab
    .scopeAsks('ecash.send')[0]
    ?.['from'].send({ type: 'ecash.ended', job: 'i', isPaid: false, reason: { code: 'noLocks' } });
  await tab.settle();
  expect([state(), tab.record('i')?.failure?.code, tab.scopeAsks('outbox.publish')]).toEqual([
    'failed',
    'pay.notGiven',
    [],
  ]);
});

test('E-39 BEYOND-06 an order that the ecash log cannot take now is repeated until it is locked once', async () => {
  const world = nutzapPaymentWorld();
  world.mood.isFull = true;
  const { disk, tab, state } = await started();
  tab.pay('i', giftWant());
  for (let minutes = 0; minutes < 5; minutes++) {
    await tab.wait(60_000, 5_000);
    await settled(world, tab);
  }
  expect([state(), world.locks, disk.entries.map(({ type }) => type)]).toEqual([
    'unknown',
    [],
    ['asked', 'paying', 'doubted'],
  ]);
  world.mood.isFull = false;
  tab.send({ type: 'money.load', intent: 'i' });
  await tab.settle();
  await settled(world, tab);
  expect([state(), world.locks, world.taken().length]).toEqual(['paid', ['i'], 1]);
});

test('BEYOND-06 E-42 an unaccepted nutzap stays unresolved, and is resent unchanged until a relay takes it', async () => {
  const world = nutzapPaymentWorld();
  world.mood.relayTakes = false;
  const { tab, state } = await started();
  tab.pay('i', giftWant());
  await tab.settle();
  await settled(world, tab);
  expect([state(), tab.record('i')?.doubt?.code]).toEqual(['unknown', 'pay.unpublished']);
  const [event] = world.events();
  world.mood.relayTakes = true;
  await tab.wait(120_000, 5_000);
  await settled(world, tab);
  expect([state(), world.taken().map(({ id }) => id), world.locks]).toEqual([
    'paid',
    [event?.id],
    ['i'],
  ]);
});

test('BEYOND-06 an unaccepted nutzap of an earlier page is reported as locked but not delivered', async () => {
  const world = nutzapPaymentWorld();
  world.mood.relayTakes = false;
  const { disk, tab } = await started();
  tab.pay('i', giftWant());
  await tab.settle();
  tab.crash();
  const next = moneyTab(disk);
  await next.settle();
  await settled(world, next);
  expect(
    disk.entries.flatMap((entry) => (entry.type === 'doubted' ? [entry.reason.code] : [])),
  ).toEqual(['pay.interrupted', 'pay.unpublished']);
  world.mood.relayTakes = true;
  await next.wait(120_000, 5_000);
  await settled(world, next);
  expect([next.record('i')?.paid?.proof.by, world.locks]).toEqual(['nutzap', ['i']]);
});

test('BEYOND-03 a refused signature is requested again only when the user asks', async () => {
  const world = nutzapPaymentWorld();
  world.mood.signs = false;
  const { tab, state } = await started();
  tab.pay('i', giftWant());
  await tab.settle();
  await settled(world, tab);
  const asked = () => tab.scopeAsks('outbox.publish').length;
  expect([state(), asked()]).toEqual(['unknown', 1]);
  world.mood.signs = true;
  for (let minutes = 0; minutes < 20; minutes++) {
    await tab.wait(60_000, 10_000);
    await settled(world, tab);
  }
  expect([state(), asked()]).toEqual(['unknown', 1]);
  tab.send({ type: 'money.load', intent: 'i' });
  await tab.settle();
  await settled(world, tab);
  expect([state(), asked(), world.locks.length]).toEqual(['paid', 2, 1]);
});

test('E-42 the next page continues a nutzap at any step, and at once', async () => {
  for (const rounds of [0, 1, 2, 3, 4]) {
    const world = nutzapPaymentWorld();
    const { disk, tab } = await started();
    tab.pay('i', giftWant());
    await tab.settle();
    for (let round = 0; round < rounds; round++) {
      world.work([tab]);
      for (const say of world.unsaid.splice(0)) say();
      await tab.settle();
    }
    tab.crash();
    world.unsaid.splice(0);
    const next = moneyTab(disk);
    await next.settle();
    await settled(world, next);
    const record = next.record('i');
    expect([
      rounds,
      record && paymentStateOf(record),
      world.locks.length,
      world.events().length,
    ]).toEqual([rounds, 'paid', 1, 1]);
  }
});

test('BEYOND-06 a payment without progress fails at once after its tab closes, but not while it is open', async () => {
  const { disk, tab } = await started({ service: () => new Promise(() => undefined) });
  tab.pay('i');
  await tab.settle();
  const other = moneyTab(disk);
  await other.settle();
  await other.wait(600_000, 20_000);
  expect(disk.records().get('i')?.failure).toBeUndefined();
  tab.crash();
  await other.settle();
  expect(disk.records().get('i')?.failure?.code).toBe('pay.interrupted');
});

test('BEYOND-06 without locks, another tab may be working on it as long as a user may take', async () => {
  const { disk, tab } = await started({
    service: () => new Promise(() => undefined),
    isLockless: true,
  });
  tab.pay('i');
  await tab.settle();
  tab.crash();
  const other = moneyTab(disk, { isLockless: true });
  await other.wait(600_000, 20_000);
  expect(disk.records().get('i')?.failure).toBeUndefined();
  await other.wait(700_000, 20_000);
  expect(disk.records().get('i')?.failure?.code).toBe('pay.interrupted');
});

test("NIP-61 a nutzap is paid from the recipient's mint, even if another payer was selected", async () => {
  const { disk, tab } = await started({}, { active: { by: 'wallet', wallet: 'w1' } });
  tab.pay('i', giftWant(), { by: { by: 'ecash', mint: 'https://other.example' } });
  await tab.settle();
  expect(disk.records().get('i')?.paying?.payer).toEqual({
    by: 'ecash',
    mint: 'https://mint.example',
  });
});

test('E-32 E-36 ecash that is not locked to the recipient is never ordered in the unencrypted outbox', async () => {
  const { tab, state } = await started();
  for (const [intent, key, lock] of [
    ['i', '7'.repeat(64), '7'.repeat(64)],
    ['j', '7'.repeat(64), '8'.repeat(64)],
    ['k', '7'.repeat(64), undefined],
  ] as const) {
    tab.pay(intent, giftWant({ key }), { again: true });
    await tab.settle();
    const order = tab.scopeAsks('ecash.send').find(({ job }) => job === intent);
    const proofs = lockedProofs(lock ?? '', [32, 8, 2]).map((proof) =>
      lock === undefined ? { ...proof, secret: secretOf('plain') } : proof,
    );
    order?.['from'].send({ type: 'ecash.given', job: intent, proofs, feeSats: 0 });
    await tab.settle();
  }
  const ordered = tab.scopeAsks('outbox.publish').map(({ order }) => order.origin);
  expect([ordered, state('j'), state('k')]).toEqual([['nutzap i'], 'paying', 'paying']);
  expect(JSON.stringify(tab.scopeAsks('outbox.publish'))).not.toContain('plain');
});

test('E-39 E-42 BEYOND-06 the user cannot settle an ecash payment, only the ecash log can cancel it', async () => {
  const { tab, state } = await started();
  tab.pay('i', giftWant());
  await tab.wait(70_000, 10_000);
  expect(state()).toBe('unknown');
  await tab.wait(4_000_000, 400_000);
  tab.send({ type: 'money.settle', intent: 'i', paid: true });
  await tab.settle();
  tab.send({ type: 'money.settle', intent: 'i', paid: false });
  await tab.settle();
  const [off] = tab.scopeAsks('ecash.callOff');
  expect([state(), off?.['order']]).toMatchObject([
    'unknown',
    { type: 'ecash.send', job: 'i', amount: 42, lock: '7'.repeat(64) },
  ]);
  for (const [why, code] of [
    ['told', 'ecash.held'],
    ['unkept', 'ecash.uncalled'],
    ['forgotten', 'ecash.forgotten'],
  ]) {
    off?.['from'].send({ type: 'ecash.held', job: 'i', why });
    await tab.settle();
    expect([state(), tab.scopeAsks('account.failed').at(-1)]).toMatchObject([
      'unknown',
      { message: { code } },
    ]);
  }
  off?.['from'].send({ type: 'ecash.ended', job: 'i', isPaid: false, reason: { code: 'notPaid' } });
  await tab.settle();
  expect([state(), tab.record('i')?.failure?.code]).toEqual(['failed', 'pay.notGiven']);
});
