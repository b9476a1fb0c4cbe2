import { expect, test } from 'vitest';
import { progressLine } from './progress-line.ts';

function written(isTTY: boolean): string {
  let [text, time] = ['', 0];
  const progress = progressLine({ isTTY, write: (part) => (text += part) }, () => time);
  progress.show(1, 4, 'Making the demo town');
  time = 12_400;
  progress.show(3, 4, 'Making the demo town');
  progress.show(5, 0, 'Importing notes.jsonl');
  time = 15_000;
  progress.end();
  progress.end();
  return text;
}

test('each step of a start is one line with its duration', () => {
  expect(written(false)).toBe('Making the demo town ... 12 s\nImporting notes.jsonl ... 3 s\n');
});

test('a terminal shows a bar in the line until the step has ended', () => {
  const lines = written(true).split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines.slice(0, 2)) expect(line.startsWith('\r')).toBe(true);
  const drawn = lines.flatMap((line) => line.split('\r').slice(1));
  expect(drawn[0]).toBe(`Making the demo town ... [${'#'.repeat(6)}${'.'.repeat(18)}]`);
  expect(drawn.map((line) => line.trimEnd()).slice(2)).toEqual([
    'Making the demo town ... 12 s',
    'Importing notes.jsonl ... 5',
    'Importing notes.jsonl ... 3 s',
  ]);
});
