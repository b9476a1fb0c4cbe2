import { setup } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../../events/core/time.ts';
import { outcomeOf, outcomeText, readOutcome } from './outcome.ts';

const lamp = setup({ types: { events: {} as { type: 'press' } } }).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
});

/** Press a lamp so many times. */
function pressed(times: number, text: string) {
  const press = { at: millis(0), to: [], event: { type: 'press' } };
  const log = Array.from({ length: times }, () => press);
  const outcome = readOutcome(text);
  if (!outcome) throw new Error(`no outcome: ${text}`);
  const recording = { origin: millis(0), boot: { at: millis(0), input: {} }, dropped: 0, log };
  const { isReached, entry, value } = outcomeOf(lamp, recording, outcome);
  return { isReached, entry, value };
}

test('BEYOND-07 an outcome is reached by the first entry that leads to it', () => {
  expect(pressed(3, 'state lamp on')).toMatchObject({ isReached: true, entry: 1 });
  expect(pressed(3, 'state lamp off')).toMatchObject({ isReached: true, entry: 0 });
  expect(pressed(0, 'state lamp on')).toMatchObject({ isReached: false, entry: undefined });
  expect(pressed(2, 'event press')).toMatchObject({ isReached: true, entry: 1 });
  expect(pressed(2, 'crash')).toMatchObject({ isReached: false });
});

test('BEYOND-07 the states at the end are an outcome', () => {
  expect(pressed(3, 'end lamp')).toMatchObject({ isReached: true, value: 'on' });
  expect(pressed(3, 'end lamp "on"').isReached).toBe(true);
  expect(pressed(4, 'end lamp "on"')).toMatchObject({ isReached: false, value: 'off' });
  expect(pressed(1, 'end door').isReached).toBe(false);
});

test('BEYOND-07 each outcome is written as it is read', () => {
  const all = [
    'crash',
    'crash front door',
    'event press',
    'text some words',
    'state front door open.wide',
    'end front door',
    'end front door {"a":"b c"}',
    'end front door "on"',
  ];
  for (const text of all) {
    const outcome = readOutcome(text);
    expect(outcome && outcomeText(outcome)).toBe(text);
  }
  for (const text of ['', 'end', 'end door {"a"}', 'someday'])
    expect([text, readOutcome(text)]).toEqual([text, undefined]);
});
