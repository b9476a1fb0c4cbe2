import { expect, test } from 'vitest';
import {
  elements,
  key,
  openVillage,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

const FEED = { spec: '{"id":"all-notes","kind":"notes"}', user_pubkey: key(9) };

const seen = async (village: Village, payload: Record<string, unknown> = FEED) =>
  elements(await village.ask('mega_feed_directive', payload));

test('muted accounts, words, hashtags and threads are hidden from the muting account only', async () => {
  const village = openVillage();
  village.follow(8, 1, 2, 3, 4);
  const kept = village.note(1, 'a Word of peace', 60);
  const muted = [
    village.note(2, 'by somebody muted', 50),
    village.note(3, 'says BADWORD in capitals', 40),
    village.note(3, 'tagged', 30, [['t', 'Spam']]),
    village.note(4, 'a thread', 20),
  ];
  village.post(9, {
    kind: KIND.MuteList,
    tags: [
      ['p', key(2)],
      ['word', 'badword'],
      ['t', 'spam'],
      ['e', muted[3]?.id ?? ''],
    ],
  });
  expect(await seen(village)).toEqual([kept.id]);
  expect(await seen(village, { ...FEED, user_pubkey: key(8) })).toHaveLength(5);
});

test('replies in a muted thread and reposts of muted authors are left out too', async () => {
  const village = openVillage();
  village.follow(9, 1, 2);
  const root = village.note(3, 'root', 60);
  village.reply(1, root, 'answer', 50);
  village.repost(2, village.note(4, 'by four', 40), 30);
  const kept = village.note(1, 'kept', 20);
  const follows = { pubkey: key(9), notes: 'follows', include_replies: true, user_pubkey: key(9) };
  expect(elements(await village.ask('feed', follows))).toHaveLength(3);
  village.post(9, {
    kind: KIND.MuteList,
    tags: [
      ['e', root.id],
      ['p', key(4)],
    ],
  });
  expect(elements(await village.ask('feed', follows))).toEqual([kept.id]);
});

test('a repost of an unknown event is shown, also to an account that mutes', async () => {
  const village = openVillage();
  village.follow(9, 2);
  const repost = village.post(2, { kind: KIND.Repost, tags: [['e', 'f'.repeat(64)]] }, 10);
  village.post(9, { kind: KIND.MuteList, tags: [['p', key(4)]] });
  const follows = { pubkey: key(9), notes: 'follows', user_pubkey: key(9) };
  expect(elements(await village.ask('feed', follows))).toEqual([repost.id]);
});

test('ACCOUNT-10 the first 200 muted words are applied', async () => {
  const village = openVillage();
  const [late, kept] = [village.note(1, 'says w199', 20), village.note(1, 'says w200', 10)];
  const words = Array.from({ length: 201 }, (_, n) => ['word', `w${n}`]);
  expect(await seen(village)).toEqual([kept.id, late.id]);
  village.post(9, { kind: KIND.MuteList, tags: words });
  expect(await seen(village)).toEqual([kept.id]);
});

test('PROFILE-04 notes of a muted account are on its own page, and in no list of several accounts', async () => {
  const village = openVillage();
  village.follow(9, 2);
  const note = village.note(2, 'hello', 60);
  village.post(9, { kind: KIND.MuteList, tags: [['p', key(2)]] });
  const asked = { pubkey: key(2), notes: 'authored', user_pubkey: key(9) };
  expect(elements(await village.ask('feed', asked))).toEqual([note.id]);
  expect(
    elements(await village.ask('feed', { pubkey: key(9), notes: 'follows', user_pubkey: key(9) })),
  ).toEqual([]);
});

test('PROFILE-04 articles of a muted account are on its own page, and in no list of all', async () => {
  const village = openVillage();
  const tags = [
    ['d', 'x'],
    ['published_at', '1'],
  ];
  const article = village.post(2, { kind: KIND.LongForm, tags }, 60);
  village.post(9, { kind: KIND.MuteList, tags: [['p', key(2)]] });
  const list = async (payload: Record<string, unknown>) =>
    elements(await village.ask('long_form_content_feed', { user_pubkey: key(9), ...payload }));
  expect(await list({ pubkey: key(2), notes: 'authored' })).toEqual([article.id]);
  expect(await list({})).toEqual([]);
});

test('events by muted accounts are not sent as references either', async () => {
  const village = openVillage();
  const quoted = village.note(2, 'quoted', 60);
  village.note(1, 'look', 50, [['q', quoted.id]]);
  expect(
    (await village.ask('mega_feed_directive', { ...FEED, limit: 1 })).some(
      ({ kind }) => kind === RESULT.Referenced,
    ),
  ).toBe(true);
  village.post(9, { kind: KIND.MuteList, tags: [['p', key(2)]] });
  expect(
    (await village.ask('mega_feed_directive', { ...FEED, limit: 1 })).some(
      ({ kind }) => kind === RESULT.Referenced,
    ),
  ).toBe(false);
});

test('mute lists of followed accounts apply if used for content, except to allowlisted accounts', async () => {
  const village = openVillage();
  const notes = [
    village.note(1, 'one', 30),
    village.note(2, 'two', 20),
    village.note(3, 'three', 10),
  ];
  village.post(5, {
    kind: KIND.MuteList,
    tags: [
      ['p', key(1)],
      ['p', key(2)],
      ['word', 'three'],
    ],
  });
  village.post(6, { kind: KIND.MuteList, tags: [['p', key(3)]] });
  const lists = [
    ['p', key(5), '', '', '["content","trending"]'],
    ['p', key(6), '', '', '["trending"]'],
  ];
  village.post(9, { kind: KIND.Contacts, tags: [] });
  village.post(9, { kind: KIND.CategorizedPeople, tags: [['d', 'mutelists'], ...lists] });
  expect(await seen(village)).toEqual([notes[2]?.id]);
  village.post(9, {
    kind: KIND.CategorizedPeople,
    tags: [
      ['d', 'allowlist'],
      ['p', key(2)],
    ],
  });
  expect(await seen(village)).toEqual([notes[2]?.id, notes[1]?.id]);
});

test('no account can hide from itself', async () => {
  const village = openVillage();
  village.post(9, { kind: KIND.MuteList, tags: [['p', key(9)]] }, 100);
  const note = village.note(9, 'mine');
  expect(await seen(village)).toEqual([note.id]);
});

test('events deleted by their author are in no response; deletions by others have no effect', async () => {
  const village = openVillage();
  const note = village.note(1, 'regretted', 60);
  const kept = village.note(2, 'kept', 50);
  village.like(3, note, 40);
  village.post(
    1,
    {
      kind: KIND.EventDeletion,
      tags: [
        ['e', note.id],
        ['e', kept.id],
      ],
    },
    10,
  );
  expect(await seen(village)).toEqual([kept.id]);
  expect(await village.ask('events', { event_ids: [note.id] })).toEqual([]);
});

test('a note from the far future is not at the top of a feed', async () => {
  const village = openVillage();
  village.note(1, 'in a year', -365 * 86_400);
  const soon = village.note(1, 'in a minute', -60);
  expect(await seen(village)).toEqual([soon.id]);
});

test("a request without an account, or by one without lists, uses the default account's view", async () => {
  const village = openVillage();
  village.follow(7, 1);
  village.follow(8, 1, 2, 3);
  const followed = village.note(2, 'followed by eight', 10);
  const latest = { spec: '{"id":"latest","kind":"notes"}' };
  expect(await seen(village, latest)).toEqual([followed.id]);
  expect(await seen(village, { ...latest, user_pubkey: key(30) })).toEqual([followed.id]);
  expect(await seen(village, { ...latest, user_pubkey: key(7) })).toEqual([]);
  village.store.database.run("insert into meta (name, value) values ('default_pubkey', ?)", [
    key(7),
  ]);
  expect(await seen(village, latest)).toEqual([]);
});

test("ACCOUNT-10 an account's own posts are never hidden by its own word, hashtag or thread mutes", async () => {
  const village = openVillage();
  const root = village.note(3, 'root', 60);
  const said = [
    village.note(9, 'a badword of mine', 50),
    village.note(9, 'tagged', 40, [['t', 'spam']]),
    village.reply(9, root, 'answer', 30),
  ];
  village.post(
    9,
    {
      kind: KIND.MuteList,
      tags: [
        ['word', 'badword'],
        ['t', 'spam'],
        ['e', root.id],
      ],
    },
    20,
  );
  const own = { pubkey: key(9), notes: 'authored', user_pubkey: key(9) };
  const [notes, replies] = [
    await village.ask('feed', { ...own, include_replies: false }),
    await village.ask('feed', { ...own, include_replies: true }),
  ];
  const answers = [...elements(notes), ...elements(replies)];
  expect(new Set(answers)).toEqual(new Set(said.map(({ id }) => id)));
  const list = await village.ask('long_form_content_thread_view', {
    pubkey: key(9),
    identifier: '',
    kind: KIND.MuteList,
    user_pubkey: key(9),
  });
  expect(list.some(({ kind }) => kind === KIND.MuteList)).toBe(true);
});
