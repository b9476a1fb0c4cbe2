import type { Recorded, Recording } from '../../src/machines/app/recording/recorder.ts';
import { type Outcome, outcomeText } from '../../src/machines/app/recording/outcome.ts';
import { intentIn, recordingText } from '../../src/machines/app/recording/recording-text.ts';

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
  title = `recording ${name}: the outcome ${isFault ? 'does not come' : 'comes'}`,
): RecordedTest {
  const text = outcomeText(outcome);
  const test = `import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = \`
${quoted(recording.log.map(entryText).join('\n'))}
\`;

const OUTCOME = \`${quoted(text)}\`;

test('${quotedIn(title)}', () => {
  const { entries, lost, isReached } = playRecording('${name}', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  // else the recording is out of date, and says nothing
  expect(lost).toEqual([]);
  expect(isReached).toBe(${!isFault});
});
`;
  return { test, recording: recordingText(recording, 'own') };
}

/** Return the receiver and the type of an entry, and the type of its intent. */
export function entryText({ to, event, timer }: Recorded): string {
  const intent = intentIn(event);
  const what = intent ? `${event.type} ${intent.type}` : event.type;
  return `/${to.join('/')} ${what}${timer ? ' (timer)' : ''}`;
}

/** Return an entry with its number. */
export function numbered(entry: Recorded, number: number): string {
  return `${String(number).padStart(5)}  ${entryText(entry)}`;
}

/** Return a text as the content of a string in single quotes. */
function quotedIn(text: string): string {
  return text.replaceAll(/[\\']/g, String.raw`\$&`);
}

/** Return a text as the content of a template literal. */
function quoted(text: string): string {
  return text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}
