import type { AnyActorRef } from 'xstate';
import type { Recorded, Recording } from '../../src/machines/app/recording/recorder.ts';
import {
  firstDifference,
  machineDifferences,
} from '../../src/machines/app/recording/recording-differences.ts';
import { replay } from '../../src/machines/app/recording/replay.ts';
import { replayedApp } from '../../src/machines/app/recording/replayed-app.ts';
import type { Change } from '../../src/machines/inspector/changes.ts';
import { valueAsJson } from '../../src/machines/inspector/shown-value.ts';
import { numbered } from './recorded-test.ts';

/** Number of differing values that are listed for each machine, and letters of a value. */
const [MOST, LETTERS] = [20, 120];

/** Compare two recordings: the first entry that differs, and the states after both replays. */
export function linesOfComparison(one: Recording, other: Recording): readonly string[] {
  const first = firstDifference(one, other);
  if (!first) return [`all ${one.log.length} entries are the same`, ...linesOfEnds(one, other)];
  const { number, changes } = first;
  const entry = (found: typeof first.one) =>
    found ? numbered(found, number) : `${String(number).padStart(5)}  (ended)`;
  return [
    'the first entry that differs:',
    `-${entry(first.one)}`,
    `+${entry(first.other)}`,
    ...(first.one && first.other ? linesOfChanges(changes) : []),
    ...linesOfEnds(one, other),
  ];
}

/** Replay two recordings, and list the machines that differ at the end. */
export function linesOfEnds(one: Recording, other: Recording): readonly string[] {
  const machine = replayedApp();
  const [before, after] = [replay(machine, one), replay(machine, other)];
  // a branch keeps the numbers of its recording
  const numberOf = (entry: Recorded) =>
    (one.log.includes(entry) ? one : other).log.indexOf(entry) + 1;
  return [
    ...after.lost.map((entry) => `not replayed: ${numbered(entry, numberOf(entry))}`),
    ...linesOfMachines(before.root, after.root),
  ];
}

function linesOfMachines(one: AnyActorRef, other: AnyActorRef): readonly string[] {
  const differing = machineDifferences(one, other);
  if (differing.length === 0) return ['no machine differs at the end'];
  return [
    'machines that differ at the end:',
    ...differing.flatMap(({ path, one: before, other: after, changes }) => [
      `${path} ${statesOf(before)} -> ${statesOf(after)}`,
      ...linesOfChanges(changes),
    ]),
  ];
}

function statesOf(value: unknown): string {
  return value === undefined ? '(not running)' : JSON.stringify(value);
}

function linesOfChanges(changes: readonly Change[]): readonly string[] {
  const rest = changes.length - MOST;
  return [
    ...changes
      .slice(0, MOST)
      .map(
        ({ path, before, after }) =>
          `  ${path.join('.')}: ${shown(path, before)} -> ${shown(path, after)}`,
      ),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** Return a value in one line. The name of its field says whether it is a secret. */
function shown(path: readonly string[], value: unknown): string {
  const text = valueAsJson(value, path.at(-1)).replaceAll(/\s*\n\s*/g, ' ');
  return text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text;
}
