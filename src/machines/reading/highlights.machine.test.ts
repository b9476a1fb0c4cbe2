import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/clock.ts';
import { verified } from '../../../tests/support/fake-cache.ts';
import { fakeHub } from '../../../tests/support/fake-hub.ts';
import { highlightsMachine } from './highlights.machine.ts';

function start() {
  const clock = new SimulatedClock();
  const fake = fakeHub();
  const input = { hub: fake.hub, viewer: 'v', address: { kind: 30_023, pubkey: 'p', identifier: 'd' } };
  const actor = createActor(highlightsMachine, { input, clock }).start();
  return { actor, clock, fake, state: () => actor.getSnapshot().value, ids: () => actor.getSnapshot().context.ids };
}

test('THREAD-04 highlights of an article are asked for by its address; comments to them are none themselves', () => {
  const { fake, state, ids } = start();
  const payload = { kind: 30_023, pubkey: 'p', identifier: 'd', user_pubkey: 'v' };
  expect(fake.open()[0]?.query).toEqual({ verb: 'get_highlights', payload });
  fake.answer({ events: [verified({ id: 'h', kind: 9_802 }), verified({ id: 'c', kind: 1 })] });
  expect([state(), ids()]).toEqual(['ready', ['h']]);
});

test('THREAD-04 an article without an answer has no highlights, and is asked for them when it is opened again', () => {
  const { actor, clock, fake, state, ids } = start();
  elapse(clock, 10_000);
  expect([state(), ids()]).toEqual(['failed', []]);
  actor.send({ type: 'screen.shown' });
  fake.answer({ events: [verified({ id: 'h', kind: 9_802 })] });
  actor.send({ type: 'screen.shown' });
  fake.refuse();
  expect([state(), ids()]).toEqual(['failed', ['h']]);
});
