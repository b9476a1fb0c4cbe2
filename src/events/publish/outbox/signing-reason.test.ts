import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { follow } from '../../account/lists/list-intents.ts';
import { KIND } from '../../nostr/kinds.ts';
import { buildReaction } from '../../compose/acts/build-acts.ts';
import { reasonOf, textOf } from './signing-reason.ts';
import { pressed } from '../../nostr/ours.ts';

const event = (draft: { kind: number; tags?: string[][]; content?: string }) => ({
  type: 'event' as const,
  draft: pressed({ tags: [], content: '', ...draft }),
});

test('BEYOND-03 the reason for a signature is a plain sentence, also for kinds without one of their own', () => {
  const liked = (kind: number) => ({
    type: 'event' as const,
    draft: buildReaction({ event: trusted({ kind }) }),
  });
  const wishes = [
    event({ kind: KIND.Text }),
    event({ kind: KIND.Text, tags: [['e', 'a'.repeat(64)]] }),
    liked(KIND.Text),
    liked(KIND.LongForm),
    liked(KIND.Highlight),
    event({ kind: KIND.Reaction, content: '🔥' }),
    { type: 'list' as const, list: 'follows' as const, intents: [follow('a'.repeat(64))] },
    event({ kind: 31_337 }),
  ];
  expect(wishes.map((wish) => inEnglish(reasonOf(wish)))).toEqual([
    'Publish a note',
    'Publish a reply',
    'Like a note',
    'Like an article',
    'Like something',
    'React to something',
    'Update your follow list',
    'Publish an event of kind 31337',
  ]);
});

test.each([
  [KIND.Comment, 'Publish a comment'],
  [KIND.LongForm, 'Publish an article'],
  [KIND.Repost, 'Repost a note'],
  [KIND.GenericRepost, 'Repost something'],
  [KIND.EventDeletion, 'Request a deletion'],
  [KIND.ReportContent, 'Report something'],
  [KIND.Metadata, 'Update your profile'],
  [KIND.EncryptedDirectMessage, 'Send a message'],
])('BEYOND-03 an event of kind %i is signed to: %s', (kind, reason) => {
  // only a note that refers to another one is a reply, and only a plus is a like
  for (const tags of [[], [['e', 'a'.repeat(64)]]])
    expect(inEnglish(reasonOf(event({ kind, tags, content: '+' })))).toBe(reason);
});

test.each([
  ['mutes', 'Update your mute list'],
  ['bookmarks', 'Update your bookmarks'],
  ['relays', 'Update your relays'],
  ['mediaServers', 'Update your media servers'],
  ['filterLists', 'Update your filter lists'],
  ['allowlist', 'Update your allowlist'],
] as const)('BEYOND-03 a version of %s is signed to: %s', (list, reason) => {
  expect(inEnglish(reasonOf({ type: 'list', list, intents: [] }))).toBe(reason);
});

test('PUBLISH-04 the text that may be lost is written content, not a sign, a profile or encrypted data', () => {
  const written = [
    KIND.Text,
    KIND.Comment,
    KIND.LongForm,
    KIND.Highlight,
    KIND.Poll,
    KIND.LiveChatMessage,
  ];
  for (const kind of written) expect(textOf(event({ kind, content: ' hello ' }))).toBe('hello');
  expect(textOf({ type: 'list', list: 'follows', intents: [] })).toBe('');
  const others = [KIND.Reaction, KIND.Metadata, KIND.EncryptedDirectMessage, KIND.Repost];
  expect(others.map((kind) => textOf(event({ kind, content: 'hello' })))).toEqual(['', '', '', '']);
});
