import { expect, test } from 'vitest';
import { playRecording } from '../support/machines/play-recording.ts';

/** Receiver and type of each entry of the recording. */
const ENTRIES = `
/cache socket.opened
/screens screen.opened
/screens screen.opened
/cache socket.batch
/cache socket.closed
/cache xstate.after.backoff.cache.waiting (timer)
/cache socket.opened
`;

const OUTCOME = `end screens/feed:home {"pages":"ended","news":"resting"}`;

test('CACHE-05 BEYOND-07 an empty feed is requested again when another service takes over', () => {
  const { entries, lost, isReached } = playRecording('empty-feed-other-service', OUTCOME);
  expect(entries).toBe(ENTRIES.trim());
  // else the recording is out of date, and says nothing
  expect(lost).toEqual([]);
  expect(isReached).toBe(false);
});
