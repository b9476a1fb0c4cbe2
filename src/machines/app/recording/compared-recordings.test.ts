import { assign, setup } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../../events/core/time.ts';
import { compareRecordings } from './compared-recordings.ts';
import type { Recording } from './recorder.ts';
import { lostEntries, replayedHistory } from './replayed-history.ts';

const counter = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'add'; by: number } },
}).createMachine({
  context: { count: 0 },
  on: {
    add: { actions: assign({ count: ({ context, event }) => context.count + event.by }) },
  },
});
const machine = setup({ actors: { counter } }).createMachine({
  invoke: { id: 'counter', src: 'counter' },
});

function recordingOf(...all: readonly number[]): Recording {
  const log = all.map((by) => ({ at: millis(0), to: ['counter'], event: { type: 'add', by } }));
  return { origin: millis(0), boot: { at: millis(0), input: {} }, dropped: 0, log };
}

const compared = (one: readonly number[], other: readonly number[]) =>
  compareRecordings(machine, recordingOf(...one), recordingOf(...other));

test('TOOL-02 two recordings part at an entry, after which the states of actors differ', () => {
  expect(compared([1, 2, 9], [1, 5, 6])).toEqual({
    same: 1,
    one: { to: ['counter'], type: 'add' },
    other: { to: ['counter'], type: 'add' },
    changes: [{ path: ['event', 'by'], before: 2, after: 5 }],
    machines: [
      {
        path: '/counter',
        one: {},
        other: {},
        changes: [{ path: ['count'], before: 3, after: 6 }],
      },
    ],
    isAtEnd: false,
  });
});

test('TOOL-02 an entry without an effect makes two recordings differ only at the end, or not at all', () => {
  const none = { to: ['nobody'], type: 'add', by: 1 };
  const other = recordingOf(1, 2);
  const log = other.log.with(0, { at: millis(0), to: none.to, event: { type: 'add', by: 1 } });
  const moved = compareRecordings(machine, recordingOf(0, 2), { ...other, log });
  expect([moved.same, moved.machines, moved.isAtEnd]).toEqual([0, [], true]);
  const later = compareRecordings(machine, recordingOf(0, 2), {
    ...other,
    log: log.with(1, { at: millis(0), to: ['counter'], event: { type: 'add', by: 4 } }),
  });
  expect([later.same, later.machines[0]?.changes, later.isAtEnd]).toEqual([
    0,
    [{ path: ['count'], before: 2, after: 4 }],
    true,
  ]);
  expect(compared([1], [1])).toMatchObject({ same: 1, one: undefined, other: undefined });
  expect(compared([1], [1, 2])).toMatchObject({ same: 1, one: undefined, changes: [] });
});

test('TOOL-02 an entry is not replayed because its actor never started or its timer is missing', () => {
  const recording = recordingOf(1, 2);
  const log = [
    recording.log[0]!,
    { at: millis(0), to: ['nobody'], event: { type: 'add', by: 1 } },
    { at: millis(0), to: ['counter'], event: { type: 'add', by: 1 }, timer: ['counter'] },
  ];
  const { lost } = replayedHistory(machine, { ...recording, log });
  expect(lostEntries({ ...recording, log }, lost)).toEqual([
    { number: 2, to: ['nobody'], type: 'add', why: 'noActor' },
    { number: 3, to: ['counter'], type: 'add', why: 'noTimer' },
  ]);
});
