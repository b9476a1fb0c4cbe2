import { expect, test } from 'vitest';
import {
  elements,
  key,
  openVillage,
  ranges,
  type Village,
} from '../../../tests/support/service/village.ts';

const VIEWER = { user_pubkey: key(9) };

const shown = async (village: Village, id: string) =>
  elements(
    await village.ask('mega_feed_directive', {
      spec: JSON.stringify({ id, kind: 'notes' }),
      ...VIEWER,
    }),
  );

/** Zoe (9) follows Ann (1) alone. Ann liked and bookmarked a note of Ben (2). */
function town() {
  const village = openVillage();
  village.follow(9, 1);
  const own = village.note(1, 'x'.repeat(141), 500);
  const liked = village.note(2, 'by ben', 400);
  village.like(1, liked, 50);
  village.post(1, { kind: 10_003, tags: [['e', liked.id]] });
  const other = village.note(3, 'by cid', 300);
  return { village, own, liked, other };
}

test('FEED-12 a feed that is a search shows the notes of that search', async () => {
  const { village, own, liked, other } = town();
  const quiet = village.note(8, 'by hal', 200);
  village.like(2, own);
  const long = 'a long answer '.repeat(20);
  for (const n of [4, 5, 6, 7, 8]) village.reply(n, other, long, 100 + n);
  expect(await shown(village, 'wide-net-notes')).toEqual([liked.id, own.id]);
  expect(await shown(village, 'bookmarked-by-follows')).toEqual([liked.id]);
  expect(await shown(village, 'engaging-discussions')).toEqual([other.id]);
  const short = await shown(village, 'only-tweets');
  expect(short).toContain(liked.id);
  expect(short).not.toContain(own.id);
  expect(short).toContain(quiet.id);
  expect(await shown(village, 'strange-but-popular')).toEqual([other.id, liked.id]);
});

test('FEED-12 video reels are upright, at most 90 s long, and have two interactions', async () => {
  const village = openVillage();
  const reel = async (n: number, of: { width: number; duration: number }, likes: number) => {
    const url = `https://media.example/${n}.mp4`;
    const row = { mime: 'video/mp4', height: 200, hash: undefined, thumbnail: undefined, size: 1 };
    await village.store.putMedia([{ url, ...row, ...of }]);
    const note = village.note(n, url, 100 + n);
    for (let fan = 0; fan < likes; fan++) village.like(10 + fan, note, 10);
    return note;
  };
  const good = await reel(1, { width: 100, duration: 90 }, 2);
  await reel(2, { width: 400, duration: 90 }, 2);
  await reel(3, { width: 100, duration: 91 }, 2);
  await reel(4, { width: 100, duration: 90 }, 1);
  expect(await shown(village, 'video-reels')).toEqual([good.id]);
});

test('FEED-12 the directive mostzapped4h ranks notes of the last four hours by sats', async () => {
  const village = openVillage();
  const notes = [3 * 3_600, 3_600, 5 * 3_600].map((ago, at) => village.note(at + 1, 'note', ago));
  notes.forEach((note, at) => village.zap(9, note, 100 * (at + 1)));
  for (const directive of ['global;mostzapped4h', 'mostzapped4h;global']) {
    const said = await village.ask('feed_directive', { directive });
    expect(elements(said)).toEqual([notes[1]?.id, notes[0]?.id]);
    expect(ranges(said)).toMatchObject([{ order_by: 'satszapped' }]);
  }
  const day = await village.ask('feed_directive', { directive: 'global;mostzapped' });
  expect(elements(day)).toEqual([notes[2]?.id, notes[1]?.id, notes[0]?.id]);
});

test('FEED-12 a directive without a semicolon is a key, and an empty search is no key', async () => {
  const { village, own, liked } = town();
  const old = async (directive: string) =>
    elements(await village.ask('feed_directive', { directive, ...VIEWER }));
  expect(await old(key(9))).toEqual([own.id]);
  expect(await old('search;ben')).toEqual([liked.id]);
  expect(await old(`authored;${key(2)}`)).toEqual([liked.id]);
  expect(await village.ask('feed_directive', { directive: `nobody;${key(2)}` })).toEqual([]);
});

test('FEED-12 bookmarks and muted threads are read from the tags of events and articles alone', async () => {
  const village = openVillage();
  const [kept, other] = [village.note(1, 'kept', 20), village.note(1, 'other', 10)];
  const tags = [
    ['e', kept.id],
    ['x', other.id],
    ['e', kept.id],
    ['e', 'short'],
  ];
  village.post(9, { kind: 10_003, tags });
  village.post(9, { kind: 10_000, tags });
  const feed = await village.ask('feed', { pubkey: key(9), notes: 'bookmarks', ...VIEWER });
  expect(elements(feed)).toEqual([kept.id]);
  expect(await shown(village, 'muted-threads')).toEqual([kept.id]);
  const open = await village.ask('feed', { pubkey: key(9), notes: 'bookmarks' });
  expect(elements(open)).toContain(kept.id);
  expect(elements(open)).not.toContain(other.id);
});

test('FEED-11 FEED-12 muted entries are left out of the bookmarks of others, not of the own ones', async () => {
  const village = openVillage();
  const kept = village.note(1, 'kept', 20);
  for (const of of [8, 9]) village.post(of, { kind: 10_003, tags: [['e', kept.id]] });
  village.post(9, { kind: 10_000, tags: [['p', key(1)]] });
  const listed = async (of: number) =>
    elements(await village.ask('feed', { pubkey: key(of), notes: 'bookmarks', ...VIEWER }));
  expect([await listed(8), await listed(9)]).toEqual([[], [kept.id]]);
});

test('FEED-12 trending notes are at most a week old, popular notes may be older', async () => {
  const village = openVillage();
  const day = 86_400;
  const [fresh, old] = [
    village.note(1, 'fresh', 7 * day - 60),
    village.note(2, 'old', 7 * day + 60),
  ];
  for (const note of [fresh, old]) village.like(5, note, 60);
  const best = async (timeframe: string) =>
    new Set(
      elements(await village.ask('explore', { scope: 'global', timeframe, created_after: 1 })),
    );
  expect(await best('trending')).toEqual(new Set([fresh.id]));
  expect(await best('popular')).toEqual(new Set([fresh.id, old.id]));
});
