import { expect, test } from 'vitest';
import {
  contents,
  elements,
  idsOf,
  key,
  NOW,
  openVillage,
  ranges,
  type Village,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { note1Of } from '../../../src/events/nostr/nip19.ts';

const ADDRESS = { pubkey: key(1), identifier: 'essay', kind: KIND.LongForm };

function thread() {
  const village = openVillage();
  const root = village.note(1, 'root', 500);
  const middle = village.reply(2, root, 'middle', 400);
  const asked = village.reply(3, middle, 'asked', 300);
  const answers = [
    village.reply(4, asked, 'older answer', 200),
    village.reply(5, asked, 'newer answer', 100),
  ];
  const deeper = village.reply(6, answers[0] ?? asked, 'deeper', 50);
  return { village, root, middle, asked, answers, deeper };
}

const essay = (village: Village, content: string, ago: number) =>
  village.post(
    1,
    {
      kind: KIND.LongForm,
      content,
      tags: [
        ['d', 'essay'],
        ['title', 'Essay'],
        ['published_at', String(NOW - 900)],
      ],
    },
    ago,
  );

test('thread_view: direct replies newest first with RANGE, then the event and its ancestors with RANGE', async () => {
  const { village, root, middle, asked, answers, deeper } = thread();
  const said = await village.ask('thread_view', { event_id: asked.id, limit: 100 });
  expect(ranges(said)).toMatchObject([
    { order_by: 'created_at', elements: [answers[1]?.id, answers[0]?.id] },
    {
      order_by: 'created_at',
      elements: [asked.id, middle.id, root.id],
      since: root.created_at,
      until: asked.created_at,
    },
  ]);
  expect(idsOf(said, KIND.Text)).not.toContain(deeper.id);
  const border = said.findIndex(({ kind }) => kind === RESULT.Range);
  expect(idsOf(said.slice(0, border), KIND.Text)).toEqual([answers[1]?.id, answers[0]?.id]);
  expect(idsOf(said.slice(border), KIND.Text)).toEqual([asked.id, middle.id, root.id]);
});

test('a result of several parts of an answer is sent once', async () => {
  const village = openVillage();
  const picture = 'https://example.org/a.png';
  const [width, height] = [40, 30];
  const known = { duration: 0, hash: undefined, thumbnail: undefined, size: 9 };
  await village.store.putMedia([{ url: picture, mime: 'image/png', width, height, ...known }]);
  village.post(1, { kind: KIND.Metadata, content: JSON.stringify({ name: 'ann', picture }) });
  const root = village.note(1, `root ${picture}`, 500);
  village.reply(1, root, 'my own answer', 400);
  village.zap(2, root, 21);
  essay(village, 'a wise word', 800);
  const tags = [['a', `30023:${key(1)}:essay`]];
  const highlight = village.post(1, { kind: KIND.Highlight, content: 'wise', tags });
  village.reply(1, highlight, 'indeed', 100);
  const people = JSON.stringify({ id: 'advsearch', query: 'kind:0 ann' });
  for (const [verb, payload, kind] of [
    ['thread_view', { event_id: root.id, limit: 100 }, RESULT.ZapEvent],
    ['explore_zaps', {}, RESULT.ZapEvent],
    ['get_highlights', ADDRESS, KIND.Highlight],
    ['mega_feed_directive', { spec: people }, RESULT.MediaInfo],
  ] as const) {
    const said = await village.ask(verb, payload);
    const texts = said.map(({ result }) => JSON.stringify(result));
    expect([verb, texts.filter((text, at) => texts.indexOf(text) !== at)]).toEqual([verb, []]);
    expect(said.map((each) => each.kind)).toContain(kind);
  }
});

test('without parents only the event itself is the second group', async () => {
  const { village, asked } = thread();
  const said = await village.ask('thread_view', {
    event_id: asked.id,
    include_parent_posts: false,
  });
  expect(ranges(said)[1]).toMatchObject({ elements: [asked.id] });
});

test('an event that is not stored: two empty RANGEs', async () => {
  const village = openVillage();
  expect(ranges(await village.ask('thread_view', { event_id: '0'.repeat(64) }))).toEqual([
    { order_by: 'created_at', elements: [] },
    { order_by: 'created_at', elements: [] },
  ]);
  expect(await village.notice('thread_view', { event_id: 'note1abc' })).toBe('error');
});

test('ACCOUNT-21 a muted note or article that is opened comes in full, for the client to cover', async () => {
  const { village, asked, root } = thread();
  const open = await village.ask('thread_view', { event_id: asked.id, user_pubkey: key(9) });
  village.post(9, { kind: KIND.MuteList, tags: [['e', root.id]] });
  const muted = await village.ask('thread_view', { event_id: asked.id, user_pubkey: key(9) });
  expect([elements(muted), ranges(muted).length]).toEqual([elements(open), 2]);
  const first = essay(village, 'first', 90);
  const second = essay(village, 'second', 80);
  const answer = village.post(
    2,
    { content: 'an answer', tags: [['e', second.id, '', 'root']] },
    70,
  );
  const named = { pubkey: key(1), identifier: 'essay', kind: 30_023 };
  village.post(9, { kind: KIND.MuteList, tags: [['e', first.id]] });
  const article = await village.ask('long_form_content_thread_view', {
    ...named,
    user_pubkey: key(9),
  });
  expect([idsOf(article, KIND.LongForm), elements(article)]).toEqual([[second.id], [answer.id]]);
});

test('a chain of 120 replies gives the nearest hundred ancestors', async () => {
  const village = openVillage();
  let last = village.note(1, 'root', 1000);
  for (let n = 0; n < 120; n++) last = village.reply(2, last, `${n}`, 999 - n);
  const line = elements(await village.ask('thread_view', { event_id: last.id }));
  expect(line).toHaveLength(101);
  expect(line[0]).toBe(last.id);
});

test('an article with replies to any of its versions', async () => {
  const village = openVillage();
  const old = essay(village, 'first', 800);
  const toOld = village.post(
    2,
    { content: 'to the old one', tags: [['e', old.id, '', 'root']] },
    700,
  );
  const current = essay(village, 'second', 600);
  const toAddress = village.post(
    3,
    { content: 'to the address', tags: [['a', `30023:${key(1)}:essay`, '', 'root']] },
    500,
  );
  const comment = village.post(4, {
    kind: KIND.Comment,
    content: 'a comment',
    tags: [
      ['A', `30023:${key(1)}:essay`],
      ['K', '30023'],
      ['a', `30023:${key(1)}:essay`],
      ['k', '30023'],
      ['p', key(1)],
    ],
  });
  const deeper = village.reply(5, toAddress, 'deeper', 100);
  const said = await village.ask('long_form_content_thread_view', ADDRESS);
  expect(idsOf(said, KIND.LongForm)).toEqual([current.id]);
  expect(elements(said)).toEqual([comment.id, toAddress.id, toOld.id]);
  expect(idsOf(said, KIND.Text)).not.toContain(deeper.id);
  expect(contents(said, RESULT.WordCount)).toEqual([{ event_id: current.id, words: 1 }]);
  expect(
    await village.ask('long_form_content_thread_view', { ...ADDRESS, identifier: 'none' }),
  ).toEqual([]);
});

test('event_actions: likes, reposts, replies or zaps, newest first with their profiles', async () => {
  const village = openVillage();
  for (const n of [2, 3, 4, 5]) village.profile(n, `user${n}`);
  const note = village.note(1, 'note', 500);
  const like = village.like(2, note, 400);
  const late = village.like(3, note, 300);
  const repost = village.repost(4, note, 200);
  const answer = village.reply(5, note, 'hm', 100);
  const zap = village.zap(5, note, 21, 50);
  const actions = (kind: number, payload = {}) =>
    village.ask('event_actions', { event_id: note.id, kind, ...payload });
  expect(idsOf(await actions(7), KIND.Reaction)).toEqual([late.id, like.id]);
  expect(idsOf(await actions(7, { limit: 1, offset: 1 }), KIND.Reaction)).toEqual([like.id]);
  expect(idsOf(await actions(6), KIND.Repost)).toEqual([repost.id]);
  expect(idsOf(await actions(1), KIND.Text)).toEqual([answer.id]);
  expect(idsOf(await actions(9735), KIND.Zap)).toEqual([zap.id]);
  const authors = async (kind: number) =>
    (await actions(kind)).flatMap((each) =>
      each.kind === KIND.Metadata ? [each.result['pubkey']] : [],
    );
  expect(new Set(await authors(7))).toEqual(new Set([key(2), key(3)]));
  expect(await authors(9735)).toEqual([key(5)]);
  expect(ranges(await actions(7))).toEqual([]);
});

test('NIP-61 event_actions: nutzaps come with their order of arrival, independent of their dates', async () => {
  const village = openVillage();
  const note = village.note(1, 'note', 500);
  const tags = [
    ['e', note.id],
    ['p', key(1)],
  ];
  const [first, copy, last] = [400, 450, 300].map((ago, at) =>
    village.post(2 + at, { kind: KIND.Nutzap, tags }, ago),
  );
  const answer = await village.ask('event_actions', { event_id: note.id, kind: KIND.Nutzap });
  expect(idsOf(answer, KIND.Nutzap)).toEqual([last?.id, first?.id, copy?.id]);
  expect(ranges(answer)).toEqual([
    { order_by: 'arrival', elements: [first?.id, copy?.id, last?.id] },
  ]);
});

test('XMR-01 event_actions: Monero tips of a note or an article by kind, apart from its zaps', async () => {
  const village = openVillage();
  village.profile(2, 'ann');
  const note = village.note(1, 'note', 500);
  const article = essay(village, 'text', 800);
  const tags = [
    ['p', key(1)],
    ['amount', '800000000'],
  ];
  const tip = village.post(2, { kind: KIND.MoneroZap, tags: [...tags, ['e', note.id]] }, 300);
  const asked = village.post(
    2,
    { kind: KIND.MoneroZapRequest, tags: [...tags, ['e', note.id]] },
    310,
  );
  const receipt = village.post(
    1,
    {
      kind: KIND.MoneroZapReceipt,
      tags: [
        ['P', key(2)],
        ['e', note.id],
      ],
    },
    200,
  );
  const whole = village.post(
    3,
    {
      kind: KIND.MoneroZap,
      tags: [...tags, ['e', article.id], ['a', `${KIND.LongForm}:${key(1)}:essay`]],
    },
    100,
  );
  const ids = async (kind: number, payload: Record<string, unknown>) =>
    idsOf(await village.ask('event_actions', { ...payload, kind }), kind);
  expect(await ids(KIND.MoneroZap, { event_id: note.id })).toEqual([tip.id]);
  expect(await ids(KIND.MoneroZapRequest, { event_id: note.id })).toEqual([asked.id]);
  expect(await ids(KIND.MoneroZapReceipt, { event_id: note.id })).toEqual([receipt.id]);
  expect(await ids(KIND.MoneroZap, ADDRESS)).toEqual([whole.id]);
  expect(await ids(KIND.Zap, { event_id: note.id })).toEqual([]);
  const kinds = [KIND.MoneroZapRequest, KIND.MoneroZap, KIND.MoneroZapReceipt];
  const of = async (n: number) => {
    const said = await village.ask('feed', { pubkey: key(n), notes: 'authored', kinds });
    return said.flatMap(({ kind, result }) =>
      kinds.some((one) => one === kind) ? [result['id']] : [],
    );
  };
  expect([await of(1), await of(2)]).toEqual([[receipt.id], [tip.id, asked.id]]);
  expect(
    idsOf(await village.ask('feed', { pubkey: key(2), notes: 'authored' }), KIND.MoneroZap),
  ).toEqual([]);
});

test('actions on an article count for its address and all versions', async () => {
  const village = openVillage();
  const article = essay(village, 'text', 800);
  const like = village.like(2, article, 700);
  expect(idsOf(await village.ask('event_actions', { ...ADDRESS, kind: 7 }), KIND.Reaction)).toEqual(
    [like.id],
  );
  expect(
    idsOf(await village.ask('event_actions', { event_id: article.id, kind: 7 }), KIND.Reaction),
  ).toEqual([like.id]);
});

test('event_zaps_by_satszapped: receipts largest first with the readings, people and a RANGE of receipts', async () => {
  const village = openVillage();
  village.profile(2, 'ben');
  const note = village.note(1, 'note', 500);
  const small = village.zap(2, note, 21, 400);
  const large = village.zap(3, note, 2100, 300);
  const equal = village.zap(4, note, 21, 200);
  const said = await village.ask('event_zaps_by_satszapped', { event_id: note.id, limit: 10 });
  expect(ranges(said)).toEqual([
    { since: 21, until: 2100, order_by: 'amount_sats', elements: [large.id, equal.id, small.id] },
  ]);
  expect(contents(said, RESULT.ZapEvent)[0]).toEqual({
    event_id: note.id,
    created_at: large.created_at,
    sender: key(3),
    receiver: key(1),
    amount_sats: 2100,
    zap_receipt_id: large.id,
  });
  expect(idsOf(said, KIND.Text)).toEqual([note.id]);
  expect(contents(said, RESULT.UserScores)[0]).toHaveProperty(key(2));
  const next = await village.ask('event_zaps_by_satszapped', {
    event_id: note.id,
    until: 21,
    offset: 1,
  });
  expect(elements(next)).toEqual([small.id]);
});

test('zaps sent and received by an account', async () => {
  const village = openVillage();
  const [mine, other] = [village.note(1, 'mine', 500), village.note(2, 'other', 400)];
  const zaps = [
    village.zap(3, mine, 100, 300),
    village.zap(3, other, 21, 200),
    village.zap(4, mine, 500, 100),
  ];
  expect(elements(await village.ask('user_zaps_sent', { sender: key(3) }))).toEqual([
    zaps[1]?.id,
    zaps[0]?.id,
  ]);
  expect(elements(await village.ask('user_zaps', { receiver: key(1) }))).toEqual([
    zaps[2]?.id,
    zaps[0]?.id,
  ]);
  expect(
    elements(await village.ask('user_zaps_by_satszapped', { receiver: key(1), until: 499 })),
  ).toEqual([zaps[0]?.id]);
  expect(elements(await village.ask('explore_zaps', {}))).toEqual([
    zaps[2]?.id,
    zaps[0]?.id,
    zaps[1]?.id,
  ]);
  expect(elements(await village.ask('zaps_feed', { pubkeys: [key(1)] }))).toEqual([
    zaps[2]?.id,
    zaps[0]?.id,
  ]);
  expect(elements(await village.ask('zaps_feed', { pubkeys: [key(3), key(1)] }))).toHaveLength(3);
  const kept = await village.ask('user_zaps', { receiver: key(1), kinds: [RESULT.ZapEvent] });
  expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set([RESULT.ZapEvent]));
  expect(await village.notice('user_zaps', {})).toMatch(/sender or receiver/);
});

test('note_mentions and their number: notes that quote', async () => {
  const village = openVillage();
  const note = village.note(1, 'note', 500);
  const quotes = [
    village.note(2, `see nostr:${note1Of(note.id)}`, 400),
    village.note(3, 'see', 300, [['q', note.id]]),
  ];
  village.reply(4, note, 'no quote', 200);
  expect(idsOf(await village.ask('note_mentions', { event_id: note.id }), KIND.Text)).toEqual([
    quotes[1]?.id,
    quotes[0]?.id,
  ]);
  expect(
    contents(
      await village.ask('note_mentions_count', { event_id: note.id }),
      RESULT.NoteMentionsCount,
    ),
  ).toEqual([{ event_id: note.id, count: 2 }]);
});

test('find_reposts: the reposts of one note by one account', async () => {
  const village = openVillage();
  const note = village.note(1, 'note', 500);
  const repost = village.repost(2, note, 400);
  village.repost(3, note, 300);
  expect(
    idsOf(await village.ask('find_reposts', { pubkey: key(2), event_id: note.id }), KIND.Repost),
  ).toEqual([repost.id]);
});

test('highlights of an article, grouped by the notes that quote them, with replies', async () => {
  const village = openVillage();
  essay(village, 'a wise word', 800);
  village.profile(2, 'ben');
  const highlight = village.post(
    2,
    { kind: KIND.Highlight, content: 'wise', tags: [['a', `30023:${key(1)}:essay`]] },
    700,
  );
  const quote = village.note(3, `so true nostr:${note1Of(highlight.id)}`, 600, [
    ['q', highlight.id],
  ]);
  const said = await village.ask('get_highlights', ADDRESS);
  expect(idsOf(said, KIND.Highlight)).toEqual([highlight.id]);
  expect(contents(said, RESULT.HighlightGroups)).toEqual([{ wise: [quote.id] }]);
  expect(idsOf(said, KIND.Text)).toEqual([quote.id]);
  expect(await village.notice('get_highlights', { event_id: highlight.id })).toBe(
    'event_id not supported yet',
  );
});

test('THREAD-01 messages of a channel and spoken answers are replies, with their parents above', async () => {
  const village = openVillage();
  const channel = village.post(1, { kind: KIND.ChannelCreation, content: '{"name":"Pier"}' }, 500);
  const asIn = (id: string, marker: string) => ['e', id, '', marker];
  const first = village.post(
    2,
    { kind: KIND.ChannelMessage, content: 'hello', tags: [asIn(channel.id, 'root')] },
    400,
  );
  const second = village.post(
    3,
    {
      kind: KIND.ChannelMessage,
      content: 'hello back',
      tags: [asIn(channel.id, 'root'), asIn(first.id, 'reply')],
    },
    300,
  );
  const voice = village.post(
    1,
    { kind: KIND.VoiceMessage, content: 'https://v.example/a.mp3' },
    90,
  );
  const spoken = village.post(
    2,
    {
      kind: KIND.VoiceReply,
      content: 'https://v.example/b.mp3',
      tags: [
        ['E', voice.id],
        ['K', '1222'],
        ['e', voice.id],
        ['k', '1222'],
      ],
    },
    80,
  );
  const view = async (id: string) =>
    ranges(await village.ask('thread_view', { event_id: id, limit: 100 })).map(
      ({ elements: ids }) => ids,
    );

  expect(await view(channel.id)).toEqual([[first.id], [channel.id]]);
  expect(await view(second.id)).toEqual([[], [second.id, first.id, channel.id]]);
  expect(await view(voice.id)).toEqual([[spoken.id], [voice.id]]);
});
