import { expect, test } from 'vitest';
import { isTestName, recordedTest } from '../../scripts/replay/recorded-test.ts';
import { linesOfChecks } from '../../scripts/replay/report.ts';
import { readOutcome } from '../../src/machines/app/recording/outcome.ts';
import { readRecording } from '../../src/machines/app/recording/read-recording.ts';
import type { Recording } from '../../src/machines/app/recording/recorder.ts';
import { millis } from '../../src/events/core/time.ts';

const RECORDING: Recording = {
  origin: millis(0),
  boot: { at: millis(0), input: {} },
  dropped: 0,
  log: [
    { at: millis(1), to: ['relay `wss://${x}'], event: { type: 'relay.open', text: 'a word' } },
    { at: millis(2), to: [], event: { type: 'late' }, timer: [] },
  ],
};

test('BEYOND-07 a recording is written as a test that lists its entries and its outcome', () => {
  const outcome = readOutcome('state /cache live.connected');
  if (!outcome) throw new Error('the outcome was not read');
  const { test: text, recording } = recordedTest('a-fault', RECORDING, outcome, false);
  expect(text).toContain('\n/relay \\`wss://\\${x} relay.open\n/ late (timer)\n');
  expect(text).toContain('const OUTCOME = `state cache live.connected`;');
  expect(text).toContain('expect(isReached).toBe(true);');
  // a shared file has been redacted before
  expect(readRecording(recording).log[0]?.event).toEqual({ type: 'relay.open', text: 'a word' });
  expect(text).toContain("test('recording a-fault: the outcome comes', ");
  const fault = recordedTest('a-fault', RECORDING, outcome, true, "BEYOND-07 it's mended").test;
  expect(fault).toContain('toBe(false)');
  expect(fault).toContain(String.raw`test('BEYOND-07 it\'s mended', `);
});

test('BEYOND-07 a test has a plain name', () => {
  expect(['like-stays', 'a1'].filter(isTestName)).toHaveLength(2);
  expect(['', '../x', 'A', 'a b', 'a--b', "a'b", 'a'.repeat(41)].filter(isTestName)).toEqual([]);
});

test('TOOL-02 the report numbers the entries after which a replay differs', () => {
  const divergence = { from: 1, to: 2, paths: [['cache'], []] };
  const { log } = RECORDING;
  expect(linesOfChecks(log, { compared: 2, divergence }).slice(1)).toEqual([
    '    2  / late (timer)',
    'differs: /cache',
    'differs: /',
  ]);
  expect(linesOfChecks(log, { compared: 2, divergence: undefined })).toEqual([
    '2 checks of the states compared: all agree',
  ]);
  expect(linesOfChecks(log, { compared: 0, divergence: undefined })[0]).toContain('no checks');
});
