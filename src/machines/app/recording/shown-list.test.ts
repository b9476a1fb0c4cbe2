import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { millis } from '../../../events/core/time.ts';
import { readRecording } from './read-recording.ts';
import { recordingText } from './recording-text.ts';

const [ME, ANN, BEN] = ['a'.repeat(64), 'b4'.repeat(32), 'c5'.repeat(32)];
const WORDS = 'the spare key is under the third pot';
const old = trusted({ kind: 4, pubkey: ANN, tags: [['p', ME]], created_at: 100 });
const PRIVATE = 'd6'.repeat(32);

/** Save a recording in which the signer decrypts a stored list, and return its answer. */
function saved(rows: readonly unknown[]) {
  const at = millis(0);
  const text = recordingText({
    origin: at,
    boot: { at, input: {} },
    dropped: 0,
    log: [
      { at, to: ['cache'], event: { type: 'socket.batch', arrivals: [{ events: [old] }] } },
      {
        at,
        to: ['account', 'session', 'signer'],
        event: { type: 'signer.answered', id: '6', answer: { text: JSON.stringify(rows) } },
      },
    ],
  });
  return { text, list: readRecording(text).log[1]?.event['answer'].text };
}

test('TOOL-02 TRUST-05 a stored list of conversations leaves with its public messages alone', () => {
  const { text, list } = saved([
    [ANN, 200, 3, 1, old.id, 100, 0, WORDS],
    [BEN, 300, 1, 2, PRIVATE, 300, 0, WORDS],
  ]);
  expect(JSON.parse(list)).toEqual([[ANN, 100, 0, 0, old.id, 100, 0, '']]);
  for (const needle of [WORDS, BEN, PRIVATE]) expect(text).not.toContain(needle);
});

test('TRUST-05 a decrypted text in the form of such a list names no other account', () => {
  const { text, list } = saved([[BEN, 100, 0, 0, old.id, 100, 0, WORDS]]);
  expect(JSON.parse(list)).toEqual([]);
  for (const needle of [WORDS, BEN]) expect(text).not.toContain(needle);
  expect(saved([WORDS]).text).not.toContain(WORDS);
});
