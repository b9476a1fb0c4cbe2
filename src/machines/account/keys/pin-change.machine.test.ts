import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { type PinAct, pinChangeMachine } from './pin-change.machine.ts';

const ME = 'a'.repeat(64);

function start() {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const machine = pinChangeMachine.provide({ actors: { change: ports.port('change') } });
  const actor = createActor(machine, { input: { account: ME }, clock }).start();
  return {
    actor,
    clock,
    ports,
    context: () => actor.getSnapshot().context,
    where: () => actor.getSnapshot().value,
    begin: (act: PinAct) => actor.send({ type: 'pinChange.begin', act }),
    submit: (next = 'long enough', again = next) => {
      const typed = { old: secretOf('old'), next: secretOf(next), repeated: secretOf(again) };
      actor.send({ type: 'pinChange.submit', ...typed });
      return () => Object.values(typed).map((one) => one.reveal());
    },
  };
}

const NONE = [undefined, undefined, undefined];

test('ACCOUNT-22 a new PIN is checked before the key is touched, and every typed PIN is forgotten', async () => {
  const { begin, context, ports, submit, where } = start();
  expect(submit()()).toEqual(NONE);
  begin('set');
  for (const [next, again, problem] of [
    ['abc', 'abc', 'short'],
    ['abcd', 'abce', 'different'],
    ['x'.repeat(2_000), '', 'long'],
  ] as const) {
    expect(submit(next, again)()).toEqual(NONE);
    expect([context().problem, where(), ports.all]).toEqual([problem, 'typing', []]);
  }
  const typed = submit('abcd');
  expect(ports.all.at(-1)).toMatchObject({ port: 'change', input: { account: ME, act: 'set' } });
  expect(submit()()).toEqual(NONE);
  await ports.answer({ isDone: true });
  expect([context().done, context().problem, where(), typed()]).toEqual([
    'set',
    undefined,
    'idle',
    NONE,
  ]);
});

test('ACCOUNT-22 a problem is shown in its form, and another act begins without it', async () => {
  const { actor, begin, context, ports, submit, where } = start();
  begin('change');
  submit();
  await ports.answer({ problem: 'pin' });
  expect([context().problem, where()]).toEqual(['pin', 'typing']);
  // no new PIN is needed to remove one
  begin('remove');
  expect(context().problem).toBeUndefined();
  submit('', '');
  await ports.fail();
  expect([context().problem, where()]).toEqual(['failed', 'typing']);
  actor.send({ type: 'pinChange.cancel' });
  expect([where(), context().done]).toEqual(['idle', undefined]);
});

test('INV-PROGRESS a silent worker and a forgotten form time out', () => {
  const { begin, clock, context, submit, where } = start();
  begin('remove');
  const typed = submit('', '');
  elapse(clock, 60_000, 1_000);
  expect([where(), context().problem, typed()]).toEqual(['typing', 'failed', NONE]);
  elapse(clock, 10 * 60_000, 10_000);
  expect(where()).toBe('idle');
});
