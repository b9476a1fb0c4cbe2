import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { serverCheckMachine } from './server-check.machine.ts';

const origin = 'https://media.example';

function check() {
  const clock = new SimulatedClock();
  const ports = fakePromises();
  const machine = serverCheckMachine.provide({ actors: { get: ports.port('get') } });
  const actor = createActor(machine, { clock, input: { origin } }).start();
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return actor.getSnapshot().output;
  };
  return {
    ports,
    settle,
    wait: (ms: number) => elapse(clock, ms),
    ended: () => actor.getSnapshot().status === 'done',
  };
}

test('MEDIA-03 a media server is there if its address answers 200, and only then', async () => {
  for (const [status, isThere] of [
    [200, true],
    [204, false],
    [404, false],
    [undefined, false],
  ] as const) {
    const { ports, settle } = check();
    expect(ports.all.map(({ input }) => input)).toEqual([{ origin }]);
    await ports.answer(status);
    expect(await settle()).toEqual({ origin, isThere });
  }
});

test('MEDIA-03 after 3 s the check is aborted, and a port that fails means that there is no server', async () => {
  const { ports, settle, wait, ended } = check();
  wait(2_999);
  expect([ended(), ports.waiting()]).toEqual([false, ['get']]);
  wait(1);
  expect([await settle(), ports.waiting()]).toEqual([{ origin, isThere: false }, []]);
  const other = check();
  await other.ports.fail();
  expect(await other.settle()).toEqual({ origin, isThere: false });
});
