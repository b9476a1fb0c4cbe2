import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { expect, test } from 'vitest';
import {
  balance,
  type ecashWorld,
  jobOf,
  NOW,
  stateIn,
} from '../../../../tests/support/money/ecash-world.ts';
import { fakeInvoice } from '../../../../tests/support/money/fake-mint.ts';
import { funded, testWorld } from '../../../../tests/support/money/funded-ecash.ts';
import { admitsEcash } from '../../../events/money/ecash/ecash-admission.ts';
import { EMPTY_PURSE } from '../../../events/money/ecash/ecash-log.ts';
import type { EcashStoreCommand, EcashStoreSignal } from './ecash-protocol.ts';

test('E-39 ECASH-01 an order refused by a mint stays refused, also if repeated in another tab', async () => {
  const { world, mint, tab } = await funded(10);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const order = {
    type: 'ecash.send',
    job: 'i',
    mint: mint.url,
    amount: 20,
    memo: '',
    now: NOW,
    from,
  } as const;
  const other = world.open();
  tab.send(order);
  await world.until(() => told.length > 0);
  tab.send({ type: 'ecash.mint', job: 'more', mint: mint.url, amount: 100, now: NOW });
  await world.until(() => jobOf(tab, 'more')?.prepared !== undefined);
  mint.pay();
  await world.until(() => stateIn(other, 'more') === 'settled');
  other.send(order, { type: 'ecash.tell', job: 'i', from });
  tab.send(order);
  await world.until(() => told.length > 3);
  const refused = { type: 'ecash.ended', job: 'i', isPaid: false, reason: { code: 'notEnough' } };
  expect([told.every((one) => JSON.stringify(one) === JSON.stringify(refused)), told[0]]).toEqual([
    true,
    refused,
  ]);
  expect([stateIn(other, 'i'), balance(other)]).toEqual(['refused', 110]);
});

/** Fill the log with jobs that wait, because their mint is not allowed. */
async function filled(
  world: ReturnType<typeof ecashWorld>,
  tab: ReturnType<ReturnType<typeof ecashWorld>['open']>,
): Promise<void> {
  const waiting = Array.from({ length: 50 }, (_, at) => `waits ${at}`);
  for (const job of waiting)
    tab.send({ type: 'ecash.mint', job, mint: 'https://closed.example', amount: 1, now: NOW });
  await world.until(() => waiting.every((job) => stateIn(tab, job) === 'wanted'));
}

test('E-39 ECASH-01 an order without room in the log gets no response, and an invalid one fails', async () => {
  const { world, mint, tab } = await funded(100);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const order = {
    type: 'ecash.send',
    job: 'i',
    mint: mint.url,
    amount: 20,
    memo: '',
    now: NOW,
    from,
  } as const;
  tab.send({ ...order, job: 'none', amount: 0 });
  await world.until(() => told.length > 0);
  expect(told).toEqual([
    { type: 'ecash.ended', job: 'none', isPaid: false, reason: { code: 'notPaid' } },
  ]);
  await filled(world, tab);
  tab.send(order, { ...order, type: 'ecash.melt', job: 'm', invoice: fakeInvoice(20) });
  // an entry written after them shows that they were rejected by then
  tab.send({ type: 'ecash.dismiss', job: 'waits 0' });
  await world.until(() => stateIn(tab, 'waits 0') === 'dismissed');
  tab.send({ type: 'ecash.tell', job: 'i', from });
  await world.until(() => told.length > 1);
  expect([told.slice(1), balance(tab)]).toEqual([[{ type: 'ecash.unheard', job: 'i' }], 100]);
  world.open().send(order);
  await world.until(() => told.length > 2);
  expect([told[2]?.['type'], told[2]?.['job'], balance(tab)]).toEqual(['ecash.given', 'i', 80]);
});

test('E-39 E-42 a cancelled payment never runs, unless its mint had received it; then that is reported', async () => {
  const { world, mint, tab } = await funded(100);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const orderOf = (job: string) =>
    ({ type: 'ecash.send', job, mint: mint.url, amount: 20, memo: '', now: NOW, from }) as const;
  const off = (job: string) => ({ type: 'ecash.callOff', job, order: orderOf(job), from }) as const;
  const undone = (job: string) => ({
    type: 'ecash.ended',
    job,
    isPaid: false,
    reason: { code: 'notPaid' },
  });
  // unknown so far, and then ordered by another tab that did not know of the cancellation
  tab.send(off('never'));
  await world.until(() => told.length > 0);
  const other = world.open();
  await world.until(() => stateIn(other, 'never') === 'dismissed');
  other.send(orderOf('never'));
  await world.until(() => told.length > 1);
  expect([told, balance(tab)]).toEqual([[undone('never'), undone('never')], 100]);
  // the mint is silent before it received anything
  mint.faults = () => 'unheard';
  tab.send(orderOf('early'));
  await world.until(() => stateIn(tab, 'early') === 'wanted');
  tab.send(off('early'));
  await world.until(() => told.length > 2);
  expect([told[2], stateIn(tab, 'early')]).toEqual([undone('early'), 'dismissed']);
  // the mint executed it, but the response is lost
  mint.faults = (path) => (path.includes('swap') ? 'lost' : 'ok');
  tab.send(orderOf('late'));
  await world.until(() => stateIn(tab, 'late') === 'prepared');
  tab.send(off('late'));
  await world.until(() => told.length > 3);
  expect(told[3]).toEqual({ type: 'ecash.held', job: 'late', why: 'told' });
  mint.faults = () => 'ok';
  await world.until(() => told.length > 4);
  expect([told[4]?.['type'], stateIn(tab, 'late'), balance(tab)]).toEqual([
    'ecash.given',
    'settled',
    80,
  ]);
});

test('E-39 E-42 an order without room in the log can be cancelled, and then never runs in any tab', async () => {
  const { world, mint, tab } = await funded(100);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const order = {
    type: 'ecash.send',
    job: 'i',
    mint: mint.url,
    amount: 20,
    memo: '',
    now: NOW,
    from,
  } as const;
  const undone = { type: 'ecash.ended', job: 'i', isPaid: false, reason: { code: 'notPaid' } };
  await filled(world, tab);
  tab.send(order, { type: 'ecash.callOff', job: 'i', order, from });
  await world.until(() => told.length > 0);
  tab.send({ type: 'ecash.dismiss', job: 'waits 0' });
  const other = world.open();
  await world.until(() => stateIn(other, 'waits 0') === 'dismissed');
  other.send(order);
  await world.until(() => told.length > 1);
  expect([told, stateIn(other, 'i'), balance(other)]).toEqual([[undone, undone], 'dismissed', 100]);
});

test('E-39 E-42 a failed cancellation reports its reason and can be retried', async () => {
  const { world, mint, tab } = await funded(100);
  const told: AnyEventObject[] = [];
  const from = createActor(
    fromCallback<AnyEventObject>(({ receive }) => receive((event) => void told.push(event))),
  ).start();
  const off = (job: string, now = NOW) => {
    const order = {
      type: 'ecash.send',
      job,
      mint: mint.url,
      amount: 20,
      memo: '',
      now,
      from,
    } as const;
    return { type: 'ecash.callOff', job, order, from } as const;
  };
  world.steps = () => {
    throw new Error('the disk is full');
  };
  tab.send(off('i'));
  await world.until(() => told.length > 0);
  expect(told).toEqual([{ type: 'ecash.held', job: 'i', why: 'unkept' }]);
  world.steps = () => undefined;
  tab.send(off('i'));
  await world.until(() => told.length > 1);
  expect([told[1], stateIn(tab, 'i')]).toMatchObject([
    { type: 'ecash.ended', job: 'i', isPaid: false },
    'dismissed',
  ]);

  const forgetful = testWorld([], {
    log: fromCallback<EcashStoreCommand, { account: string }>(({ receive, sendBack }) => {
      const purse = { ...EMPTY_PURSE, forgottenUntil: NOW };
      sendBack({
        type: 'ecashLog.opened',
        lines: [{ type: 'folded', purse }],
      } satisfies EcashStoreSignal);
      // like the store's own check
      receive((command) => {
        if (command.type !== 'ecashLog.append') return;
        const refused = command.lines.filter(
          (line) => line.type !== 'seeded' && !admitsEcash(purse, line),
        );
        if (refused.length > 0)
          sendBack({ type: 'ecashLog.refused', lines: refused } satisfies EcashStoreSignal);
      });
    }),
  });
  forgetful.open().send(off('old'));
  await forgetful.until(() => told.length > 2);
  expect(told.slice(2)).toEqual([{ type: 'ecash.held', job: 'old', why: 'forgotten' }]);
  forgetful.end();
});
