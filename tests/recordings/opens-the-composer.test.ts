import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = `
/account account.signIn
/account xstate.done.actor.code
/account/session/login login.extension
/account/session/login xstate.done.actor.extension
/account account.intent
/account/scope xstate.done.actor.code compose
`;

const OUTCOME = `state account/scope/compose opening`;

test('recording opens-the-composer: the outcome comes', () => {
  const { entries, isReached } = playRecording('opens-the-composer', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  expect(isReached).toBe(true);
});
