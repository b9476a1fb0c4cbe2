import { type AnyEventObject, createActor, setup } from 'xstate';
import { expect, test } from 'vitest';
import { fakeLocks } from '../../../../tests/support/browser/fake-locks.ts';
import { paymentLock } from './payment-lock.ts';

function begun(locks: LockManager | undefined, intent = 'i') {
  const told: AnyEventObject[] = [];
  const machine = setup({
    types: { events: {} as AnyEventObject },
    actors: { lock: paymentLock(locks) },
  }).createMachine({
    invoke: { src: 'lock', input: { account: 'a', intent } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const actor = createActor(machine).start();
  return { told, stop: () => actor.stop() };
}

const turn = async (): Promise<void> => {
  for (let count = 0; count < 8; count++) await Promise.resolve();
};

test('BEYOND-06 one tab handles a payment; the next tab gets the lock when that one is done or closed', async () => {
  const { tab } = fakeLocks();
  const [one, two, three] = [tab(), tab(), tab()];
  const first = begun(one.locks);
  await turn();
  const [second, other, third] = [begun(two.locks), begun(two.locks, 'j'), begun(three.locks)];
  await turn();
  expect([first.told.length, second.told.length, other.told.length, third.told.length]).toEqual([
    1, 0, 1, 0,
  ]);
  first.stop();
  await turn();
  expect([second.told, third.told]).toEqual([[{ type: 'payment.lockAcquired' }], []]);
  two.end();
  await turn();
  expect(third.told).toHaveLength(1);
  const none = begun(undefined);
  await turn();
  expect(none.told).toEqual([]);
});
