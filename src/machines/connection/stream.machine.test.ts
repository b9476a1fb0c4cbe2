import { createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import type { ResponseEvent } from '../core/bus.ts';
import { type StreamPart, streamMachine } from './stream.machine.ts';

const query = { verb: 'net_stats' };
const part: ResponseEvent = { type: 'answer.partReceived', events: [], referenced: [], claims: [] };

function start() {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const heard: StreamPart[] = [];
  const parent = setup({
    types: { events: {} as StreamPart },
    actors: { stream: streamMachine },
  }).createMachine({
    invoke: { id: 'stream', src: 'stream', input: { bus: fake.bus, query } },
    on: { 'stream.partReceived': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  return { clock, fake, heard, stream: () => actor.getSnapshot().children.stream };
}

test('CACHE-07 a stream sends one request and forwards every burst while it is wanted', () => {
  const { clock, fake, heard, stream } = start();
  expect(fake.open().map((one) => one.query)).toEqual([query]);
  for (let burst = 0; burst < 3; burst++) {
    fake.part({});
    elapse(clock, 3_600_000, 60_000);
  }
  expect(heard).toHaveLength(3);
  expect(stream()?.getSnapshot().hasTag('open')).toBe(true);
  expect(fake.open()).toHaveLength(1);
});

test('CACHE-07 a reconnect does not affect the stream', () => {
  const { fake, heard, stream } = start();
  const asker = fake.open()[0]?.from;
  asker?.send({ type: 'answer.restarted' });
  asker?.send(part);
  expect(heard).toHaveLength(1);
  expect(stream()?.getSnapshot().hasTag('open')).toBe(true);
});

test('INV-PROGRESS a refused stream is retried after half a minute', () => {
  const { clock, fake, stream } = start();
  fake.refuse();
  expect(stream()?.getSnapshot().hasTag('refused')).toBe(true);
  expect(fake.open()).toEqual([]);
  elapse(clock, 29_999);
  expect(fake.open()).toEqual([]);
  clock.increment(1);
  expect(fake.open()).toHaveLength(1);
  expect(stream()?.getSnapshot().hasTag('open')).toBe(true);
});
