import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = `
/account xstate.after.startDelay.account.session.kept (timer)
/account xstate.done.actor.code
/account/session session.login
/account/session/login login.extension
/account/session/login xstate.done.actor.extension
/account/session session.leave
/account/session xstate.after.leaveTimeout.session.who.leaving (timer)
`;

const OUTCOME = `end account/session {"who":"visitor","unlocked":"none","entry":"closed","making":"closed","saving":"closed"}`;

test('ACCOUNT-06 BEYOND-07 signing out of one of two accounts lands on the other', () => {
  const { entries, lost, isReached } = playRecording('sign-out-of-one-of-two', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  // else the recording is out of date, and says nothing
  expect(lost).toEqual([]);
  expect(isReached).toBe(false);
});
