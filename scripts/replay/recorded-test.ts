import type { Recorded, Recording } from '../../src/machines/app/recorder.ts';
import { type Outcome, outcomeText } from '../../src/machines/app/outcome.ts';
import { recordingText } from '../../src/machines/app/recording-text.ts';

/** A test, and the recording that it replays. */
export interface RecordedTest {
  readonly test: string;
  readonly recording: string;
}

/** True if files of a test can be named so. */
export function isTestName(name: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+){0,9}$/.test(name) && name.length <= 40;
}

/**
 * Write a recording as a test of its outcome (BEYOND-07). A fault fails the test until it is
 * mended. The recording has been exported, so its texts stay as they are.
 */
export function recordedTest(
  name: string,
  recording: Recording,
  outcome: Outcome,
  isFault: boolean,
): RecordedTest {
  const text = outcomeText(outcome);
  const words = isFault ? 'does not come' : 'comes';
  const test = `import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = \`
${quoted(recording.log.map(entryText).join('\n'))}
\`;

const OUTCOME = \`${quoted(text)}\`;

test('recording ${name}: the outcome ${words}', () => {
  const { entries, isReached } = playRecording('${name}', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  expect(isReached).toBe(${!isFault});
});
`;
  return { test, recording: recordingText(recording, 'own') };
}

/** Return the receiver and the type of an entry. */
export function entryText({ to, event, timer }: Recorded): string {
  return `/${to.join('/')} ${event.type}${timer ? ' (timer)' : ''}`;
}

/** Return an entry with its number. */
export function numbered(entry: Recorded, number: number): string {
  return `${String(number).padStart(5)}  ${entryText(entry)}`;
}

/** Return a text as the content of a template literal. */
function quoted(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}
