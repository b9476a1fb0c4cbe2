import { assign, setup } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../../events/core/time.ts';
import { firstDifference, machineDifferences } from './recording-differences.ts';
import type { Recording } from './recorder.ts';
import { replay } from './replay.ts';

const counter = setup({
  types: {
    context: {} as { counts: ReadonlyMap<string, number> },
    events: {} as { type: 'add'; name: string } | { type: 'close' },
  },
}).createMachine({
  context: { counts: new Map() },
  initial: 'open',
  states: {
    open: {
      on: {
        add: {
          actions: assign({
            counts: ({ context: { counts }, event: { name } }) =>
              new Map(counts).set(name, (counts.get(name) ?? 0) + 1),
          }),
        },
        close: 'closed',
      },
    },
    closed: {},
  },
});
const machine = setup({ actors: { counter } }).createMachine({
  invoke: { id: 'counter', src: 'counter' },
});

/** A recording with an event `add` for each name, and `close` for an empty one. */
function recordingOf(...names: readonly string[]): Recording {
  const log = names.map((name, at) => ({
    at: millis(at),
    to: ['counter'],
    event: name === '' ? { type: 'close' } : { type: 'add', name },
  }));
  return { origin: millis(0), boot: { at: millis(0), input: {} }, dropped: 0, log };
}
const replayed = (...names: readonly string[]) => replay(machine, recordingOf(...names)).root;

test('TOOL-02 two recordings are compared up to the first entry that differs', () => {
  expect(firstDifference(recordingOf('a', 'b'), recordingOf('a', 'b'))).toBeUndefined();
  expect(firstDifference(recordingOf('a', 'b', 'c'), recordingOf('a', 'x', 'y'))).toMatchObject({
    number: 2,
    changes: [{ path: ['event', 'name'], before: 'b', after: 'x' }],
  });
  expect(firstDifference(recordingOf('a'), recordingOf('a', 'b'))).toMatchObject({
    number: 2,
    one: undefined,
    other: { event: { name: 'b' } },
  });
});

test('TOOL-02 after two replays the states and values that differ are listed', () => {
  expect(machineDifferences(replayed('a', 'b'), replayed('b', 'a', ''))).toEqual([
    { path: '/counter', one: 'open', other: 'closed', changes: [] },
  ]);
  expect(machineDifferences(replayed('a', 'b'), replayed('a', 'b', 'a'))).toEqual([
    {
      path: '/counter',
      one: 'open',
      other: 'open',
      changes: [{ path: ['counts', 'a'], before: 1, after: 2 }],
    },
  ]);
  expect(machineDifferences(replayed('a'), replayed('a'))).toEqual([]);
});
