import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { millis } from '../../../events/core/time.ts';
import { readRecording } from './read-recording.ts';
import { recordingText } from './recording-text.ts';

const [ME, ANN] = ['a'.repeat(64), 'b4'.repeat(32)];
const NAME = 'Wrenna Tide';
const profile = trusted({ kind: 0, pubkey: ME, content: JSON.stringify({ display_name: NAME }) });

/** Save a recording of typed fields of a new profile. `events`: the ones that relays sent back. */
function saved(...events: readonly unknown[]) {
  const at = millis(0);
  const to = ['account', 'session', 'create'];
  const typed = { type: 'create.type', field: 'displayName' };
  const text = recordingText(
    {
      origin: at,
      boot: { at, input: {} },
      dropped: 0,
      log: [
        { at, to, event: { ...typed, text: 'Wrenna T' } },
        { at, to, event: { ...typed, text: NAME } },
        { at, to, event: { type: 'create.follow', pubkeys: [ANN], follows: true } },
        { at, to: ['relay'], event: { type: 'socket.heard', heard: [{ events }] } },
        {
          at,
          to: ['account', 'scope', 'lists'],
          event: {
            type: 'lists.edit',
            list: 'mutes',
            intents: [{ act: 'add', tag: ['word', 'anchovy'] }],
            now: 0,
          },
        },
        {
          at,
          to: ['account', 'scope', 'outbox'],
          event: { type: 'store.appended', entries: [{ origin: 'new account: profile' }] },
        },
      ],
    },
    'shared',
    [],
    [ME],
  );
  return { text, events: readRecording(text).log.map(({ event }) => event) };
}

test('TOOL-02 TRUST-05 a new account is in a file with its fields, and a published name', () => {
  const { events, text } = saved(profile);
  expect(events.slice(0, 3)).toMatchObject([
    { field: 'displayName', text: expect.not.stringContaining('Wrenna') },
    { field: 'displayName', text: NAME },
    { pubkeys: [ANN], follows: true },
  ]);
  expect(events[4]).toMatchObject({ list: 'mutes', intents: [{ act: 'add' }] });
  expect(events[5]).toMatchObject({ entries: [{ origin: 'new account: profile' }] });
  expect(text).not.toContain('anchovy');
});

test('TRUST-05 a typed name that was not published is in no file', () => {
  const { text, events } = saved();
  expect(events[1]).toMatchObject({ field: 'displayName' });
  expect(text).not.toContain('Wrenna');
});
