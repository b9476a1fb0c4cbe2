import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import { passkeysMachine } from './passkeys.machine.ts';

const ME = 'a'.repeat(64);
const PHONE = { id: 'one', name: 'phone', added: seconds(5) };

function start() {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const machine = passkeysMachine.provide({
    actors: { found: ports.port('found'), add: ports.port('add'), remove: ports.port('remove') },
  });
  const actor = createActor(machine, { input: { account: ME }, clock }).start();
  const add = () => {
    const pin = secretOf('1234');
    actor.send({ type: 'passkeys.add', name: 'phone', pin });
    return pin;
  };
  return { actor, clock, ports, add, context: () => actor.getSnapshot().context };
}

test('BEYOND-12 passkeys are listed, added and removed, one at a time; a PIN is always forgotten', async () => {
  const { actor, ports, add, context } = start();
  const early = add();
  expect(early.reveal()).toBeUndefined();
  await ports.answer({ passkeys: [], lacks: undefined });
  const [pin, second] = [add(), add()];
  expect(second.reveal()).toBeUndefined();
  expect(ports.all.at(-1)).toMatchObject({ port: 'add', input: { account: ME, name: 'phone' } });
  await ports.answer({ passkeys: [PHONE] });
  expect([context().passkeys, context().order, pin.reveal()]).toEqual([
    [PHONE],
    undefined,
    undefined,
  ]);
  actor.send({ type: 'passkeys.remove', id: 'one' });
  expect(ports.all.at(-1)).toMatchObject({ port: 'remove', input: { account: ME, id: 'one' } });
  await ports.answer({ passkeys: [] });
  expect(context().passkeys).toEqual([]);
});

test('an error is shown and leaves the passkeys unchanged', async () => {
  const { actor, ports, add, context } = start();
  await ports.answer({ passkeys: [PHONE], lacks: undefined });
  add();
  await ports.answer({ problem: 'noPrf' });
  expect([context().problem, context().passkeys]).toEqual(['noPrf', [PHONE]]);
  add();
  expect(context().problem).toBeUndefined();
  await ports.fail();
  expect([actor.getSnapshot().value, context().problem]).toEqual(['ready', 'failed']);
});

test('INV-PROGRESS a browser that never answers times out', async () => {
  const { actor, clock, ports, add, context } = start();
  elapse(clock, 10_000, 1_000);
  expect([actor.getSnapshot().value, context().problem]).toEqual(['ready', 'failed']);
  const pin = add();
  elapse(clock, 5 * 60_000, 1_000);
  expect([actor.getSnapshot().value, context().problem, pin.reveal()]).toEqual([
    'ready',
    'failed',
    undefined,
  ]);
  actor.send({ type: 'passkeys.remove', id: 'one' });
  elapse(clock, 10_000, 1_000);
  expect(actor.getSnapshot().value).toBe('ready');
  actor.send({ type: 'passkeys.open' });
  expect(ports.waiting()).toContain('found');
});
