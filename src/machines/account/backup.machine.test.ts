import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { accountWalks, walked } from '../../../tests/support/account-walks.ts';
import { elapse } from '../../../tests/support/clock.ts';
import { fakePromises } from '../../../tests/support/fake-promises.ts';
import { secretOf } from '../../events/account/secret.ts';
import { backupMachine } from './backup.machine.ts';

const ME = 'a'.repeat(64);

function start() {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const actor = createActor(backupMachine.provide({ actors: { export: ports.port('export') } }), { input: { pubkey: ME }, clock }).start();
  return { actor, clock, ports, nsec: secretOf('nsec1') };
}

test('E-32 the key is asked for only when it is to be shown, and forgotten when it is hidden, closed or two minutes have passed', async () => {
  for (const end of ['hide', 'close', 'wait'] as const) {
    const { actor, clock, ports, nsec } = start();
    elapse(clock, 60_000, 1_000);
    expect(ports.all).toEqual([]);
    actor.send({ type: 'backup.show' });
    await ports.answer(nsec);
    expect([actor.getSnapshot().hasTag('shown'), nsec.reveal()]).toEqual([true, 'nsec1']);
    if (end === 'wait') elapse(clock, 120_000, 1_000);
    else actor.send({ type: `backup.${end}` });
    expect([nsec.reveal(), actor.getSnapshot().context.nsec]).toEqual([undefined, undefined]);
  }
});

test('INV-PROGRESS a key that is not open is said, and one that never comes is not waited for', async () => {
  const closed = start();
  closed.actor.send({ type: 'backup.show' });
  await closed.ports.fail();
  expect(closed.actor.getSnapshot()).toMatchObject({ value: 'hidden', context: { failed: true } });
  const silent = start();
  silent.actor.send({ type: 'backup.show' });
  elapse(silent.clock, 10_000, 1_000);
  expect(silent.actor.getSnapshot()).toMatchObject({ value: 'hidden', context: { failed: true } });
  elapse(silent.clock, 600_000, 10_000);
  expect(silent.actor.getSnapshot().status).toBe('done');
});

test('TOOL-03 every state and transition of the backup is reached', () => {
  expect(walked(backupMachine, accountWalks.backup)).toEqual({ untaken: [], unsampled: [], unvisited: [] });
});
