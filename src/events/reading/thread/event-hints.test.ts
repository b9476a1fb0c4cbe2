import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND, REPLY_KINDS } from '../../nostr/kinds.ts';
import { naddrOf, neventOf, note1Of } from '../../nostr/nip19.ts';
import { eventFilters, eventHints, isTarget } from './event-hints.ts';

const [ID, OTHER, ANN] = ['a', 'b', '2'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const note = { type: 'note', id: ID } as const;
const article = { type: 'article', kind: 30_023, pubkey: ANN, identifier: 'x' } as const;

test('THREAD-03 hints about an event are read from its path and from events that name it', () => {
  const path = neventOf({ id: ID, relays: [ONE], author: ANN }) ?? '';
  const about = [
    trusted({ tags: [['e', ID, TWO, 'reply']] }),
    trusted({ tags: [['q', OTHER, 'wss://no.example']] }),
    trusted({ content: `See nostr:${neventOf({ id: ID, relays: ['wss://text.example'] })}.` }),
    trusted({ content: `See nostr:${neventOf({ id: OTHER, relays: ['wss://no.example'] })}.` }),
    trusted({ tags: [['e', ID, 'ws://127.0.0.1:8080']] }),
  ];
  expect(eventHints(path, note, about)).toEqual({
    relays: [ONE, TWO, 'wss://text.example'],
    author: ANN,
  });
  expect(eventHints(note1Of(ID) ?? '', note, [])).toEqual({ relays: [], author: undefined });
  expect(eventHints('', note, [trusted({ tags: [['e', ID, '', 'reply', ANN]] })])).toEqual({
    relays: [],
    author: ANN,
  });
  const many = Array.from({ length: 9 }, (_, at) =>
    trusted({ tags: [['e', ID, `wss://r${at}.example`]] }),
  );
  expect(eventHints(ID, note, many).relays).toHaveLength(5);
  const address = naddrOf({ ...article, relays: [ONE] }) ?? '';
  expect(eventHints(address, article, [])).toEqual({ relays: [ONE], author: ANN });
});

test('THREAD-03 a search asks for the event, its replies and the profile of a known author', () => {
  const replies = { kinds: REPLY_KINDS, limit: 100 };
  const profile = { kinds: [KIND.Metadata], authors: [ANN], limit: 1 };
  expect(eventFilters(note, undefined)).toEqual([{ ids: [ID] }, { ...replies, '#e': [ID] }]);
  expect(eventFilters(article, ANN)).toEqual([
    { kinds: [30_023], authors: [ANN], '#d': ['x'], limit: 1 },
    { ...replies, '#a': [`30023:${ANN}:x`] },
    profile,
  ]);
  const event = trusted({ kind: 30_023, tags: [['d', 'x']] });
  expect(isTarget({ ...article, pubkey: event.pubkey }, event)).toBe(true);
  expect(isTarget({ ...article, pubkey: event.pubkey, identifier: 'y' }, event)).toBe(false);
  expect([isTarget({ ...note, id: event.id }, event), isTarget(note, event)]).toEqual([
    true,
    false,
  ]);
});
