// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountScreen } from '../../../tests/support/account/account-screen.tsx';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { notePath, profilePath } from '../../events/account/profile/profile-path.ts';
import { readResult } from '../../events/connection/results.ts';
import { KIND, RESULT } from '../../events/nostr/kinds.ts';
import { sectionsOf } from '../../events/notifications/groups.ts';
import { NOTIFICATION_TYPES, notificationsIn } from '../../events/notifications/notification.ts';
import { seconds } from '../../events/core/time.ts';
import { NotificationRow } from './NotificationRow.tsx';

const [ME, ADA, BEN] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const hex = (n: number) => n.toString(16).padStart(64, '0');
const person = (pubkey: string, name: string) =>
  trusted({ kind: KIND.Metadata, pubkey, content: JSON.stringify({ name }) });

const mine = trusted({ pubkey: ME, content: 'the library lends umbrellas' });
const withMe = trusted({ pubkey: BEN, content: 'as she says of umbrellas', tags: [['p', ME]] });
const withMine = trusted({ pubkey: BEN, content: 'quoting the library', tags: [['q', mine.id]] });
const reply = trusted({
  pubkey: ADA,
  content: 'parasols, too?',
  tags: [['e', mine.id, '', 'root']],
});
const mention = trusted({ pubkey: ADA, content: 'ask her about umbrellas', tags: [['p', ME]] });
const quote = trusted({ pubkey: ADA, content: 'look at this', tags: [['q', mine.id]] });
const highlight = trusted({
  kind: KIND.Highlight,
  pubkey: ADA,
  content: 'lends umbrellas',
  tags: [['e', mine.id]],
});
const stream = trusted({
  kind: KIND.LiveEvent,
  pubkey: ADA,
  tags: [
    ['d', 'umbrellas'],
    ['title', 'Umbrellas, live'],
  ],
});
const EVENTS = [
  mine,
  withMe,
  withMine,
  reply,
  mention,
  quote,
  highlight,
  stream,
  person(ADA, 'ada'),
  person(BEN, 'ben'),
];

interface Sample {
  /** The service's fields beside id, receiver, time and type (with its spellings). */
  readonly told: Readonly<Record<string, unknown>>;
  /** The text of the row: the whole sentence of a reaction, or the line above a note. */
  readonly words: string;
  /** The shown excerpt of the target. */
  readonly text?: string;
  readonly target?: string;
  readonly sats?: string;
}

const [your_post, post_you_were_mentioned_in] = [mine.id, withMe.id];
const withYours = { post_your_post_was_mentioned_in: withMine.id, your_post: mine.id };
const [LIBRARY, UMBRELLAS, QUOTING] = [mine.content, withMe.content, withMine.content];
const NOTE = { text: LIBRARY, target: notePath(mine.id) };
const WITH_ME = { text: UMBRELLAS, target: notePath(withMe.id) };
const WITH_MINE = { text: QUOTING, target: notePath(withMine.id) };
const REPLY = { text: reply.content, target: notePath(reply.id) };

const TYPES: Readonly<Record<number, Sample>> = {
  1: { told: { follower: ADA }, words: 'ada started following you' },
  2: { told: { follower: ADA }, words: 'ada stopped following you' },
  3: {
    told: { who_zapped_it: ADA, your_post, satszapped: 1_210, message: 'nice' },
    words: 'ada zapped your note',
    sats: '1,210 sats',
    ...NOTE,
  },
  4: {
    told: { who_liked_it: ADA, your_post, reaction: '+' },
    words: 'ada liked your note',
    ...NOTE,
  },
  5: { told: { who_reposted_it: ADA, your_post }, words: 'ada reposted your note', ...NOTE },
  6: {
    told: { who_replied_to_it: ADA, your_post, reply: reply.id },
    words: `Replied to your note: ${LIBRARY}`,
    ...REPLY,
  },
  7: {
    told: { you_were_mentioned_by: ADA, you_were_mentioned_in: mention.id },
    words: 'Mentioned you in a note',
    text: mention.content,
    target: notePath(mention.id),
  },
  8: {
    told: { your_post_was_mentioned_by: ADA, your_post, your_post_were_mentioned_in: quote.id },
    words: `Quoted your note: ${LIBRARY}`,
    text: quote.content,
    target: notePath(quote.id),
  },
  101: {
    told: { who_zapped_it: ADA, post_you_were_mentioned_in, satszapped: 21 },
    words: 'ada zapped a note that mentions you',
    sats: '21 sats',
    ...WITH_ME,
  },
  102: {
    told: { who_liked_it: ADA, post_you_were_mentioned_in },
    words: 'ada liked a note that mentions you',
    ...WITH_ME,
  },
  103: {
    told: { who_reposted_it: ADA, post_you_were_mentioned_in },
    words: 'ada reposted a note that mentions you',
    ...WITH_ME,
  },
  104: {
    told: { who_replied_to_it: ADA, post_you_were_mentioned_in, reply: reply.id },
    words: `Replied to a note that mentions you: ${UMBRELLAS}`,
    ...REPLY,
  },
  201: {
    told: { who_zapped_it: ADA, ...withYours, satszapped: 42 },
    words: 'ada zapped a note that quotes you',
    sats: '42 sats',
    ...WITH_MINE,
  },
  202: {
    told: { who_liked_it: ADA, ...withYours },
    words: 'ada liked a note that quotes you',
    ...WITH_MINE,
  },
  203: {
    told: { who_reposed_it: ADA, ...withYours },
    words: 'ada reposted a note that quotes you',
    ...WITH_MINE,
  },
  204: {
    told: { who_replied_to_it: ADA, ...withYours, reply: reply.id },
    words: `Replied to a note that quotes you: ${QUOTING}`,
    ...REPLY,
  },
  301: {
    told: { who_highlighted_it: ADA, your_post, highlight: highlight.id },
    words: 'ada highlighted a passage in your note',
    text: highlight.content,
    target: notePath(mine.id),
  },
  302: { told: { who_bookmarked_it: ADA, your_post }, words: 'ada bookmarked your note', ...NOTE },
  303: {
    told: { who_reacted: ADA, your_post, reaction: '🔥' },
    words: 'ada reacted 🔥 to your note',
    ...NOTE,
  },
  501: {
    told: { host: ADA, live_event_id: stream.id, coordinate: `30311:${ADA}:umbrellas` },
    words: 'ada went live',
    text: 'Umbrellas, live',
  },
  601: {
    told: { who_replied_to_it: ADA, your_post, reply: reply.id },
    words: `Replied to a reply below your note: ${LIBRARY}`,
    ...REPLY,
  },
};

afterEach(cleanup);

const answered = (told: readonly object[]) =>
  told.flatMap(
    (one) => readResult({ kind: RESULT.Notification, content: JSON.stringify(one) }) ?? [],
  );
const wire = (type: number, id: number, told: object, created_at = 1_700_000_000) => ({
  id: hex(id),
  pubkey: ME,
  created_at,
  type,
  ...told,
});

/** Render the rows of a service's answer, each in a box named by its types, in list order. */
function drawn(told: readonly object[], events = EVENTS) {
  const list = notificationsIn(answered(told), ME);
  const groups = sectionsOf(list, { seen: undefined, dayOf: () => 'day' }).flatMap(
    (section) => section.groups,
  );
  const rows = groups.map((group) => (
    <section key={group.key} aria-label={group.members.map(({ type }) => type).join()}>
      <NotificationRow group={group} isPlain />
    </section>
  ));
  const { app } = accountScreen(ME, <>{rows}</>);
  act(() => app.send({ type: 'facts.received', events, claims: [], now: seconds(1_700_000_100) }));
  return groups;
}
const rowOf = (type: number) => screen.getByRole('region', { name: String(type) });
const clear = (node: Element | null) =>
  (node?.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');

test('NOTIF-01 ROUTE-07 each wire type shows person, target and amount, with links to both', () => {
  expect(Object.keys(TYPES).map(Number)).toEqual(NOTIFICATION_TYPES);
  drawn(Object.entries(TYPES).map(([type, { told }], at) => wire(Number(type), at, told)));
  const seen = Object.keys(TYPES).map((type) => {
    const row = rowOf(Number(type));
    const { words, text = '', target, sats } = TYPES[Number(type)] ?? { words: '' };
    const article = within(row).getByRole('article');
    const said = clear(article).includes(words) ? article : row;
    const links = within(row)
      .getAllByRole('link', { hidden: true })
      .map((link) => link.getAttribute('href'));
    return {
      type,
      words: clear(said).includes(words) && words,
      text: clear(article).includes(text) && text,
      actor: links.includes(profilePath(ADA)),
      target: target === undefined || links.includes(target),
      sats: sats === undefined ? !clear(article).includes('sats') : clear(article).includes(sats),
    };
  });
  expect(seen).toEqual(
    Object.entries(TYPES).map(([type, { words, text = '' }]) => ({
      type,
      words,
      text,
      actor: true,
      target: true,
      sats: true,
    })),
  );
});

test('ACCESS-03 NOTIF-01 o opens the target of a row, as Enter does, or the person if there is none', () => {
  drawn([wire(4, 1, { who_liked_it: ADA, your_post }), wire(1, 2, { follower: ADA })]);
  const opened = [4, 1].map((type) =>
    rowOf(type).querySelector('[data-open], article:not(:has([data-open])) [data-person]'),
  );
  expect(opened.map((one) => one?.getAttribute('href'))).toEqual([
    notePath(mine.id),
    profilePath(ADA),
  ]);
});

test('NOTIF-01 unknown types render nothing, and neither do messages, which are only counted', () => {
  expect(
    drawn([
      wire(401, 1, { sender: ADA, event_id: mine.id }),
      wire(777, 2, { who_liked_it: ADA, your_post }),
    ]),
  ).toEqual([]);
  expect(screen.queryByRole('article')).toBeNull();
});

test('NOTIF-01 same reactions to one event share a row: avatars, newest name, number of others, total sats', () => {
  const crowd = Array.from({ length: 5 }, (_, at) => [ADA, BEN, hex(3), hex(4), hex(5)][at] ?? '');
  const like = (by: string, at: number, more = {}) =>
    wire(4, at, { who_liked_it: by, your_post, ...more }, 1_000 - at);
  const zap = (by: string, at: number, sats: number) =>
    wire(3, 50 + at, { who_zapped_it: by, your_post, satszapped: sats }, 1_000 - at);
  drawn([
    ...crowd.map((by, at) => like(by, at + 1)),
    like(ADA, 30, { your_post: withMine.id }),
    like(ADA, 40, { reaction: '🔥' }),
    zap(ADA, 1, 21),
    zap(BEN, 2, 2_100),
  ]);
  const rows = screen.getAllByRole('article');
  expect(rows.map((row) => clear(row.getElementsByTagName('p').item(0)))).toEqual([
    'ada, ben and 3 others liked your note',
    'ada and ben zapped your note',
    'ada liked your note',
    'ada reacted 🔥 to your note',
  ]);
  expect(
    rows.map(
      (row) => row.querySelectorAll('[aria-hidden] > [role="img"], [aria-hidden] > span').length,
    ),
  ).toEqual([5, 2, 1, 1]);
  expect(clear(rows[1] ?? null)).toContain('2,121 sats');
  expect(clear(rows[1] ?? null)).toContain('largest 2,100, from ben');
});

test('ZAP-05 E-41 the message of a zap is hidden if the signer of its receipt is unknown', () => {
  const request = {
    ...trusted({ kind: KIND.ZapRequest, pubkey: ADA, content: 'send me your key' }),
  };
  const asked = {
    ...request,
    tags: [
      ['p', ME],
      ['e', mine.id],
      ['amount', '21000'],
    ],
  };
  const tags = [
    ['p', ME],
    ['e', mine.id],
    ['description', JSON.stringify(asked)],
  ];
  const forged = trusted({ kind: KIND.Zap, pubkey: BEN, tags });
  drawn([wire(3, 1, { who_zapped_it: ADA, your_post, satszapped: 21 })], [...EVENTS, forged]);
  expect(clear(screen.getByRole('article'))).toContain('21 sats');
  expect(clear(screen.getByRole('article'))).not.toContain('send me your key');
});

test('E-14 INV-VERIFIED names with direction marks or markup stay in place; invalid amounts are left out', () => {
  const odd = ['\u202eada liked <b>everything</b>', '<img src=x onerror=alert(1)>', '__proto__'];
  const amounts = [Number.NaN, -5, 1e308, 1e308, '21', Number.POSITIVE_INFINITY];
  const targets = [hex(21), hex(22), hex(23), hex(23), hex(25), hex(26)];
  drawn(
    [
      ...odd.map((_, at) =>
        wire(4, at + 1, {
          who_liked_it: hex(60 + at),
          your_post: hex(70 + at),
          constructor: {},
          __proto__: { type: 3 },
        }),
      ),
      ...amounts.map((satszapped, at) =>
        wire(3, at + 10, { who_zapped_it: ADA, your_post: targets[at], satszapped }, 1_000 - at),
      ),
    ],
    [...EVENTS, ...odd.map((name, at) => person(hex(60 + at), name))],
  );
  const rows = screen.getAllByRole('article');
  const names = rows.slice(0, odd.length).map((row) => row.querySelector('p bdi'));
  expect(names.map((name) => name?.children.length)).toEqual([0, 0, 0]);
  expect(names.map((name) => name?.textContent)).toEqual(odd);
  const said = rows.slice(odd.length).map((row) => /[\d,.]+(?:e\+\d+)? sats/.exec(clear(row))?.[0]);
  expect(said).toEqual([undefined, undefined, '4,200,000,000,000,000 sats', undefined, undefined]);
});
