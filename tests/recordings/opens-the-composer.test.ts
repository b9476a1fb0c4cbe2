import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = `
/account account.signIn
/account xstate.done.actor.code
/account/session/login login.extension
/account/session/login xstate.done.actor.extension
/account account.intent compose.open
/account/scope xstate.done.actor.code compose
`;

const OUTCOME = `state account/scope/compose opening`;

test('recording opens-the-composer: the outcome comes', () => {
  const { entries, lost, isReached } = playRecording('opens-the-composer', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  // else the recording is out of date, and says nothing
  expect(lost).toEqual([]);
  expect(isReached).toBe(true);
});
