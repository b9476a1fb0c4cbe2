import { createActor, type EventObject, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import type { HeadInput, HeadNews } from './blob-lookup.ts';
import { type BlobInput, blobMachine } from './blob.machine.ts';

const [ONE, TWO] = ['https://one.example/a', 'https://two.example/a'];

function search(addresses: readonly string[] = [ONE, TWO], rest: Partial<BlobInput> = {}) {
  const clock = new SimulatedClock();
  const port = fakePort<EventObject, HeadInput, HeadNews>();
  const actor = createActor(blobMachine.provide({ actors: { head: port.logic } }), {
    clock,
    input: { addresses, ...rest },
  }).start();
  const state = () => {
    const { value, context } = actor.getSnapshot();
    return context.found ?? value;
  };
  const asked = () => port.lives.map(({ input }) => input.url);
  const missing = () => port.report({ type: 'blob.missing' });
  const found = (address: string) => port.report({ type: 'blob.found', address });
  const progress = () => port.report({ type: 'blob.progress' });
  const wait = (ms: number) => elapse(clock, ms);
  return { actor, port, state, asked, missing, found, progress, wait };
}

test('NOTE-05 servers are asked in turn, and the picture is shown from the first that has the file', () => {
  const { asked, state, missing, found, port } = search();
  expect(asked()).toEqual([ONE]);
  missing();
  expect(state()).toEqual({ trying: 'asking' });
  expect(asked()).toEqual([ONE, TWO]);
  found(TWO);
  expect(state()).toBe(TWO);
  expect(port.lives.map(({ ended }) => ended)).toEqual([true, false]);
});

test('NOTE-05 a silence of 5 s or a picture that fails to load moves on to the next server', () => {
  const { actor, asked, state, found, port, wait } = search();
  wait(4_999);
  expect(asked()).toHaveLength(1);
  wait(1);
  expect(asked()).toHaveLength(2);
  found('blob:two');
  wait(600_000);
  expect(state()).toBe('blob:two');
  actor.send({ type: 'blob.failed' });
  expect(state()).toBe('missing');
  expect(port.last().ended).toBe(true);
});

test('NOTE-05 TRUST-08 a large file may take minutes while parts of it arrive, and stalls after 30 s', () => {
  const { asked, state, progress, found, missing, wait } = search();
  for (let part = 0; part < 10; part++) {
    progress();
    wait(29_000);
  }
  expect(asked()).toEqual([ONE]);
  wait(1_000);
  expect(asked()).toEqual([ONE, TWO]);
  progress();
  wait(29_999);
  found('blob:two');
  expect(state()).toBe('blob:two');
  const broken = search([ONE]);
  broken.progress();
  broken.missing();
  expect(broken.state()).toBe('missing');
  expect(missing).not.toThrow();
});

test('NOTE-05 all addresses are tried at most three times, each round after the picture failed again', () => {
  const { actor, asked, state, missing } = search([ONE]);
  for (let round = 1; round <= 4; round++) {
    expect(asked()).toHaveLength(Math.min(3, round));
    if (round < 4) missing();
    expect(state()).toBe('missing');
    actor.send({ type: 'screen.shown' });
  }
  expect(search([]).state()).toBe('missing');
});

test('DM-07 a file that the user asked for may be redirected, and is tried again on each request', () => {
  const { actor, port, missing } = search([ONE], { isRequested: true });
  for (let press = 0; press < 6; press++) {
    missing();
    actor.send({ type: 'blob.again' });
  }
  expect(port.lives).toHaveLength(7);
  expect(port.last().input).toEqual({ url: ONE, isRequested: true });
  expect(search().port.last().input.isRequested).toBe(false);
});
