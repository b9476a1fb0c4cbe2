import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../tests/support/machines/fake-promises.ts';
import { blobMachine } from './blob.machine.ts';

const [ONE, TWO] = ['https://one.example/a', 'https://two.example/a'];

function search(addresses: readonly string[] = [ONE, TWO]) {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const actor = createActor(blobMachine.provide({ actors: { head: ports.port('head') } }), {
    clock,
    input: { addresses },
  }).start();
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    const { value, context } = actor.getSnapshot();
    return value === 'found' ? context.found : value;
  };
  const asked = () => ports.all.map(({ input }) => input);
  return { actor, ports, settle, asked, wait: (ms: number) => elapse(clock, ms) };
}

test('NOTE-05 servers are asked in turn, and the picture is shown from the first that has the file', async () => {
  const { ports, settle, asked } = search();
  expect(asked()).toEqual([{ url: ONE }]);
  await ports.answer(undefined);
  expect(await settle()).toBe('asking');
  expect(asked()).toEqual([{ url: ONE }, { url: TWO }]);
  await ports.answer(TWO);
  expect(await settle()).toBe(TWO);
});

test('NOTE-05 a timeout of 5 s, an error or a picture that fails to load moves on to the next server', async () => {
  const { actor, ports, settle, wait } = search([ONE, TWO, 'https://three.example/a']);
  wait(4_999);
  expect(ports.all).toHaveLength(1);
  wait(1);
  expect(ports.all).toHaveLength(2);
  await ports.fail();
  await settle();
  await ports.answer('blob:three');
  expect(await settle()).toBe('blob:three');
  actor.send({ type: 'blob.failed' });
  expect(await settle()).toBe('missing');
});

test('NOTE-05 all addresses are tried at most three times, each round after the picture failed again', async () => {
  const { actor, ports, settle } = search([ONE]);
  for (let round = 1; round <= 4; round++) {
    expect(ports.all).toHaveLength(Math.min(3, round));
    if (round < 4) await ports.answer(undefined);
    expect(await settle()).toBe('missing');
    actor.send({ type: 'screen.shown' });
  }
  expect(await search([]).settle()).toBe('missing');
});
