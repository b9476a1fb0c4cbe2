import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { mirrorMachine } from './mirror.machine.ts';

const hash = 'a'.repeat(64);
const input = {
  server: 'https://b.example',
  url: `https://a.example/${hash}`,
  hash,
  permit: trusted({}),
};

function mirror() {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const actor = createActor(mirrorMachine.provide({ actors: { order: ports.port('order') } }), {
    clock,
    input,
  }).start();
  const isThere = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return actor.getSnapshot().output?.isThere;
  };
  return { ports, isThere, wait: (ms: number) => elapse(clock, ms, 1_000) };
}

test('MEDIA-02 BUD-04 a copy exists if the server returns the hash of the same file', async () => {
  for (const [answer, expected] of [
    [{ sha256: hash }, true],
    [{ sha256: 'b'.repeat(64) }, false],
    [undefined, false],
    ['sha256', false],
  ] as const) {
    const { ports, isThere } = mirror();
    expect(ports.all.map((port) => port.input)).toEqual([input]);
    await ports.answer(answer);
    expect(await isThere()).toBe(expected);
  }
});

test('MEDIA-02 a server has one minute, and a port that fails means that there is no copy', async () => {
  const slow = mirror();
  slow.wait(59_000);
  expect(await slow.isThere()).toBeUndefined();
  slow.wait(1_000);
  expect(await slow.isThere()).toBe(false);
  const failing = mirror();
  await failing.ports.fail();
  expect(await failing.isThere()).toBe(false);
});
