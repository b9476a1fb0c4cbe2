import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { holdingsMachine } from './holdings.machine.ts';

test('ACCOUNT-06 the money on this device is read at each look; a failure or silence leaves it as known', async () => {
  const promises = fakePromises();
  const clock = new SimulatedClock();
  const machine = holdingsMachine.provide({ actors: { read: promises.port('read') } });
  const actor = createActor(machine, { clock, input: { account: 'me' } }).start();
  const sats = () => actor.getSnapshot().context.holdings.ecash.get('https://mint.example');
  const holdings = { wallets: [], ecash: new Map([['https://mint.example', 7]]) };
  expect([actor.getSnapshot().value, sats()]).toEqual(['reading', undefined]);
  await promises.answer(holdings);
  expect([actor.getSnapshot().value, sats()]).toEqual(['known', 7]);
  actor.send({ type: 'holdings.open' });
  await promises.fail();
  expect([actor.getSnapshot().value, sats()]).toEqual(['known', 7]);
  actor.send({ type: 'holdings.open' });
  expect(actor.getSnapshot().value).toBe('reading');
  elapse(clock, 11_000);
  expect([actor.getSnapshot().value, sats()]).toEqual(['known', 7]);
});
