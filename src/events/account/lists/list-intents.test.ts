import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import {
  allow,
  bookmark,
  dropFilterList,
  filterLists,
  filterScopes,
  filterWith,
  follow,
  mediaServer,
  mute,
  relayUse,
  threadTags,
} from './list-intents.ts';

const ann = 'a'.repeat(64);

test('ACCOUNT-08 ACCOUNT-10 ACCOUNT-13 an intent names its entry in the form of its list', () => {
  expect([
    follow(ann),
    follow(ann, false),
    allow(ann),
    allow(ann, false),
    dropFilterList(ann),
  ]).toEqual(['add', 'remove', 'add', 'remove', 'remove'].map((act) => ({ act, tag: ['p', ann] })));
  const muted = [
    mute({ type: 'user', pubkey: ann }),
    mute({ type: 'word', word: ' Spam' }),
    mute({ type: 'hashtag', hashtag: '#Ads ' }),
    mute({ type: 'thread', id: ann }, { on: false }),
  ];
  expect(muted).toEqual([
    { act: 'add', tag: ['p', ann] },
    { act: 'add', tag: ['word', 'spam'] },
    { act: 'add', tag: ['t', 'ads'] },
    { act: 'remove', tag: ['e', ann] },
  ]);
  const [note, article] = [
    trusted({ pubkey: ann }),
    trusted({ pubkey: ann, kind: 30_023, tags: [['d', 'x']] }),
  ];
  expect([bookmark(note), bookmark(article, { on: false })]).toEqual([
    { act: 'add', tag: ['e', note.id] },
    { act: 'remove', tag: ['a', `30023:${ann}:x`] },
  ]);
});

test('ACCOUNT-20 only an intent for the private part is marked as secret', () => {
  const [user, note] = [{ type: 'user', pubkey: ann } as const, trusted({})];
  expect(
    [mute(user, { secret: true }), bookmark(note, { secret: true })].map(({ secret }) => secret),
  ).toEqual([true, true]);
  for (const intent of [mute(user), bookmark(note), mute(user, { secret: false }), follow(ann)])
    expect('secret' in intent).toBe(false);
});

test('a relay without any use is removed, and a media server needs an address', () => {
  const use = (read: boolean, write: boolean) => relayUse('wss://a.example', { read, write });
  const r = ['r', 'wss://a.example'];
  expect(
    [use(true, true), use(true, false), use(false, true), use(false, false)].map((intent) => [
      intent?.act,
      intent?.tag,
    ]),
  ).toEqual([
    ['set', r],
    ['set', [...r, 'read']],
    ['set', [...r, 'write']],
    ['remove', r],
  ]);
  expect(relayUse('junk', { read: true, write: true })).toBeUndefined();
  for (const act of ['add', 'remove', 'first'] as const)
    expect(mediaServer('https://a.example/x', act)).toEqual({
      act,
      tag: ['server', 'https://a.example'],
    });
  expect(mediaServer('junk', 'add')).toBeUndefined();
});

test('ACCOUNT-11 INV-PRESERVE the scopes of a filter list change, and the rest of its entry stays', () => {
  const held = ['p', ann, 'wss://relay.example', 'ann', '["trending","mystery"]', 'more'];
  expect(filterScopes(held)).toEqual(['trending']);
  expect(filterWith(ann, ['content', 'trending'], held).tag).toEqual(
    held.with(4, '["content","trending"]'),
  );
  expect(filterScopes(['p', ann])).toEqual(['content']);
  for (const odd of ['', '{}', '[', '"content"', '[1]'])
    expect(filterScopes(['p', ann, '', '', odd])).toEqual([]);
});

test('ACCOUNT-11 filter lists are read by owner, each once with all its scopes, at most 50', () => {
  const [bob, cat] = ['b'.repeat(64), 'c'.repeat(64)];
  expect(
    filterLists([
      ['p', ann, '', '', '["content"]'],
      ['p', bob, '', '', '[]'],
      ['p', 'nobody'],
      ['e', cat],
      ['p', ann, '', '', '["trending","content"]'],
      ['p', cat],
    ]),
  ).toEqual([
    { owner: ann, scopes: ['content', 'trending'] },
    { owner: cat, scopes: ['content'] },
  ]);
  const many = Array.from({ length: 51 }, (_, n) => ['p', n.toString(16).padStart(64, '0')]);
  expect(filterLists(many)).toHaveLength(50);
});

test('ACCOUNT-21 a thread is muted by every name of its root', () => {
  const [note, article] = [trusted({}), trusted({ kind: 30_023, pubkey: ann, tags: [['d', 'x']] })];
  const address = `30023:${ann}:x`;
  expect(threadTags(note)).toEqual([['e', note.id]]);
  expect(threadTags(article)).toEqual([
    ['a', address],
    ['e', article.id],
  ]);
  const reply = trusted({ tags: [['e', note.id, '', 'root']] });
  expect(threadTags(reply)).toEqual([['e', note.id]]);
  const comment = (...tags: string[][]) => threadTags(trusted({ kind: 1111, tags }));
  expect(comment(['E', article.id], ['A', address], ['e', reply.id])).toEqual([
    ['a', address],
    ['e', article.id],
  ]);
  expect(comment(['I', 'https://x.example'], ['K', 'web'])).toEqual([['i', 'https://x.example']]);
});
