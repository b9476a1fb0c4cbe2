import { readMedia } from '../../../src/events/connection/result-media.ts';
import { expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import {
  contents,
  elements,
  idsOf,
  key,
  memberOf,
  NOW,
  openVillage,
  verify,
} from '../../../tests/support/service/village.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { note1Of, npubOf } from '../../../src/events/nostr/nip19.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';

const FEED = { spec: '{"id":"all-notes","kind":"notes"}' };

/** Return the event in a wrapped result. */
const unwrap = (content: unknown) => readEvent(content);

test('every signed event of a response, wrapped or not, keeps its id and signature', async () => {
  const village = openVillage();
  village.profile(1, 'Ann “quoted” \u2028 and\ttabs');
  const first = village.note(1, 'first 😀 \u0000 </script>', 100);
  village.repost(2, village.note(2, `quoting nostr:${note1Of(first.id)}`, 50), 10);
  village.zap(3, first, 21);
  const said = await village.ask('mega_feed_directive', FEED);
  const signed = said.flatMap(({ kind, result, content }) =>
    kind === RESULT.Referenced
      ? [content]
      : typeof kind === 'number' && kind < 10_000_000
        ? [result]
        : [],
  );
  expect(signed.length).toBeGreaterThanOrEqual(4);
  for (const value of signed) {
    const event = readEvent(value);
    expect(event && verify(event), JSON.stringify(value)).toBeDefined();
  }
});

test('a page has the posts in order, then referenced events three levels deep, and the RANGE last', async () => {
  const village = openVillage();
  const deep = village.note(4, 'four deep', 400);
  const three = village.note(3, `third nostr:${note1Of(deep.id)}`, 300);
  const two = village.note(2, `second nostr:${note1Of(three.id)}`, 200);
  const one = village.note(1, `first nostr:${note1Of(two.id)}`, 100);
  const said = await village.ask('mega_feed_directive', { ...FEED, limit: 1 });
  expect(elements(said)).toEqual([one.id]);
  expect(idsOf(said, KIND.Text)).toEqual([one.id]);
  const wrapped = said.flatMap((each) =>
    each.kind === RESULT.Referenced ? [unwrap(each.content)?.id] : [],
  );
  expect(wrapped).toEqual([two.id, three.id]);
  expect(said.at(-1)?.kind).toBe(RESULT.Range);
  expect(said.filter(({ kind }) => kind === RESULT.Range)).toHaveLength(1);
});

test('a reply comes with the event of its e tag, and not with one that another tag names', async () => {
  const village = openVillage();
  const [root, other] = [village.note(1, 'root', 300), village.note(2, 'other', 200)];
  const reply = village.note(3, 'reply', 100, [
    ['e', root.id, '', 'root'],
    ['x', other.id],
  ]);
  const said = await village.ask('feed', { pubkey: key(3), notes: 'replies' });
  expect(elements(said)).toEqual([reply.id]);
  const wrapped = said.flatMap((each) =>
    each.kind === RESULT.Referenced ? [unwrap(each.content)?.id] : [],
  );
  expect(wrapped).toEqual([root.id]);
});

test('CACHE-06 quoted and reposted events are wrapped, even if they are on the page themselves', async () => {
  const village = openVillage();
  const said = (of: SignedEvent) => `look nostr:${note1Of(of.id)}`;
  const [quoted, shared, parent] = [2, 3, 4].map((n) => village.note(n, `by ${n}`, 100 - n));
  if (!quoted || !shared || !parent) throw new Error('no notes');
  const quoting = village.note(5, said(quoted), 60);
  const reply = village.note(5, 'an answer', 50, [['e', parent.id, '', 'root']]);
  const repost = village.repost(6, shared, 10);
  village.follow(7, 2, 3, 4, 5, 6);
  const wrappedIn = (results: Awaited<ReturnType<typeof village.ask>>) =>
    results.flatMap(({ kind, content }) =>
      kind === RESULT.Referenced ? [unwrap(content)?.id] : [],
    );
  const page = await village.ask('mega_feed_directive', { ...FEED, limit: 20 });
  expect(idsOf(page, KIND.Text)).toEqual(expect.arrayContaining([quoted.id, parent.id]));
  expect(wrappedIn(page)).toEqual([quoted.id]);
  const follows = await village.ask('feed', {
    pubkey: key(7),
    notes: 'follows',
    include_replies: true,
  });
  expect(elements(follows)).toEqual(expect.arrayContaining([repost.id, reply.id, quoted.id]));
  expect(new Set(wrappedIn(follows))).toEqual(new Set([quoted.id, shared.id]));
  village.like(9, quoted);
  village.like(9, quoting);
  expect(wrappedIn(await village.ask('scored', { selector: 'trending_1h' }))).toContain(quoted.id);
});

test("a repost comes with its wrapped target and the target's pubkey", async () => {
  const village = openVillage();
  const note = village.note(1, 'original', 100);
  village.follow(3, 2);
  const repost = village.repost(2, note, 10);
  const said = await village.ask('feed', { pubkey: key(3), notes: 'follows' });
  expect(elements(said)).toEqual([repost.id]);
  const wrapped = said.find(({ kind }) => kind === RESULT.Referenced);
  expect(wrapped?.result['pubkey']).toBe(key(1));
  expect(unwrap(wrapped?.content)?.id).toBe(note.id);
  expect(wrapped?.result).not.toHaveProperty('id');
});

test('authors, mentioned accounts and zappers come with their profiles and ranks', async () => {
  const village = openVillage();
  for (const [n, name] of [
    [1, 'ann'],
    [2, 'ben'],
    [3, 'cid'],
    [4, 'dee'],
  ] as const)
    village.profile(n, name);
  village.follow(2, 1, 3);
  const note = village.note(1, `hello nostr:${npubOf(key(2))}`, 100, [['p', key(3)]]);
  village.zap(4, note, 100);
  const said = await village.ask('mega_feed_directive', FEED);
  const authors = said.flatMap(({ kind, result }) =>
    kind === KIND.Metadata ? [result['pubkey']] : [],
  );
  expect(new Set(authors)).toEqual(new Set([key(1), key(2), key(3), key(4)]));
  expect(contents(said, RESULT.UserScores)[0]).toMatchObject({
    [key(1)]: 1,
    [key(3)]: 1,
    [key(2)]: 0,
  });
});

test('the five largest zaps of a post come with receipts and summaries, largest first', async () => {
  const village = openVillage();
  const note = village.note(1, 'zap me', 1000);
  for (const [n, sats] of [
    [2, 21],
    [3, 500],
    [4, 42],
    [5, 1000],
    [6, 7],
    [7, 300],
    [8, 42],
  ] as const)
    village.zap(n, note, sats, 100 - n);
  const said = await village.ask('mega_feed_directive', FEED);
  const zaps = contents(said, RESULT.ZapEvent);
  expect(zaps.map((zap) => zap['amount_sats'])).toEqual([1000, 500, 300, 42, 42]);
  expect(zaps[0]).toMatchObject({ event_id: note.id, sender: key(5), receiver: key(1) });
  expect(idsOf(said, KIND.Zap)).toEqual(zaps.map((zap) => zap['zap_receipt_id']));
});

test('a requested receipt comes with the profile of the sender of the zap', async () => {
  const village = openVillage();
  village.profile(4, 'dee');
  const zap = village.zap(4, village.note(1, 'note', 100), 21);
  const said = await village.ask('events', { event_ids: [zap.id], extended_response: true });
  expect(
    said.some(({ kind, result }) => kind === KIND.Metadata && result['pubkey'] === key(4)),
  ).toBe(true);
});

test('counts of a post: quotes count as reposts, and the score weighs each sort', async () => {
  const village = openVillage();
  const note = village.note(
    1,
    'a note that says enough to be worth answering, longer than a hundred characters by far, as one can see here',
    1000,
  );
  village.like(2, note);
  village.like(2, note);
  village.reply(3, note, 'indeed');
  village.repost(4, note);
  village.note(5, `see nostr:${note1Of(note.id)}`);
  village.zap(6, note, 50);
  const stats = contents(
    await village.ask('events', { event_ids: [note.id], extended_response: true }),
    RESULT.NoteStats,
  );
  const points = 1 + 10 + 7 + 5;
  const score = Math.trunc((points * 1e10) / 91);
  expect(stats.find((each) => each['event_id'] === note.id)).toEqual({
    event_id: note.id,
    likes: 1,
    replies: 1,
    mentions: 0,
    reposts: 2,
    zaps: 1,
    satszapped: 50,
    score,
    score24h: score,
    bookmarks: 0,
  });
});

test('NOTE-22 bookmarks count accounts by their newest list; an article counts by address or any version', async () => {
  const village = openVillage();
  const note = village.note(1, 'kept', 1000);
  const essay = (ago: number) =>
    village.post(
      1,
      {
        kind: KIND.LongForm,
        content: `words of ${ago}`,
        tags: [
          ['d', 'essay'],
          ['published_at', '1'],
        ],
      },
      ago,
    );
  const [old, now] = [essay(900), essay(800)];
  const keep = (who: number, ago: number, ...tags: string[][]) =>
    village.post(who, { kind: KIND.Bookmarks, tags }, ago);
  const counted = async (id: string) =>
    contents(
      await village.ask('events', { event_ids: [id], extended_response: true }),
      RESULT.NoteStats,
    ).find((each) => each['event_id'] === id)?.['bookmarks'];
  const address = ['a', `${KIND.LongForm}:${key(1)}:essay`];
  expect([await counted(note.id), await counted(now.id)]).toEqual([0, 0]);
  keep(2, 50, ['e', note.id], address, ['e', old.id]);
  keep(3, 50, ['e', note.id]);
  keep(4, 50, ['e', now.id]);
  expect([await counted(note.id), await counted(now.id)]).toEqual([2, 2]);
  keep(2, 40, ['e', old.id]);
  keep(3, 40);
  keep(4, 60, ['e', note.id]);
  expect([await counted(note.id), await counted(now.id)]).toEqual([0, 2]);
  village.post(2, { kind: KIND.EventDeletion, tags: [['a', `${KIND.Bookmarks}:${key(2)}:`]] });
  expect([await counted(note.id), await counted(now.id)]).toEqual([0, 1]);
});

test("the viewer's actions are sent to the viewer only", async () => {
  const village = openVillage();
  const note = village.note(1, 'note', 1000);
  const other = village.note(1, 'other', 900);
  village.like(2, note);
  village.reply(2, note, 'yes');
  const mine = contents(
    await village.ask('mega_feed_directive', { ...FEED, user_pubkey: key(2) }),
    RESULT.NoteActions,
  );
  expect(mine.find((each) => each['event_id'] === note.id)).toEqual({
    event_id: note.id,
    replied: true,
    liked: true,
    reposted: false,
    zapped: false,
    voted_for_option: null,
  });
  expect(mine.some((each) => each['event_id'] === other.id)).toBe(false);
  expect(contents(await village.ask('mega_feed_directive', FEED), RESULT.NoteActions)).toEqual([]);
});

test('media of posts and pictures of profiles come with their sizes, pages with their previews', async () => {
  const village = openVillage();
  const url = 'https://media.example/a.jpg';
  const note = village.note(1, `look ${url} and https://page.example/x`, 100, [
    ['imeta', `url ${url}`, 'm image/jpeg', 'dim 1200x800'],
  ]);
  const preview = {
    url: 'https://page.example/x',
    mime: 'text/html',
    title: 'X',
    description: 'about x',
    image: '',
    icon: '',
    fetchedAt: seconds(NOW),
  };
  await village.store.putPreview(preview);
  const said = await village.ask('mega_feed_directive', FEED);
  const variant = { s: 'o', a: 0, w: 1200, h: 800, mt: 'image/jpeg', dur: 0, media_url: url };
  expect(contents(said, RESULT.MediaInfo)).toEqual([
    { resources: [{ url, mt: 'image/jpeg', variants: [variant] }], event_id: note.id },
  ]);
  const resource = {
    url: preview.url,
    mimetype: 'text/html',
    md_title: 'X',
    md_description: 'about x',
    md_image: '',
    icon_url: '',
    fetched_at: NOW,
  };
  expect(contents(said, RESULT.LinkMetadata)).toEqual([
    { event_id: note.id, resources: [resource] },
  ]);
});

test('MEDIA-06 pictures come with their copies, and only GIF and WebP with animated ones', async () => {
  const village = openVillage({ origin: 'https://town.example', canCopy: () => true });
  const imeta = (name: string, mime: string) => [
    'imeta',
    `url https://media.example/${name}`,
    `m ${mime}`,
    'dim 2400x1200',
  ];
  const tags = [
    imeta('a.jpg', 'image/jpeg'),
    imeta('b.gif', 'image/gif'),
    imeta('c.mp4', 'video/mp4'),
  ];
  village.note(1, tags.map(([, url = '']) => url.slice(4)).join(' '), 100, tags);
  const [info] = contents(await village.ask('mega_feed_directive', FEED), RESULT.MediaInfo);
  const media = readMedia(info);
  const shown = (media?.claim === 'media' ? media.media : []).map(({ variants }) =>
    variants.map(({ size, animated, width, height }) => [size, animated ? 1 : 0, width, height]),
  );
  const sizes = (a: number) => [
    ['s', a, 192, 96],
    ['m', a, 540, 270],
    ['l', a, 1_200, 600],
  ];
  expect(shown).toEqual([
    [...sizes(0), ['o', 0, 2_400, 1_200]],
    [...sizes(1), ...sizes(0), ['o', 1, 2_400, 1_200]],
    [['o', 1, 2_400, 1_200]],
  ]);
  expect(JSON.stringify(info)).toContain(
    '"https://town.example/media-cache?s=m&a=0&u=https%3A%2F%2Fmedia.example%2Fa.jpg"',
  );
});

test('a video comes with its still picture', async () => {
  const village = openVillage();
  const url = 'https://media.example/v.mp4';
  const note = village.note(1, url, 100);
  await village.store.putMedia([
    {
      url,
      mime: 'video/mp4',
      width: 0,
      height: 0,
      duration: 12,
      hash: undefined,
      thumbnail: 'https://media.example/v.jpg',
      size: 9,
    },
  ]);
  const [info] = contents(await village.ask('mega_feed_directive', FEED), RESULT.MediaInfo);
  expect(info).toEqual({
    resources: [
      {
        url,
        mt: 'video/mp4',
        variants: [],
      },
    ],
    thumbnails: { [url]: 'https://media.example/v.jpg' },
    event_id: note.id,
  });
});

test('names, badges, memberships, media servers and relay hints come once per response', async () => {
  const village = openVillage();
  const note = village.note(1, 'note', 100);
  const servers = village.post(1, {
    kind: KIND.BlossomServers,
    tags: [['server', 'https://media.example']],
  });
  await village.store.putMembers([
    memberOf(key(1), {
      name: 'Ann',
      tier: 'premium',
      cohort1: 'First',
      cohort2: '2024',
      premiumSince: 20,
      legendSince: 10,
      expiresOn: 99,
      style: 'GOLD',
      customBadge: true,
      avatarGlow: true,
    }),
  ]);
  const said = await village.ask('mega_feed_directive', FEED);
  expect(contents(said, RESULT.VerifiedUsersDict)).toEqual([{ [key(1)]: 'ann' }]);
  const [legend] = contents(said, RESULT.LegendCustomization);
  expect(legend?.[key(1)]).toMatchObject({
    style: 'GOLD',
    custom_badge: true,
    avatar_glow: true,
    current_shoutout: expect.stringMatching(/./),
  });
  const cohort = {
    cohort_1: 'First',
    cohort_2: '2024',
    tier: 'premium',
    expires_on: 99,
    legend_since: 10,
    premium_since: 20,
  };
  expect(contents(said, RESULT.MembershipCohorts)).toEqual([{ [key(1)]: cohort }]);
  expect(contents(said, RESULT.EventRelays)).toEqual([{ [note.id]: 'wss://relay.example' }]);
  expect(idsOf(said, KIND.BlossomServers)).toEqual([servers.id]);
});

test('a legend without style, ring or badge is named too, so that clients drop the old ones', async () => {
  const village = openVillage();
  for (const n of [1, 2, 3, 4, 5]) village.note(n, 'note', 100 + n);
  await village.store.putMembers([
    memberOf(key(1), { tier: 'premium-legend', shoutout: 'Thanks' }),
    memberOf(key(2), { style: 'AQUA' }),
    memberOf(key(3), { customBadge: true }),
    memberOf(key(4), { avatarGlow: true }),
    memberOf(key(5), { tier: 'premium' }),
  ]);
  const plain = {
    style: null,
    custom_badge: false,
    avatar_glow: false,
    in_leaderboard: true,
    current_shoutout: expect.any(String),
  };
  const said = await village.ask('mega_feed_directive', FEED);
  expect(contents(said, RESULT.LegendCustomization)).toEqual([
    {
      [key(1)]: { ...plain, current_shoutout: 'Thanks' },
      [key(2)]: { ...plain, style: 'AQUA' },
      [key(3)]: { ...plain, custom_badge: true },
      [key(4)]: { ...plain, avatar_glow: true },
    },
  ]);
  const undated = { expires_on: null, legend_since: null, premium_since: null };
  expect(contents(said, RESULT.MembershipCohorts)).toEqual([
    {
      [key(1)]: { cohort_1: '', cohort_2: '', tier: 'premium-legend', ...undated },
      [key(5)]: { cohort_1: '', cohort_2: '', tier: 'premium', ...undated },
    },
  ]);
});

test('a running live event comes with its participants', async () => {
  const village = openVillage();
  village.note(1, 'note', 100);
  const live = village.post(
    2,
    {
      kind: KIND.LiveEvent,
      tags: [
        ['d', 'show'],
        ['p', key(1), '', 'host'],
      ],
    },
    60,
  );
  village.post(
    3,
    {
      kind: KIND.LiveEvent,
      tags: [
        ['d', 'old'],
        ['p', key(1), '', 'host'],
      ],
    },
    7200,
  );
  expect(idsOf(await village.ask('mega_feed_directive', FEED), KIND.LiveEvent)).toEqual([live.id]);
});

test('articles come with word counts; counts of all versions and the address add up', async () => {
  const village = openVillage();
  const tags = [
    ['d', 'essay'],
    ['title', 'Essay'],
    ['published_at', String(NOW - 1000)],
  ];
  const old = village.post(1, { kind: KIND.LongForm, content: 'one two', tags }, 900);
  village.post(
    2,
    {
      kind: KIND.Reaction,
      content: '+',
      tags: [
        ['e', old.id],
        ['p', key(1)],
      ],
    },
    800,
  );
  const current = village.post(1, { kind: KIND.LongForm, content: 'one two three', tags }, 700);
  village.like(3, current, 600);
  village.zap(4, current, 1000, 500);
  const said = await village.ask('long_form_content_feed', { pubkey: key(1), notes: 'authored' });
  expect(elements(said)).toEqual([current.id]);
  expect(contents(said, RESULT.WordCount)).toEqual([{ event_id: current.id, words: 3 }]);
  expect(contents(said, RESULT.NoteStats)[0]).toMatchObject({
    event_id: current.id,
    likes: 2,
    zaps: 1,
    satszapped: 1000,
    score: 0,
  });
  expect(contents(said, RESULT.ZapEvent)[0]).toMatchObject({
    event_id: current.id,
    amount_sats: 1000,
  });
});
