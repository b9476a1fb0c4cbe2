import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { verified } from '../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { lookupMachine } from './lookup.machine.ts';

const query = { verb: 'get_highlights', payload: { identifier: 'd' } };

function start() {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const actor = createActor(lookupMachine, { input: { bus: fake.bus, query }, clock }).start();
  const ids = () => actor.getSnapshot().context.answer?.events.map(({ id }) => id);
  const tags = () => [...actor.getSnapshot().tags];
  return { actor, clock, fake, ids, tags };
}

test('THREAD-04 PROFILE-01 ROUTE-21 a screen sends its request when opened, and again after 5 s', () => {
  const { actor, clock, fake, ids, tags } = start();
  expect([fake.open().map((one) => one.query), tags(), ids()]).toEqual([
    [query],
    ['loading'],
    undefined,
  ]);
  fake.answer({ events: [verified({ id: 'one' })] });
  expect([tags(), ids()]).toEqual([[], ['one']]);
  elapse(clock, 4_900);
  actor.send({ type: 'screen.shown' });
  expect([fake.open(), tags()]).toEqual([[], []]);
  elapse(clock, 100);
  actor.send({ type: 'screen.shown' });
  expect([tags(), ids()]).toEqual([['loading'], ['one']]);
  fake.answer({ events: [verified({ id: 'two' })] });
  expect(ids()).toEqual(['two']);
});

test('STATE-01 INV-PROGRESS without an answer it fails, retries on demand and keeps the old answer', () => {
  const { actor, clock, fake, ids, tags } = start();
  elapse(clock, 10_000);
  expect([tags(), ids()]).toEqual([['failed'], undefined]);
  actor.send({ type: 'lookup.retry' });
  expect(tags()).toEqual(['loading']);
  fake.answer({ events: [verified({ id: 'one' })] });
  elapse(clock, 5_000);
  actor.send({ type: 'screen.shown' });
  fake.refuse();
  expect([tags(), ids()]).toEqual([['failed'], ['one']]);
});
