import { createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../events/core/time.ts';
import { followActors } from './history.ts';
import { nextStop } from './playback.ts';

/** Events at the given times. */
function eventsAt(...times: readonly number[]) {
  let now = 0;
  const root = createActor(createMachine({}));
  const { history } = followActors(root, { now: () => millis(now) });
  root.start();
  const { length } = history().events;
  for (now of times) root.send({ type: 'tick' });
  return history().events.slice(length);
}

test('TOOL-02 a playback waits as long as the session did, divided by its speed', () => {
  const events = eventsAt(0, 400, 1_200);
  expect(nextStop(events, 0, 1)).toEqual({ index: 1, delay: 400 });
  expect(nextStop(events, 1, 1)).toEqual({ index: 2, delay: 800 });
  expect(nextStop(events, 1, 4)).toEqual({ index: 2, delay: 200 });
  expect(nextStop(events, 2, 1)).toBeUndefined();
});

test('TOOL-02 a playback passes events that follow at once, and shortens long waits', () => {
  const events = eventsAt(0, 0, 50, 99, 150, 600_000);
  expect(nextStop(events, 0, 1)).toEqual({ index: 3, delay: 100 });
  expect(nextStop(events, 0, 16)).toEqual({ index: 4, delay: 100 });
  expect(nextStop(events, 4, 16)).toEqual({ index: 5, delay: 2_000 });
  expect(nextStop([], -1, 1)).toBeUndefined();
});
