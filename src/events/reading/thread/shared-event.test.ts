import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { decodeUri } from '../../nostr/nip19.ts';
import { sharedEvent } from './shared-event.ts';

test('NIP-19 a shared address names two write relays of the author', () => {
  const relays = ['a', 'b', 'c', 'd'].map((name) => ({
    url: `wss://${name}.example`,
    read: true,
    write: name !== 'a',
  }));
  const note = trusted({ content: 'x' });
  const { path = '', uri = '' } = sharedEvent(note, relays) ?? {};
  expect(path).toBe(`/e/${uri.slice('nostr:'.length)}`);
  expect(decodeUri(uri)).toEqual({
    type: 'nevent',
    id: note.id,
    relays: ['wss://b.example', 'wss://c.example'],
    author: note.pubkey,
    kind: KIND.Text,
  });
  const list = trusted({ kind: KIND.MuteList });
  expect(sharedEvent(list, [])?.path).toMatch(/^\/a\/naddr1/);
});
