import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import type { NetStatsClaim } from '../../../events/connection/claims.ts';
import { netStatsMachine } from './net-stats.machine.ts';

const claim = (users: number): NetStatsClaim => ({
  claim: 'netStats',
  users,
  pubkeys: 0,
  pubnotes: 0,
  reactions: 0,
  reposts: 0,
  any: 0,
  zaps: 0,
  satszapped: 0,
});

function start() {
  const fake = fakeBus();
  const actor = createActor(netStatsMachine, {
    input: { bus: fake.bus },
    clock: new SimulatedClock(),
  }).start();
  return { actor, fake, users: () => actor.getSnapshot().context.stats?.users };
}

test('EXPLORE-02 the latest totals are shown, and a burst without totals keeps them', () => {
  const { fake, users } = start();
  expect(fake.open().map(({ query }) => query.verb)).toEqual(['net_stats']);
  expect(users()).toBeUndefined();
  fake.part({ claims: [claim(1), claim(2)] });
  expect(users()).toBe(2);
  fake.part({});
  expect(users()).toBe(2);
});

test('CACHE-07 a hidden page requests nothing, and the last totals are kept', () => {
  const { actor, fake, users } = start();
  fake.part({ claims: [claim(5)] });
  actor.send({ type: 'screen.hidden' });
  expect(fake.open()).toEqual([]);
  actor.send({ type: 'screen.shown' });
  expect([users(), fake.open().length]).toEqual([5, 1]);
  fake.part({ claims: [claim(6)] });
  expect(users()).toBe(6);
});
