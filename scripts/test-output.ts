import { stripVTControlCharacters } from 'node:util';

/** A line of vitest for one finished file, and a line of playwright for one started test. */
const FILE = /^ [✓❯×↓] /;
const STARTED = /^\[(\d+)\/(\d+)\]/;

const linesOf = (output: string): readonly string[] => output.split(/\r?\n|\r/);

/** Number of test files that vitest has finished, by its output so far. */
export function finishedFiles(output: string): number {
  return linesOf(output).filter((line) => FILE.test(stripVTControlCharacters(line))).length;
}

/** The last progress that playwright has printed, such as "12 of 345 tests". */
export function startedTests(output: string): string | undefined {
  const last = linesOf(output)
    .map((line) => STARTED.exec(stripVTControlCharacters(line)))
    .findLast((found) => found !== null);
  return last ? `${last[1]} of ${last[2]} tests` : undefined;
}

/** Output of a failed step, without the lines about tests that passed or started. */
export function failuresIn(output: string): string {
  const kept = linesOf(output).filter((line) => {
    const text = stripVTControlCharacters(line);
    return !/^\s*✓ /.test(text) && !STARTED.test(text);
  });
  return kept
    .join('\n')
    .replaceAll(/\n\s*\n(?:\s*\n)+/g, '\n\n')
    .trim();
}
