import { assign, createActor, setup } from 'xstate';
import { expect, test, vi } from 'vitest';
import { millis } from '../../events/core/time.ts';
import { followActors } from './history.ts';
import { showMoments } from './shown-moment.ts';

const counter = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'more' } },
}).createMachine({
  context: { count: 0 },
  on: { more: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
});
const machine = setup({
  types: { events: {} as { type: 'next' } | { type: 'back' } },
  actors: { counter },
}).createMachine({
  initial: 'alone',
  states: {
    alone: { on: { next: 'counting' } },
    counting: { invoke: { id: 'counter', src: 'counter' }, on: { back: 'alone' } },
  },
});

function session() {
  const root = createActor(machine);
  const { history, stop } = followActors(root, { now: () => millis(0) });
  root.start();
  const seqs = [history().seq];
  const step = (act: () => void) => {
    act();
    seqs.push(history().seq);
  };
  step(() => root.send({ type: 'next' }));
  const { counter: child } = root.getSnapshot().children;
  step(() => child?.send({ type: 'more' }));
  step(() => child?.send({ type: 'more' }));
  step(() => root.send({ type: 'back' }));
  stop();
  return { root, child, seqs, go: showMoments(history()) };
}

test('TOOL-02 replayed actors have the snapshots of the shown moment, in any order of moments', () => {
  const { root, child, seqs, go } = session();
  const seen = () => [
    root.getSnapshot().value,
    Object.keys(root.getSnapshot().children),
    child?.getSnapshot().context.count,
  ];
  expect(seen()).toEqual(['alone', [], 2]);
  const moments = [
    ['alone', [], 0],
    ['counting', ['counter'], 0],
    ['counting', ['counter'], 1],
    ['counting', ['counter'], 2],
    ['alone', [], 2],
  ];
  for (const at of [2, 0, 4, 1, 3, 0, 2]) {
    go(seqs[at] ?? 0);
    expect(seen()).toEqual(moments[at]);
  }
  go(seqs[2] ?? 0);
  expect(root.getSnapshot().children.counter).toBe(child);
});

test('TOOL-02 a replayed actor tells its views of another snapshot only, and takes no event', () => {
  const { root, child, seqs, go } = session();
  const [told, late] = [vi.fn(), vi.fn()];
  const { unsubscribe } = root.subscribe(told);
  child?.subscribe({ next: late });
  go(seqs[2] ?? 0);
  go(seqs[3] ?? 0);
  expect([told.mock.calls.length, late.mock.calls.length]).toEqual([1, 2]);
  unsubscribe();
  go(seqs[4] ?? 0);
  expect(told).toHaveBeenCalledTimes(1);
  root.send({ type: 'next' });
  expect(root.getSnapshot().value).toBe('alone');
});
