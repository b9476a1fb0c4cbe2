import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../connection/claims.ts';
import { RESULT } from '../nostr/kinds.ts';
import { seconds } from '../core/time.ts';
import { countsIn, seenIn, unreadIn } from './counts.ts';
import { groupAsked, isUnder, sectionsOf, since, summaryOf, TABS } from './groups.ts';
import {
  formOf,
  isSaid,
  newestFirst,
  NOTIFICATION_TYPES,
  notificationsIn,
  readNotification,
  withMore,
} from './notification.ts';

const ME = 'a'.repeat(64);
const hex = (n: number) => n.toString(16).padStart(64, '0');
const said = (content: unknown, kind: number = RESULT.Notification): Claim => ({
  claim: 'other',
  kind,
  content,
});

/** Build a notification in the form of the service. */
const wire = (type: number, more: object = {}) => ({
  id: hex(1),
  pubkey: ME,
  created_at: 1_700_000_000,
  type,
  ...more,
});
const fullOf = (type: (typeof NOTIFICATION_TYPES)[number]) => {
  const { actor, target = [], about } = formOf(type);
  return wire(type, {
    [actor[0] ?? '']: hex(2),
    ...(target[0] ? { [target[0]]: hex(3) } : {}),
    ...(about ? { [about]: hex(4) } : {}),
  });
};

test('NOTIF-01 every documented type is read with its actor and target', () => {
  const documented = [
    1, 2, 3, 4, 5, 6, 7, 8, 101, 102, 103, 104, 201, 202, 203, 204, 301, 302, 303,
  ];
  expect(NOTIFICATION_TYPES).toEqual([...documented, 501, 601]);
  for (const type of NOTIFICATION_TYPES) {
    const read = readNotification(fullOf(type), ME);
    expect(read).toMatchObject({ type, actor: hex(2), at: seconds(1_700_000_000) });
    expect(read?.target).toBe(type <= 2 ? undefined : hex(3));
  }
});

test('NOTIF-01 the misspelled and the correct field names of the service are both read', () => {
  for (const name of ['who_reposed_it', 'who_reposted_it'])
    expect(
      readNotification(wire(203, { [name]: hex(2), post_your_post_was_mentioned_in: hex(3) }), ME)
        ?.actor,
    ).toBe(hex(2));
  expect(
    readNotification(
      wire(8, { your_post_was_mentioned_by: hex(2), your_post_were_mentioned_in: hex(3) }),
      ME,
    )?.target,
  ).toBe(hex(3));
  expect(
    readNotification(wire(201, { who_zapped_it: hex(2), your_post_were_mentioned_in: hex(3) }), ME)
      ?.target,
  ).toBe(hex(3));
});

test('NOTIF-01 E-14 unknown, foreign, own and malformed notifications are skipped without an error', () => {
  const bad = [
    wire(401, { sender: hex(2), event_id: hex(3) }),
    wire(9_999),
    { ...fullOf(4), pubkey: hex(9) },
    { ...fullOf(4), who_liked_it: ME },
    { ...fullOf(4), your_post: 'x' },
    { ...fullOf(4), id: 7 },
    { ...fullOf(4), created_at: '9e99' },
    { ...fullOf(4), type: 'constructor' },
  ];
  expect(
    notificationsIn(
      bad.map((one) => said(one)),
      ME,
    ),
  ).toEqual([]);
  fc.assert(
    fc.property(
      fc.array(fc.anything()),
      fc.constantFrom(...NOTIFICATION_TYPES),
      fc.dictionary(fc.string(), fc.anything()),
      (odd, type, more) => {
        const read = notificationsIn(
          [...odd, { ...fullOf(type), ...more }].map((one) => said(one)),
          ME,
        );
        for (const one of read) {
          expect(one.id).toMatch(/^[0-9a-f]{64}$/);
          expect(one.actor).toMatch(/^[0-9a-f]{64}$/);
          expect(one.sats).toBeLessThanOrEqual(2_100_000_000_000_000);
          expect(one.emoji.length).toBeLessThanOrEqual(64);
        }
      },
    ),
  );
});

test('NOTIF-01 a reaction that is no like is read as another reaction, though the service says like', () => {
  const typed = (reaction: unknown, type: 4 | 303 | 5 = 4) =>
    readNotification({ ...fullOf(type), reaction }, ME)?.type;
  expect([undefined, '', '+', '+1', '❤️', '❤️‍🔥', '🤙🏽', 7].map((each) => typed(each))).toEqual(
    Array(8).fill(4),
  );
  expect(['-', '🔥', '👎', ':party:', 'no'].map((each) => typed(each))).toEqual(Array(5).fill(303));
  expect([typed('+', 303), typed('-', 5)]).toEqual([303, 5]);
});

test('INV-VERIFIED only a single emoji is kept of the claimed text', () => {
  const emoji = (reaction: unknown) =>
    readNotification({ ...fullOf(4), reaction, message: 'send me money' }, ME)?.emoji;
  const all = ['🔥', '👩‍👩‍👧', '👍🏽', '🇩🇪', '#️⃣', '1⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', ':soapbox:', ':a-b_c:'];
  expect(all.map(emoji)).toEqual(all);
  expect(
    [
      '+',
      '❤️',
      '❤',
      '🤙',
      'visit evil.example',
      '🔥 now',
      ':a b:',
      ': :',
      '🇩',
      '🇩🇪🇫🇷',
      '1',
      '',
      7,
      '\u202e🔥',
    ].map(emoji),
  ).toEqual(Array(14).fill(''));
  expect(
    JSON.stringify(readNotification({ ...fullOf(3), message: 'send me money' }, ME)),
  ).not.toContain('money');
});

test('E-14 only 200 of 10,000 are read, 10,000 are grouped, and inherited names are no types or targets', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    ...fullOf(4),
    id: hex(at + 1),
    your_post: hex(at + 20_000),
  }));
  const claims = many.map((one) => said(one));
  expect(notificationsIn(claims, ME)).toHaveLength(200);
  const list = newestFirst(many.flatMap((one) => readNotification(one, ME) ?? []));
  const groups = sectionsOf(list, { seen: undefined, dayOf: () => 'day' }).flatMap(
    (section) => section.groups,
  );
  expect(new Set(groups.map(({ key }) => key)).size).toBe(10_000);
  expect(withMore(list, list)).toBe(list);
  const odd = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  expect(odd.flatMap((name) => readNotification({ ...fullOf(4), type: name }, ME) ?? [])).toEqual(
    [],
  );
  expect(
    odd.flatMap((name) => readNotification({ ...fullOf(4), your_post: name }, ME) ?? []),
  ).toEqual([]);
  expect(
    readNotification(JSON.parse(`{"__proto__":${JSON.stringify(fullOf(4))}}`), ME),
  ).toBeUndefined();
});

test('E-14 amounts that are no numbers or negative count as 0, and huge ones as the maximum', () => {
  const sats = (satszapped: unknown) => readNotification({ ...fullOf(3), satszapped }, ME)?.sats;
  expect([Number.NaN, -1, Number.POSITIVE_INFINITY, '21', null, {}].map(sats)).toEqual(
    Array(6).fill(0),
  );
  expect([1e308, 21.9, 0].map(sats)).toEqual([2_100_000_000_000_000, 21, 0]);
  const zaps = Array.from(
    { length: 200 },
    (_, at) => readNotification({ ...fullOf(3), id: hex(at + 1), satszapped: 1e308 }, ME) ?? [],
  ).flat();
  expect(Number.isFinite(summaryOf(zaps).sats)).toBe(true);
});

const one = fc.record({
  id: fc.integer({ min: 1, max: 40 }).map(hex),
  type: fc.constantFrom(...NOTIFICATION_TYPES),
  at: fc.integer({ min: 1, max: 400 }).map(seconds),
  actor: fc.integer({ min: 1, max: 6 }).map(hex),
  target: fc.constantFrom(hex(3), hex(4)),
  about: fc.constant(undefined),
  sats: fc.integer({ min: 0, max: 1_000 }),
  emoji: fc.constantFrom('', '🔥', '🇩🇪', ':soapbox:'),
});
const some = fc.uniqueArray(one, { selector: ({ id }) => id }).map(newestFirst);
const dayOf = (at: unknown) => String(Math.floor(Number(at) / 100));

test('NOTIF-01 grouping keeps every notification once, separates type, target, day and news, newest first', () => {
  fc.assert(
    fc.property(
      some,
      fc.option(fc.integer({ min: 0, max: 400 }).map(seconds), { nil: undefined }),
      (list, seen) => {
        const sections = sectionsOf(list, { seen, dayOf });
        const groups = sections.flatMap((section) => section.groups);
        expect(newestFirst(groups.flatMap(({ members }) => members))).toEqual(list);
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
        for (const { members, isNew, actors, sats } of groups) {
          const [first] = members;
          expect(new Set(members.map(({ type }) => type)).size).toBe(1);
          // NOTIF-07: every account in a row reacted with the emoji of the row
          if (!isSaid(first.type)) expect(new Set(members.map(({ emoji }) => emoji)).size).toBe(1);
          if (isSaid(first.type)) expect(members).toHaveLength(1);
          else if (first.type !== 501)
            expect(new Set(members.map(({ target }) => target)).size).toBe(1);
          for (const member of members) expect(seen !== undefined && member.at > seen).toBe(isNew);
          if (!isNew) expect(new Set(members.map(({ at }) => dayOf(at))).size).toBe(1);
          expect(actors).toHaveLength(new Set(members.map(({ actor }) => actor)).size);
          expect(sats).toBe(members.reduce((sum, member) => sum + member.sats, 0));
        }
        for (const section of sections)
          expect(newestFirst(section.groups.map(({ members: [first] }) => first))).toEqual(
            section.groups.map(({ members: [first] }) => first),
          );
      },
    ),
  );
});

test('E-18 pages in any order, and repeated, give one list', () => {
  fc.assert(
    fc.property(some, fc.array(fc.nat()), (list, seed) => {
      const shuffled = list.toSorted(
        (a, b) => (seed[Number.parseInt(a.id, 16)] ?? 0) - (seed[Number.parseInt(b.id, 16)] ?? 0),
      );
      const half = Math.floor(shuffled.length / 2);
      expect(withMore(withMore(shuffled.slice(half), shuffled.slice(0, half)), shuffled)).toEqual(
        list,
      );
    }),
  );
});

test('NOTIF-01 tabs request the groups of the service; reactions are selected from all', () => {
  expect(TABS.map(groupAsked)).toEqual(['all', 'zaps', 'replies', 'mentions', 'reposts', 'all']);
  const under = (tab: (typeof TABS)[number]) =>
    NOTIFICATION_TYPES.filter((type) => isUnder(tab, { type }));
  expect(under('reactions')).toEqual([4, 102, 202, 303]);
  expect(['zaps', 'replies', 'mentions', 'reposts'].map((tab) => under(tab as 'zaps')[0])).toEqual([
    3, 6, 7, 5,
  ]);
  expect(under('all')).toEqual(NOTIFICATION_TYPES);
});

test('NOTIF-03 the summary counts follows, likes, mentions, replies, reposts, zaps, sats since last seen', () => {
  const told = ([1, 1, 2, 4, 303, 7, 8, 6, 601, 5, 3, 3] as const).map((type, at) =>
    readNotification(
      {
        ...fullOf(type),
        id: hex(at + 1),
        created_at: at + 10,
        satszapped: type === 3 ? 21 * at : 0,
      },
      ME,
    ),
  );
  const list = newestFirst(told.flatMap((found) => found ?? []));
  expect(summaryOf(list)).toEqual({
    gained: 2,
    lost: 1,
    likes: 2,
    mentions: 2,
    replies: 2,
    reposts: 1,
    zaps: 2,
    sats: 441,
    largest: 231,
  });
  expect(summaryOf(since(list, seconds(20)))).toEqual({
    gained: 0,
    lost: 0,
    likes: 0,
    mentions: 0,
    replies: 0,
    reposts: 0,
    zaps: 1,
    sats: 231,
    largest: 231,
  });
});

test('NOTIF-04 the badge is the total of all counts of the newest stats event of the account', () => {
  const stats = (counts: object, pubkey = ME) =>
    said({ kind: RESULT.NotificationStats, pubkey, ...counts }, RESULT.NotificationStats);
  const totalIn = (...args: Parameters<typeof countsIn>) => countsIn(...args)?.total;
  expect(countsIn([stats({ 1: 2, 4: 5, 401: 1, 601: 3 })], ME)).toEqual({ total: 11, direct: 1 });
  expect(totalIn([stats({ 1: 2 }), stats({ 1: 3 }), stats({ 1: 9 }, hex(9))], ME)).toBe(3);
  expect(totalIn([stats({ 1: -2, 2: 'x', 3: 1e300, kindness: 7 })], ME)).toBe(1_000_000);
  expect([totalIn([], ME), totalIn([stats({}, hex(9))], ME)]).toEqual([undefined, undefined]);
  expect(seenIn([said(1_700_000_000, RESULT.NotificationsSeen)])).toBe(seconds(1_700_000_000));
  expect([seenIn([]), seenIn([said('x', RESULT.NotificationsSeen)])]).toEqual([
    undefined,
    undefined,
  ]);
});

test('NOTIF-04 ACCOUNT-20 unread direct messages count if an unmuted sender may have written them', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), (others, shown, muted, seen) => {
      const direct = Math.max(0, shown + muted - seen);
      const unread = unreadIn({
        total: others + direct,
        direct,
        messages: { shown, muted },
        news: [],
        hidden: new Set(),
        looked: undefined,
      });
      expect(unread).toBeGreaterThanOrEqual(others);
      expect(unread).toBeLessThanOrEqual(others + shown);
      // the seen messages may all be from unmuted senders, but muted ones never count in their
      // place
      expect(unread).toBe(others + Math.max(0, shown - seen));
    }),
  );
});

test('NOTIF-04 E-59 hidden ones never count; without a saved marker, only those after the look count', () => {
  fc.assert(
    fc.property(
      some,
      fc.nat(40),
      fc.subarray(Array.from({ length: 40 }, (_, at) => hex(at + 1))),
      (news, more, ids) => {
        const hidden = new Set(ids);
        const none = { direct: 0, messages: { shown: 0, muted: 0 } };
        const shown = news.filter(({ id }) => !hidden.has(id));
        expect(
          unreadIn({ ...none, total: news.length + more, news, hidden, looked: undefined }),
        ).toBe(shown.length + more);
        expect(unreadIn({ ...none, total: 0, news, hidden, looked: undefined })).toBe(0);
        const looked = seconds(200);
        expect(unreadIn({ ...none, total: news.length, news, hidden, looked })).toBe(
          shown.filter(({ at }) => at > looked).length,
        );
      },
    ),
  );
});

test('NOTIF-07 reactions to a note have one row for each emoji, flag and custom emoji', () => {
  const reactions = ['🤮', '🇩🇪', ':soapbox:', '🤮', '1️⃣', 'meh'].flatMap(
    (reaction, at) =>
      readNotification(
        { ...fullOf(4), id: hex(at + 1), who_liked_it: hex(at + 50), reaction },
        ME,
      ) ?? [],
  );
  const [section] = sectionsOf(newestFirst(reactions), { seen: undefined, dayOf: () => 'day' });
  const rows = section?.groups.map(
    ({ members: [{ emoji }], actors }) => [emoji, actors.length] as const,
  );
  expect(new Map(rows)).toEqual(
    new Map([
      ['🤮', 2],
      ['🇩🇪', 1],
      [':soapbox:', 1],
      ['1️⃣', 1],
      ['', 1],
    ]),
  );
  expect(rows).toHaveLength(5);
});
