import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = `
/cache socket.opened
/account xstate.after.startDelay.account.session.kept (timer)
/account xstate.done.actor.code
/account/scope/outbox store.opened
/account/scope/unread xstate.after.startDelay.unread.arriving (timer)
/account/scope/notifications xstate.after.second.notifications.seen.arriving (timer)
/cache socket.batch
/account account.intent lists.edit
/account/scope/outbox store.appended
/account/scope/lists/edit follows lock.granted
/account/scope/lists versions.found
/cache socket.batch
/account/scope/relays/relay wss://relay.example socket.opened
/account/scope/relays/relay wss://relay.example socket.heard
/account/scope/lists/edit follows list.confirm
/account/scope/outbox store.appended
/account/session/signer signer.answered
/account/scope/outbox store.appended
/account/scope/relays/relay wss://relay.example socket.heard
/account/scope/outbox store.appended
/account/scope/outbox store.appended
`;

const OUTCOME = `event list.failed`;

test('INV-NO-LOSS BEYOND-07 a follow that relays refuse for a newer list is not given up', () => {
  const { entries, lost, isReached } = playRecording('follow-refused-for-newer-list', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  // else the recording is out of date, and says nothing
  expect(lost).toEqual([]);
  expect(isReached).toBe(false);
});
