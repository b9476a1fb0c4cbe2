import { expect, test } from 'vitest';
import { finalizeEvent } from 'nostr-tools/pure';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { secretKey } from '../../../tests/support/events/signed.ts';
import {
  CHALLENGE,
  contents,
  elements,
  idsOf,
  key,
  memberOf,
  NOW,
  openVillage,
  proofOf,
  ranges,
  boundRequestFor,
  requestFor,
  type Village,
} from '../../../tests/support/service/village.ts';
import { openBlobs } from '../../media/blobs.ts';
import type { Member } from '../../store/accounts/members.ts';

const DAY = 86_400;
const bound = (verb: string, n: number) => ({ event_from_user: boundRequestFor(verb, n) });
const request = (verb: string, n: number, content: unknown = {}) => ({
  event_from_user: requestFor(verb, n, content),
});
const member = (n: number, fields: Partial<Member>) =>
  memberOf(key(n), { name: `n${n}`, tier: 'premium', premiumSince: NOW - n, ...fields });

const CIPHER = `${'A'.repeat(132)}==`;
const draft = (
  village: Village,
  n: number,
  d: string,
  ago: number,
  content = CIPHER,
  kind = '30023',
) =>
  village.post(
    n,
    {
      kind: KIND.Draft,
      content,
      tags: [
        ['d', d],
        ['k', kind],
      ],
    },
    ago,
  );

const asked = (n: number) => ({ pubkey: key(n), kind: 30023, event_from_user: proofOf(n) });

test('drafts: of the requested kind, newest first, in pages with a RANGE', async () => {
  const village = openVillage();
  const [old, middle, young] = [
    draft(village, 1, 'a', 30),
    draft(village, 1, 'b', 20),
    draft(village, 1, 'c', 10),
  ];
  draft(village, 1, 'note', 5, CIPHER, '1');
  draft(village, 2, 'other', 5);
  const first = await village.ask('drafts', { ...asked(1), limit: 2 });
  expect(idsOf(first, KIND.Draft)).toEqual([young.id, middle.id]);
  expect(ranges(first)).toEqual([
    { since: NOW - 20, until: NOW - 10, order_by: 'created_at', elements: [young.id, middle.id] },
  ]);
  const next = await village.ask('drafts', { ...asked(1), limit: 2, until: NOW - 20, offset: 1 });
  expect(idsOf(next, KIND.Draft)).toEqual([old.id]);
});

test('drafts of notes are asked for by their kind, and plain drafts are for articles alone', async () => {
  const village = openVillage();
  const note = draft(village, 1, 'note', 5, CIPHER, '1');
  draft(village, 1, 'essay', 4);
  const plain = village.post(1, { kind: KIND.LongFormDraft, tags: [['d', 'old']] }, 3);
  const notes = await village.ask('drafts', { ...asked(1), kind: 1 });
  expect(elements(notes)).toEqual([note.id]);
  const essays = await village.ask('drafts', { ...asked(1), kind: undefined });
  expect(elements(essays)).toContain(plain.id);
  expect(elements(essays)).toHaveLength(2);
});

test('NIP-37 drafts, encrypted or plain, are sent only to their author after a proof', async () => {
  const village = openVillage();
  const plain = draft(village, 1, 'plain', 30, 'a secret plan in plain words');
  const older = village.post(
    1,
    { kind: KIND.LongFormDraft, content: 'plain words too', tags: [['d', 'x']] },
    20,
  );
  const sealed = draft(village, 1, 'sealed', 10);
  const refused = `auth-required: what is private is only shown to those whom it concerns; challenge=${CHALLENGE}`;
  for (const event_from_user of [undefined, proofOf(2)])
    expect(await village.notice('drafts', { ...asked(1), event_from_user })).toBe(refused);
  expect(elements(await village.ask('drafts', asked(1)))).toEqual([sealed.id, older.id, plain.id]);
});

test('THREAD-07 creator_paid_tiers: the newest list and its tiers by the same author, else no result', async () => {
  const village = openVillage();
  const tier = village.post(
    1,
    {
      kind: KIND.Tier,
      tags: [
        ['d', 'gold'],
        ['title', 'Gold'],
        ['amount', '1000', 'sats', 'monthly'],
      ],
    },
    60,
  );
  const foreign = village.post(2, { kind: KIND.Tier, tags: [['d', 'fake']] }, 60);
  const list = village.post(
    1,
    {
      kind: KIND.TierList,
      tags: [
        ['e', tier.id],
        ['e', foreign.id],
        ['e', 'x'],
      ],
    },
    50,
  );
  const asked = async () =>
    (await village.ask('creator_paid_tiers', { pubkey: key(1) })).map(({ result }) => result['id']);
  expect(await asked()).toEqual([list.id, tier.id]);
  expect(await village.ask('creator_paid_tiers', { pubkey: key(2) })).toEqual([]);
  // An older list that came late changes nothing. A newer one replaces all.
  village.post(1, { kind: KIND.TierList, tags: [] }, 55);
  expect(await asked()).toEqual([list.id, tier.id]);
  const empty = village.post(1, { kind: KIND.TierList, tags: [] }, 5);
  expect(await asked()).toEqual([empty.id]);
});

test('THREAD-07 creator_paid_tiers: at most 50 tiers of a list', async () => {
  const village = openVillage();
  const tiers = Array.from({ length: 51 }, (_, n) =>
    village.post(1, { kind: KIND.Tier, tags: [['d', `${n}`]] }, 100 + n),
  );
  const answered = async (tags: string[][], ago: number) => {
    village.post(1, { kind: KIND.TierList, tags }, ago);
    return idsOf(await village.ask('creator_paid_tiers', { pubkey: key(1) }), KIND.Tier).length;
  };
  expect(
    await answered(
      tiers.map(({ id }) => ['e', id]),
      20,
    ),
  ).toBe(50);
  expect(
    await answered(
      tiers.map((_, n) => ['a', `${KIND.Tier}:${key(1)}:${n}`]),
      10,
    ),
  ).toBe(50);
});

test('get_notifications_seen: the time of the last set request; no result before', async () => {
  const village = openVillage();
  expect(await village.ask('get_notifications_seen', { pubkey: key(1) })).toEqual([]);
  expect(await village.ask('set_notifications_seen', request('set_notifications_seen', 1))).toEqual(
    [],
  );
  expect(await village.ask('get_notifications_seen', { pubkey: key(1) })).toMatchObject([
    { kind: RESULT.NotificationsSeen, content: NOW },
  ]);
  expect(await village.ask('get_notifications_seen', { pubkey: key(2) })).toEqual([]);
  expect(await village.notice('set_notifications_seen', { event_from_user: undefined })).toBe(
    'error',
  );
});

test('MEMBER-03 leaderboards: index, sats as text, dates; by time or by index, in pages', async () => {
  const village = openVillage();
  village.profile(1, 'ann');
  await village.store.putMembers([
    member(1, {}),
    member(2, {}),
    member(3, { tier: 'premium-legend', legendSince: NOW - 30 }),
    member(4, { tier: 'premium-legend', legendSince: NOW - 40 }),
    member(5, { tier: '' }),
  ]);
  const premium = await village.ask('membership_premium_leaderboard', { limit: 2 });
  expect(premium.find(({ kind }) => kind === RESULT.PremiumLeaderboard)?.content).toEqual([
    { index: 4, pubkey: key(1), premium_since: NOW - 1 },
    { index: 3, pubkey: key(2), premium_since: NOW - 2 },
  ]);
  expect(ranges(premium)).toEqual([
    { since: NOW - 2, until: NOW - 1, order_by: 'premium_since', elements: [key(1), key(2)] },
  ]);
  expect(idsOf(premium, KIND.Metadata)).toHaveLength(1);
  const next = await village.ask('membership_premium_leaderboard', {
    limit: 2,
    until: NOW - 2,
    offset: 1,
  });
  expect(elements(next)).toEqual([key(3), key(4)]);
  expect(
    elements(await village.ask('membership_premium_leaderboard', { order_by: 'index' })),
  ).toEqual([key(4), key(3), key(2), key(1)]);
  const legends = await village.ask('membership_legends_leaderboard');
  expect(legends.find(({ kind }) => kind === RESULT.LegendLeaderboard)?.content).toEqual([
    { index: 1, pubkey: key(4), donated_btc: '0', last_donation: NOW - 40 },
    { index: 2, pubkey: key(3), donated_btc: '0', last_donation: NOW - 30 },
  ]);
  expect(
    elements(await village.ask('membership_legends_leaderboard', { order_by: 'last_donation' })),
  ).toEqual([key(3), key(4)]);
  expect(await village.notice('membership_legends_leaderboard', { order_by: 'nonsense' })).toBe(
    'invalid order_by',
  );
});

test('MEMBER-03 a service without members has empty leaderboards in any order', async () => {
  const village = openVillage();
  for (const verb of ['membership_premium_leaderboard', 'membership_legends_leaderboard'])
    expect(ranges(await village.ask(verb, { order_by: 'index' }))).toEqual([
      { order_by: 'index', elements: [] },
    ]);
});

test('names are free or taken, and only members can change theirs', async () => {
  const village = openVillage();
  await village.store.putMembers([
    member(1, { name: 'ann' }),
    member(2, { name: 'ben', tier: '' }),
  ]);
  const available = async (name: string, pubkey?: string) =>
    (await village.ask('membership_name_available', { name, pubkey }))[0]?.content;
  expect(
    [
      await available('cai'),
      await available('ann'),
      await available('ann', key(1)),
      await available('No Way'),
    ].map((each) => Reflect.get(Object(each), 'available')),
  ).toEqual([true, false, true, false]);
  expect(
    (
      await village.ask(
        'membership_change_name',
        request('membership_change_name', 1, { name: 'anna' }),
      )
    )[0]?.content,
  ).toEqual({
    available: true,
  });
  expect((await village.store.memberNamed('anna'))?.pubkey).toBe(key(1));
  expect(
    (
      await village.ask(
        'membership_change_name',
        request('membership_change_name', 1, { name: 'ben' }),
      )
    )[0]?.content,
  ).toEqual({
    available: false,
  });
  expect(
    await village.notice(
      'membership_change_name',
      request('membership_change_name', 2, { name: 'other' }),
    ),
  ).toBe('memberships are not sold here');
});

test('a patron changes the badge; invalid values are refused', async () => {
  const village = openVillage();
  await village.store.putMembers([
    member(1, { tier: 'premium-legend', style: 'GOLD' }),
    member(2, {}),
  ]);
  const change = (n: number, content: unknown) =>
    village.notice(
      'membership_legend_customization',
      request('membership_legend_customization', n, content),
    );
  expect(
    await change(1, {
      style: 'AQUA',
      custom_badge: true,
      avatar_glow: true,
      edited_shoutout: 'Hello',
    }),
  ).toBeUndefined();
  expect(await village.store.membersAmong([key(1)])).toMatchObject([
    { style: 'AQUA', customBadge: true, avatarGlow: true, shoutout: 'Hello', name: 'n1' },
  ]);
  expect(await change(1, { style: 'PINK' })).toBe('error');
  expect(await change(1, { in_leaderboard: false })).toBe(
    'leaving the leaderboard is not available here',
  );
  expect(await change(2, { style: 'AQUA' })).toBe('only patrons have a badge');
});

test('verbs without a result for success refuse missing things; history and rates are empty', async () => {
  const village = openVillage();
  expect(
    await village.notice('membership_purchase_product', request('membership_purchase_product', 1)),
  ).toBe('memberships are not sold here');
  expect(await village.ask('membership_exchange_rate', { target_currency: 'USD' })).toEqual([]);
  expect(
    (await village.ask('membership_purchase_history', bound('membership_purchase_history', 1))).map(
      ({ content }) => content,
    ),
  ).toEqual([[], { order_by: 'created_at', elements: [] }]);
  const operation = (kind: number, content: unknown) => ({
    operation_event: finalizeEvent(
      { kind, created_at: NOW, tags: [], content: JSON.stringify(content) },
      secretKey(1),
    ),
  });
  expect(
    await village.ask('wallet', operation(RESULT.WalletOperation, ['exchange_rate', {}])),
  ).toEqual([]);
  expect(await village.ask('wallet', operation(RESULT.WalletNwcActive, ['is_user', {}]))).toEqual(
    [],
  );
  expect(await village.notice('wallet', operation(RESULT.WalletOperation, ['withdraw', {}]))).toBe(
    'there is no wallet here',
  );
  expect(await village.notice('wallet', operation(1, ['withdraw', {}]))).toBe('invalid event kind');
  expect(
    await village.notice('wallet', {
      operation_event: {
        ...operation(RESULT.WalletOperation, ['withdraw']).operation_event,
        content: '[]',
      },
    }),
  ).toBe('verification failed');
});

test('own content: counts by kind, backup oldest first, earlier contact lists one per day', async () => {
  const village = openVillage();
  const contacts = (ago: number, ...others: number[]) =>
    village.post(1, { kind: KIND.Contacts, tags: others.map((n) => ['p', key(n)]) }, ago);
  const [older, , newest] = [
    contacts(3 * DAY, 2),
    contacts(DAY + 60, 2, 3),
    contacts(DAY, 2, 3, 4),
  ];
  const notes = [village.note(1, 'one', 30), village.note(1, 'two', 20)];
  village.note(2, 'foreign', 10);
  expect(
    (await village.ask('membership_content_stats', bound('membership_content_stats', 1)))[0]
      ?.content,
  ).toEqual([
    { kind: KIND.Text, cnt: 2 },
    { kind: KIND.Contacts, cnt: 1 },
  ]);
  const backup = await village.ask('membership_content_backup', {
    ...bound('membership_content_backup', 1),
    kinds: [1],
    limit: 10,
  });
  expect(idsOf(backup, KIND.Text)).toEqual(notes.map(({ id }) => id));
  expect(
    await village.ask('membership_content_backup', bound('membership_content_backup', 1)),
  ).toHaveLength(3);
  const lists = await village.ask(
    'membership_recovery_contact_lists',
    bound('membership_recovery_contact_lists', 1),
  );
  const days = new Set([older, newest].map(({ id }) => id));
  for (const id of days) expect(elements(lists)).toContain(id);
  expect(ranges(lists)).toMatchObject([{ until: NOW - DAY, since: NOW - 3 * DAY }]);
  expect(
    await village.notice(
      'membership_recover_contact_list',
      request('membership_recover_contact_list', 1, { event_id: older.id }),
    ),
  ).toBeUndefined();
  expect(
    await village.notice(
      'membership_recover_contact_list',
      request('membership_recover_contact_list', 2, { event_id: older.id }),
    ),
  ).toBe('error');
  expect(await village.notice('membership_content_stats', {})).toMatch(
    /^auth-required: .*; challenge=c+$/,
  );
});

test('own uploads: bytes by kind, a page of addresses, deletion by address', async () => {
  const village = openVillage({ origin: 'https://town.example' });
  const blobs = openBlobs(village.store);
  const uploads = {
    find: (hash: string) => blobs.find(hash),
    remove: (hash: string, pubkey: string) => blobs.removeUpload(hash, pubkey),
    free: () => 1_000,
  };
  Object.assign(village.context.options, { uploads });
  const put = async (byte: string, mime: string) => {
    const hash = byte.repeat(64);
    village.store.database.run(
      'insert into blobs (hash, mime, size, width, height, created_at) values (?, ?, 10, 2, 3, ?)',
      [hash, mime, NOW],
    );
    village.store.database.run('insert into uploads (hash, pubkey, created_at) values (?, ?, ?)', [
      hash,
      key(1),
      NOW,
    ]);
    return `https://town.example${(await blobs.find(hash))?.path}`;
  };
  const [picture, video] = [await put('a', 'image/png'), await put('b', 'video/mp4')];
  expect(
    (
      await village.ask(
        'membership_media_management_stats',
        bound('membership_media_management_stats', 1),
      )
    )[0]?.content,
  ).toEqual({
    image: 10,
    video: 10,
    other: 0,
    free: 1_000,
  });
  const page = await village.ask(
    'membership_media_management_uploads',
    bound('membership_media_management_uploads', 1),
  );
  expect(elements(page)).toEqual([picture, video]);
  expect(page[0]?.content).toEqual([
    { url: picture, size: 10, mimetype: 'image/png', created_at: NOW },
    { url: video, size: 10, mimetype: 'video/mp4', created_at: NOW },
  ]);
  expect(contents(page, RESULT.MediaInfo)[0]?.['resources']).toHaveLength(2);
  const remove = (n: number, url: string) =>
    village.notice(
      'membership_media_management_delete',
      request('membership_media_management_delete', n, { url }),
    );
  expect(await remove(2, picture)).toBe('invalid url');
  expect(await remove(1, picture.replace('town', 'other'))).toBe('invalid url');
  expect(await remove(1, picture)).toBeUndefined();
  expect(
    elements(
      await village.ask(
        'membership_media_management_uploads',
        bound('membership_media_management_uploads', 1),
      ),
    ),
  ).toEqual([video]);
});
