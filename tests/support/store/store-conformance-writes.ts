import { expect, test } from 'vitest';
import type { Inserted, Store } from '../../../service/store/store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import type { Filter } from '../../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { parseSearch } from '../../../src/events/reading/search/search-query.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { signed } from '../events/signed.ts';
import { ANN, BEN, CID, NOW, type OpenEngine, openWorld, WORLD } from './store-world.ts';

const { verify } = await openEventVerifier();

function event(fields: Parameters<typeof signed>[0]): VerifiedEvent {
  const made = verify(signed(fields));
  if (!made) throw new Error('a signed event is refused');
  return made;
}

/** The writing half of the conformance suite: the effects of each write. */
export function acceptanceOf(engine: string, open: OpenEngine): void {
  const given = (part: string, ask: (store: Store) => Promise<void>) =>
    test(`${engine} keeps ${part}`, async () => {
      const store = await openWorld(open);
      await ask(store);
      await store.close();
    });
  given(
    'each event once, the newest version of a list, and nothing that was taken back',
    insertion,
  );
  given('texts of any kind and length, and finds them by their indexed words', odd);
  given('members and their names', members);
  given('settings, seen markers, reports and notes of the service', settings);
  given('media, previews and links', media);
  given('pictures of emoji, which are no content and not found as such', emoji);
  given('files for as long as somebody has them uploaded', uploads);
  test(`${engine} deletes expired events by its own clock`, async () => {
    const clock = { now: seconds(NOW) };
    const store = await open({ now: () => clock.now, verify });
    expect([store.now(), await store.isEmpty()]).toEqual([NOW, true]);
    await store.insert([
      event({ created_at: seconds(NOW), tags: [['expiration', String(NOW + 10)]] }),
    ]);
    expect([await store.isEmpty(), await store.count([{ kinds: [KIND.Text] }])]).toEqual([
      false,
      1,
    ]);
    clock.now = seconds(NOW + 10);
    await store.sweep();
    expect(
      (
        await store.feedOfEverybody(
          { kinds: [KIND.Text] },
          { since: 0, until: NOW, before: 9, limit: 9, offset: 0 },
        )
      ).length,
    ).toBe(0);
    await store.checkpoint();
    await store.close();
  });
}

async function insertion(store: Store): Promise<void> {
  const heard: Inserted[] = [];
  const stop = store.onInserted((inserted) => void heard.push(inserted));
  const list = (created_at: number) => event({ kind: KIND.MuteList, created_at });
  const [older, newer, ahead] = [list(NOW - 20), list(NOW - 10), list(NOW + 86_400)];
  const passing = event({ kind: 20_001, created_at: seconds(NOW) });
  const expired = event({ created_at: seconds(NOW - 9), tags: [['expiration', String(NOW - 1)]] });
  const inserted = await store.insert([
    newer,
    WORLD.note,
    older,
    ahead,
    passing,
    WORLD.regretted,
    expired,
  ]);
  expect(inserted).toMatchObject({
    added: [newer],
    duplicates: [WORLD.note],
    older: [older],
    quarantined: [ahead],
    ephemeral: [passing],
  });
  expect(inserted.refused.map((refused) => refused.event.id)).toEqual([
    WORLD.regretted.id,
    expired.id,
  ]);
  expect(heard).toEqual([inserted]);
  await store.concern([ANN]);
  expect(heard.splice(1)).toMatchObject([{ added: [], ephemeral: [], concerned: new Set([ANN]) }]);
  expect([
    await store.onlyHere('once', seconds(60)),
    await store.onlyHere('once', seconds(60)),
  ]).toEqual([true, true]);
  await store.settled();
  // All events of this store have their decorations.
  expect(await store.backfillDecorations(1_000_000)).toBe(false);
  expect((await store.latest(`${KIND.MuteList}:${ANN}:`))?.id).toBe(newer.id);
  stop();
  await store.insert([event({ created_at: seconds(NOW), content: 'unheard' })]);
  expect(heard).toHaveLength(1);
}

async function odd(store: Store): Promise<void> {
  const NUL = 'a\0b\u0001c';
  const random = (length: number, n = 7) =>
    Array.from({ length }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7_919 * n + i * i) % 20_000)),
    ).join('');
  const tags = [
    ['t', NUL],
    ['t', random(1_000)],
    ['r', random(600)],
    ['e', random(5_000)],
    ['q', 'x'.repeat(9_000)],
  ];
  const strange = event({
    created_at: NOW - 9,
    content: `${NUL} \ud800 https://long.example/${random(900)}`,
    tags,
  });
  const named = event({
    kind: KIND.LongForm,
    created_at: NOW - 8,
    content: random(60_000),
    tags: [
      ['d', NUL],
      ['published_at', '5'],
    ],
  });
  const list = event({ kind: KIND.LongForm, created_at: NOW - 7, tags: [['d', random(3_000)]] });
  const regret = event({
    kind: KIND.EventDeletion,
    created_at: NOW - 6,
    tags: [
      ['e', random(5_000)],
      ['a', `30023:${ANN}:${random(3_000)}`],
    ],
  });
  const many = event({
    created_at: NOW - 5,
    tags: Array.from({ length: 3_000 }, (_, n) => ['t', `topic ${n}`]),
  });
  const long = event({
    created_at: NOW - 4,
    content: Array.from({ length: 50_000 }, (_, n) => `word${n}`).join(' '),
  });
  const inserted = await store.insert([strange, named, list, regret, many, long]);
  expect(inserted.added.map(({ id }) => id)).toEqual(
    [strange, named, regret, many, long].map(({ id }) => id),
  );
  expect(inserted.refused.map(({ event: { id }, reason }) => [id, reason])).toEqual([
    [list.id, 'invalid: the d tag is too long'],
  ]);
  for (const each of [strange, named, many])
    expect(JSON.parse((await store.events([each.id]))[0]?.raw ?? '')).toEqual(
      JSON.parse(JSON.stringify(each)),
    );
  const found = async (filter: Filter) => (await store.query([filter], 9)).map(({ id }) => id);
  expect([
    await found({ '#t': [NUL] }),
    await found({ '#r': [random(600)] }),
    await found({ '#t': ['topic 2999'] }),
  ]).toEqual([[strange.id], [strange.id], [many.id]]);
  expect((await store.latest(`30023:${ANN}:${NUL}`))?.id).toBe(named.id);
  expect([
    await found({ search: 'word77' }),
    await found({ search: '"word7 word8 word9"' }),
  ]).toEqual([[long.id], [long.id]]);
  await store.insert([
    event({
      kind: KIND.EventDeletion,
      created_at: NOW,
      tags: [
        ['e', strange.id],
        ['a', `30023:${ANN}:${NUL}`],
      ],
    }),
  ]);
  expect([await found({ '#t': [NUL] }), await store.latest(`30023:${ANN}:${NUL}`)]).toEqual([
    [],
    undefined,
  ]);
  await store.note(NUL, NUL);
  await store.saveSubsetting(ANN, NUL, NUL);
  expect([
    await store.noted(NUL),
    await store.subsettingOf(ANN, NUL),
    await store.noted('a'),
  ]).toEqual([NUL, NUL, undefined]);
}

async function members(store: Store): Promise<void> {
  const dates = { premiumSince: NOW, legendSince: undefined, expiresOn: undefined };
  const badge = {
    style: 'GOLD',
    customBadge: true,
    avatarGlow: false,
    shoutout: 'hi',
    cohort1: 'one',
    cohort2: '',
  };
  const ann = { pubkey: ANN, name: 'Ann', tier: 'premium', ...dates, ...badge };
  await store.putMembers([ann]);
  expect(await store.membersAmong([ANN, BEN])).toEqual([{ ...ann, name: 'ann' }]);
  expect([
    await store.membersOfTier(['premium']),
    await store.membersOfTier(['premium-legend']),
  ]).toMatchObject([[{ pubkey: ANN }], []]);
  expect(await store.renameMember(ANN, 'Anna')).toBe(true);
  expect([(await store.memberNamed('ANNA'))?.pubkey, await store.memberNamed('ann')]).toEqual([
    ANN,
    undefined,
  ]);
  const texts = await store.eventsOfMembers(KIND.Text, 9);
  expect(texts.map(({ id }) => id)).toEqual([WORLD.quote.id, WORLD.deep.id]);
}

async function settings(store: Store): Promise<void> {
  expect([
    await store.settingsOf(ANN),
    await store.subsettingOf(ANN, 'a'),
    await store.notificationsSeen(ANN),
  ]).toEqual([undefined, undefined, undefined]);
  for (const value of ['{"v":1}', '{"v":2}']) {
    await store.saveSettings(ANN, value);
    await store.saveSubsetting(ANN, 'a', value);
    await store.saveSubsetting(ANN, 'b', value);
    await store.note('name', value);
  }
  expect([
    await store.settingsOf(ANN),
    await store.subsettingOf(ANN, 'a'),
    await store.noted('name'),
  ]).toEqual(Array.from({ length: 3 }, () => '{"v":2}'));
  expect([
    await store.countOtherSubsettings(ANN, 'a'),
    await store.countOtherSubsettings(BEN, 'a'),
  ]).toEqual([1, 0]);
  await store.setNotificationsSeen(ANN, seconds(5));
  await store.setNotificationsSeen(ANN, seconds(7));
  expect([await store.notificationsSeen(ANN), await store.noted('other')]).toEqual([7, undefined]);
  // no account can read a report, and repeating it is no error
  for (const target of [BEN, BEN]) await store.report(target, ANN);
}

async function media(store: Store): Promise<void> {
  const [picture] = await store.events([WORLD.picture.id]);
  const [boat, about] = ['https://media.example/boat.png', 'https://page.example/about'];
  expect(await store.linksIn([picture?.seq ?? 0, -1])).toEqual([
    { seq: picture?.seq, url: boat, isPage: false },
    { seq: picture?.seq, url: about, isPage: true },
  ]);
  const row = {
    url: boat,
    mime: 'image/png',
    width: 4,
    height: 3,
    duration: 0,
    hash: undefined,
    thumbnail: undefined,
    size: 9,
  };
  await store.putMedia([row, { ...row, width: 8 }]);
  expect(await store.mediaByUrl([boat, about])).toEqual([{ ...row, width: 8 }]);
  const preview = {
    url: about,
    mime: 'text/html',
    title: 'About',
    description: '',
    image: '',
    icon: '',
    fetchedAt: seconds(NOW),
  };
  await store.putPreview({ ...preview, title: 'Old' });
  await store.putPreview(preview);
  expect(await store.previewsByUrl([about, boat])).toEqual([preview]);
  const shown = { image: 'https://page.example/card', icon: 'https://page.example/icon' };
  await store.putPreview({ ...preview, ...shown });
  for (const url of [boat, about, shown.image, shown.icon])
    expect(await store.namedMedia(['https://other.example', url])).toBe(url);
  expect(await store.namedMedia([])).toBeUndefined();
  expect(await store.namedMedia(['', 'https://page.example'])).toBeUndefined();
}

async function emoji(store: Store): Promise<void> {
  const [star, boat] = ['https://media.example/star.png', 'https://media.example/boat.png'];
  const tags = [['emoji', 'star', star]];
  const smile = event({ created_at: NOW - 5, content: ':star:', tags });
  await store.insert([smile]);
  const size = { mime: 'image/png', width: 1, height: 9, duration: 7, size: 9 };
  const row = { ...size, hash: undefined, thumbnail: undefined };
  await store.putMedia([star, boat].map((url) => ({ ...row, url })));
  for (const text of [
    'url:PNG',
    'orientation:vertical',
    'minduration:1',
    'maxduration:9',
    'features:cdnmedia',
  ]) {
    const search = { query: parseSearch(text), viewer: undefined, order: undefined };
    const found = await store.searchNotes(search, {
      since: 0,
      until: NOW,
      before: 0,
      limit: 9,
      offset: 0,
    });
    expect(
      found.map(({ id }) => id),
      text,
    ).toEqual([WORLD.picture.id]);
  }
  expect((await store.events([smile.id])).length).toBe(1);
  expect(await store.namedMedia([star])).toBe(star);
}

async function uploads(store: Store): Promise<void> {
  const file = (name: string, mime: string, size: number) => ({
    hash: name.repeat(64),
    mime,
    size,
    width: 2,
    height: 1,
  });
  const [own, cat, song] = [
    file('a', 'image/png', 5),
    file('b', 'image/png', 10),
    file('c', 'audio/mpeg', 20),
  ];
  await store.keepFile(own);
  for (const each of [cat, song]) await store.keepUpload(each, ANN);
  for (const { hash } of [cat, own]) expect(await store.shareUpload(hash, BEN)).toBe(true);
  expect(await store.shareUpload('d'.repeat(64), BEN)).toBe(false);
  const served = async () =>
    (await Promise.all([own, cat, song].map(({ hash }) => store.servedFile(hash)))).map(
      (each) => each?.hash,
    );
  expect(await served()).toEqual([own.hash, cat.hash, song.hash]);
  await store.setStanding(ANN, 'denied', '');
  expect(await served()).toEqual([own.hash, cat.hash, undefined]);
  await store.clearStanding(ANN, 'denied');
  expect(await served()).toEqual([own.hash, cat.hash, song.hash]);
  expect(await store.file(own.hash)).toEqual({ ...own, createdAt: NOW });
  const page = { since: 0, until: NOW, limit: 9 };
  const hashes = (files: readonly { readonly hash: string }[] | undefined) =>
    files?.map(({ hash }) => hash);
  expect(hashes(await store.uploadsOf(ANN, { ...page, offset: 0 }))).toEqual([cat.hash, song.hash]);
  expect(hashes(await store.uploadsOf(BEN, { ...page, offset: 0 }))).toEqual([cat.hash]);
  expect(hashes(await store.uploadsBehind(ANN, { ...page, cursor: cat.hash }))).toEqual([
    song.hash,
  ]);
  expect(await store.uploadsBehind(CID, { ...page, cursor: cat.hash })).toBeUndefined();
  expect(await store.uploadedBytes(ANN)).toEqual(
    new Map([
      ['image', 10],
      ['audio', 20],
    ]),
  );
  expect(await store.uploadedByAll()).toBe(30);
  expect([
    await store.forgetUpload(own.hash, ANN),
    await store.forgetUpload(cat.hash, ANN),
  ]).toEqual(['none', 'shared']);
  expect([
    await store.forgetUpload(cat.hash, BEN),
    await store.file(cat.hash),
    await store.uploadedByAll(),
  ]).toEqual(['last', undefined, 20]);
}
