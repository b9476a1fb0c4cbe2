import { expect, test } from 'vitest';
import { trusted } from '../../tests/support/events/trusted.ts';
import { openDelivery } from './deliver-events.ts';
import { openSubscriptionIndex, type Receiver } from './subscription-index.ts';

const NOTES = ['one', 'two', 'three'].map((content) => trusted({ content }));

function receiver(heard: string[], name: string, onHeard = () => {}): Receiver {
  return {
    deliver: ({ event }) => {
      heard.push(`${name} ${event.content}`);
      onHeard();
    },
  };
}

/** Subscriptions to all events. */
function indexOf(...receivers: readonly Receiver[]) {
  const index = openSubscriptionIndex();
  const removals = new Map(receivers.map((each) => [each, index.add([{}], each)]));
  return { index, remove: (one: Receiver) => removals.get(one)?.() };
}

/** Block the thread for longer than one turn of delivery. */
function block(): void {
  const end = performance.now() + 9;
  while (performance.now() < end);
}

test('RELAY-05 each event reaches all receivers before the next one does', () => {
  const heard: string[] = [];
  openDelivery(indexOf(receiver(heard, 'a'), receiver(heard, 'b')).index)(NOTES);
  expect(heard).toEqual(['a one', 'b one', 'a two', 'b two', 'a three', 'b three']);
});

test('TRUST-09 a slow delivery lets other tasks run in between, and keeps the order', async () => {
  const heard: string[] = [];
  const deliver = openDelivery(indexOf(receiver(heard, 'a', block), receiver(heard, 'b')).index);
  deliver(NOTES.slice(0, 2));
  expect(heard).toEqual(['a one']);
  deliver(NOTES.slice(2));
  expect(heard).toEqual(['a one']);
  await expect
    .poll(() => heard)
    .toEqual(['a one', 'b one', 'a two', 'b two', 'a three', 'b three']);
  deliver(NOTES.slice(0, 1));
  await expect.poll(() => heard).toHaveLength(8);
});

test('TRUST-09 after a pause the next receivers are served in one turn again', async () => {
  const heard: string[] = [];
  const quick = Array.from({ length: 100 }, (_, n) => receiver(heard, `${n}`));
  openDelivery(indexOf(receiver(heard, 'slow', block), ...quick).index)(NOTES.slice(0, 1));
  let turns = 0;
  for (; heard.length < 101; turns++) await new Promise(setImmediate);
  expect(turns).toBeLessThan(50);
});

test('RELAY-05 a receiver that left meanwhile gets nothing more', async () => {
  const heard: string[] = [];
  const left = receiver(heard, 'b');
  const { index, remove } = indexOf(receiver(heard, 'a', block), left, receiver(heard, 'c'));
  openDelivery(index)(NOTES.slice(0, 1));
  remove(left);
  await expect.poll(() => heard).toEqual(['a one', 'c one']);
});

test('RELAY-05 without receivers events are dropped, not kept for later ones', () => {
  const heard: string[] = [];
  const { index } = indexOf();
  const deliver = openDelivery(index);
  deliver(NOTES.slice(0, 2));
  index.add([{}], receiver(heard, 'a'));
  deliver(NOTES.slice(2));
  expect(heard).toEqual(['a three']);
});
