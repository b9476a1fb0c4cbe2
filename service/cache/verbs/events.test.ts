import { expect, test } from 'vitest';
import {
  contents,
  elements,
  idsOf,
  key,
  NOW,
  openVillage,
  ranges,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';

test('events: the stored ones, oldest first, without enrichment', async () => {
  const village = openVillage();
  const notes = [village.note(1, 'a', 300), village.note(2, 'b', 200)];
  const said = await village.ask('events', {
    event_ids: [notes[1]?.id, '0'.repeat(64), notes[0]?.id],
  });
  expect(said.map(({ result }) => result['id'])).toEqual([notes[0]?.id, notes[1]?.id]);
  expect(await village.notice('events', { event_ids: ['note1'] })).toBe('error');
});

test('events with an extended response are an enriched page', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  const note = village.note(1, 'a', 300);
  const said = await village.ask('events', {
    event_ids: [note.id, '0'.repeat(64)],
    extended_response: true,
  });
  expect(elements(said)).toEqual([note.id]);
  expect(ranges(said)).toMatchObject([{ since: NOW - 300, until: NOW - 300 }]);
  expect(idsOf(said, KIND.Metadata)).toHaveLength(1);
  expect(contents(said, RESULT.NoteStats)).toHaveLength(1);
});

test('events with an extended response are newest first, in any order of their ids', async () => {
  const village = openVillage();
  const [old, middle, fresh] = [300, 200, 100].map((ago) => village.note(1, `${ago}`, ago).id);
  for (const ids of [
    [old, fresh, middle],
    [fresh, middle, old],
  ]) {
    const said = await village.ask('events', { event_ids: ids, extended_response: true });
    expect(idsOf(said, KIND.Text)).toEqual([fresh, middle, old]);
    expect(elements(said)).toEqual([fresh, middle, old]);
  }
});

test('an older version of an article is still found by its id', async () => {
  const village = openVillage();
  const tags = [
    ['d', 'x'],
    ['published_at', '1'],
  ];
  const old = village.post(1, { kind: KIND.LongForm, content: 'old', tags }, 300);
  village.post(1, { kind: KIND.LongForm, content: 'new', tags }, 200);
  expect(idsOf(await village.ask('events', { event_ids: [old.id] }), KIND.LongForm)).toEqual([
    old.id,
  ]);
});

test('events without ids are those of a time range', async () => {
  const village = openVillage();
  const notes = [300, 200, 100].map((ago) => village.note(1, `${ago}`, ago));
  const ids = async (payload: Record<string, unknown>) =>
    (await village.ask('events', payload)).map(({ result }) => result['id']);
  expect(await ids({})).toEqual(notes.map(({ id }) => id));
  expect(await ids({ until: NOW - 150, limit: 1 })).toEqual([notes[1]?.id]);
  expect(await ids({ since: NOW - 200 })).toEqual([notes[1]?.id, notes[2]?.id]);
});

test('private messages are not among the events of a time range, and not pushed as they come', async () => {
  const village = openVillage();
  const pushed: string[] = [];
  const stop = village.context.streams.inserted((id) => pushed.push(id));
  for (const kind of [KIND.EncryptedDirectMessage, KIND.GiftWrap])
    village.post(1, { kind, content: 'sealed', tags: [['p', key(2)]] });
  const note = village.note(1, 'open');
  stop();
  expect((await village.ask('events', {})).map(({ result }) => result['id'])).toEqual([note.id]);
  expect(pushed).toEqual([note.id]);
});

test('enrich_feed_events: the bundle without a RANGE', async () => {
  const village = openVillage();
  const note = village.note(1, 'a', 300);
  const kinds = (await village.ask('enrich_feed_events', { event_ids: [note.id] })).map(
    ({ kind }) => kind,
  );
  expect(kinds).toContain(RESULT.NoteStats);
  expect(kinds).not.toContain(RESULT.Range);
});

test('addressable events: the newest version, one or several, with or without enrichment', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  village.profile(3, 'cid');
  const article = village.post(
    1,
    {
      kind: KIND.LongForm,
      content: 'a',
      tags: [
        ['d', 'x'],
        ['published_at', '1'],
      ],
    },
    300,
  );
  const list = village.post(2, {
    kind: KIND.CategorizedPeople,
    tags: [
      ['d', 'friends'],
      ['p', key(1)],
      ['p', key(1), 'r', 'n', '[]'],
      ['p', key(3), 'r', 'n', '[]'],
    ],
  });
  const one = await village.ask('parametrized_replaceable_event', {
    pubkey: key(1),
    kind: 30023,
    identifier: 'x',
  });
  expect(idsOf(one, KIND.LongForm)).toEqual([article.id]);
  expect(idsOf(one, KIND.Metadata)).toHaveLength(1);
  const events = [
    { pubkey: key(1), kind: 30023, identifier: 'x' },
    { pubkey: key(2), kind: 30000, identifier: 'friends' },
    { pubkey: key(2), kind: 30000, identifier: 'none' },
  ];
  const bare = await village.ask('parametrized_replaceable_events', {
    events,
    extended_response: false,
  });
  expect(new Set(bare.map(({ result }) => result['id']))).toEqual(new Set([article.id, list.id]));
  const people = await village.ask('parameterized_replaceable_list', {
    pubkey: key(2),
    identifier: 'friends',
  });
  expect(idsOf(people, KIND.Metadata)).toHaveLength(1);
  expect(
    await village.ask('parametrized_replaceable_event', {
      pubkey: key(1),
      kind: 30023,
      identifier: 'y',
      extended_response: false,
    }),
  ).toEqual([]);
});

test('lists of an account: mutes, filter lists, bookmarks, any replaceable kind', async () => {
  const village = openVillage();
  const mute = village.post(1, { kind: KIND.MuteList, tags: [['p', key(2)]] });
  const old = village.post(1, { kind: KIND.CategorizedPeople, tags: [['d', 'mute']] });
  const allow = village.post(1, { kind: KIND.CategorizedPeople, tags: [['d', 'allowlist']] });
  const bookmarks = village.post(1, { kind: KIND.Bookmarks, tags: [] });
  const ids = async (verb: string, payload = {}) =>
    (await village.ask(verb, { pubkey: key(1), extended_response: false, ...payload })).map(
      ({ result }) => result['id'],
    );
  expect(new Set(await ids('mutelist'))).toEqual(new Set([mute.id, old.id]));
  expect(await ids('allowlist')).toEqual([allow.id]);
  expect(await ids('mutelists')).toEqual([]);
  expect(await ids('get_bookmarks')).toEqual([bookmarks.id]);
  expect(await ids('replaceable_event', { kind: KIND.MuteList })).toEqual([mute.id]);
  expect(await ids('replaceable_event', { kind: 1 })).toEqual([]);
});
