import { type AnyEventObject, createActor, fromPromise, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { resumeMachine } from './resume.machine.ts';

test('BEYOND-06 the wallet of an account opens by itself only for an unsettled payment', async () => {
  for (const isOwed of [true, false]) {
    const told: AnyEventObject[] = [];
    const clock = new SimulatedClock();
    const scope = createActor(
      setup({ types: { events: {} as AnyEventObject } }).createMachine({
        on: { '*': { actions: ({ event }) => told.push(event) } },
      }),
    ).start();
    const logic = resumeMachine.provide({
      actors: { hasUnfinishedWork: fromPromise(async () => isOwed) },
    });
    const actor = createActor(logic, {
      input: { account: 'a'.repeat(64), scope, opens: { type: 'money.open' } },
      clock,
    }).start();
    expect(told).toEqual([]);
    elapse(clock, 3_000);
    await Promise.resolve();
    await Promise.resolve();
    expect([told, actor.getSnapshot().status]).toEqual([
      isOwed ? [{ type: 'money.open' }] : [],
      'done',
    ]);
  }
});
