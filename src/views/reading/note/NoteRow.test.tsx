// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { type RenderedApp, renderedApp } from '../../../../tests/support/views/rendered-app.tsx';
import { type Fields, trusted } from '../../../../tests/support/events/trusted.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import type { AppInput } from '../../../machines/app/app.machine.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { naddrOf, neventOf } from '../../../events/nostr/nip19.ts';
import replyStyles from './ReplyLine.module.css';
import zapStyles from '../../money/zaps/TopZaps.module.css';

const [ADA, BEN, CY] = ['1', '2', '3'].map((digit) => digit.repeat(64));
const named = (pubkey: string | undefined, name: string, lud16 = '') =>
  trusted({
    kind: KIND.Metadata,
    ...(pubkey ? { pubkey } : {}),
    content: JSON.stringify({ name, lud16 }),
  });
const PROVIDER = 'f'.repeat(64);
const PEOPLE = [named(ADA, 'ada', 'ada@pay.example'), named(BEN, 'ben'), named(CY, 'cy')];
const note = (content: string, fields: Fields = {}) =>
  trusted({ pubkey: ADA ?? '', content, created_at: seconds(1_000), ...fields });

let world: RenderedApp | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(async () => {
  await Promise.all([
    import('../feed/TrendingSection.tsx'),
    import('../../money/zaps/ZapChips.tsx'),
  ]);
});

/** Render the home feed with these rows in this order, and the events that belong to them. */
async function feedOf(
  elements: readonly VerifiedEvent[],
  rest: readonly VerifiedEvent[] = [],
  input: Partial<AppInput> = {},
) {
  const opened = renderedApp('/home', input);
  world = opened;
  await opened.settle(() => opened.socket.opened());
  const times = elements.map(({ created_at }) => inSeconds(created_at));
  const claims = [
    range(
      elements.map(({ id }) => id),
      { since: Math.min(...times), until: Math.max(...times) },
    ),
  ];
  await opened.settle(() =>
    opened.answer('mega_feed_directive', { events: [...elements, ...rest, ...PEOPLE], claims }),
  );
  return { opened, rows: within(screen.getByRole('main')).getAllByRole('article') };
}

function zap(target: string, sats: number, { by = BEN, provider = PROVIDER } = {}): VerifiedEvent {
  const request = trusted({
    kind: KIND.ZapRequest,
    pubkey: by ?? '',
    content: `for ${sats}`,
    tags: [
      ['p', ADA ?? ''],
      ['e', target],
      ['amount', String(sats * 1_000)],
    ],
  });
  const tags = [
    ['p', ADA ?? ''],
    ['e', target],
    ['description', JSON.stringify(request)],
  ];
  return trusted({ kind: KIND.Zap, pubkey: provider, tags, created_at: seconds(1_500) });
}
const PAY = 'https://pay.example/.well-known/lnurlp/ada';
const amounts = (zaps: HTMLElement) =>
  [...zaps.querySelectorAll('li b')].map(({ textContent }) => textContent);

// Must be the first test of this file: once the code is loaded, the space of zaps that may not be
// listed disappears too fast to be seen.
test('ZAP-05 no space is reserved for zaps of other kinds, nor for zaps that pay somebody else', async () => {
  const targets = [
    note('a picture', { kind: KIND.Image }),
    note('of somebody else', { pubkey: CY ?? '' }),
  ];
  let hadRoom = false;
  const seen = new MutationObserver(() => {
    hadRoom ||= document.querySelector(`.${zapStyles.zaps}`) !== null;
  });
  seen.observe(document.body, { childList: true, subtree: true });
  await feedOf(
    targets,
    targets.map(({ id }) => zap(id, 21)),
  );
  seen.disconnect();
  expect([screen.getAllByRole('article').length, hadRoom]).toEqual([2, false]);
});

test('NOTE-15 LIMIT-02 an opened note lists its ten largest zaps in order, each once; a feed row has four', async () => {
  const target = note('worth it');
  const zaps = [5, 900, 21, 42, 7, 100, 8, 3, 500, 1, 64, 2].map((sats) => zap(target.id, sats));
  const sorted = ['900', '500', '100', '64', '42', '21', '8', '7', '5', '3'];
  const { opened } = await feedOf([target], [...zaps, ...zaps.slice(0, 3)]);
  // The code loads after the note is painted.
  await opened.settle(() => undefined);
  await opened.settle(() => opened.tellKey(PAY, PROVIDER));
  expect(amounts(screen.getByRole('list', { name: 'Largest zaps' }))).toEqual(sorted.slice(0, 4));
  await opened.go(`/e/${target.id}`);
  await opened.settle(() =>
    opened.answer('thread_view', { events: [target], claims: [range([target.id])] }),
  );
  expect(amounts(screen.getByRole('list', { name: 'Largest zaps' }))).toEqual(sorted);
});

test("ZAP-05 E-41 only zap receipts by the key of the recipient's lightning address are listed", async () => {
  const target = note('worth it');
  const forged = [
    zap(target.id, 100_000, { provider: BEN }),
    zap(target.id, 50_000, { provider: ADA }),
  ];
  const { opened } = await feedOf([target], [zap(target.id, 21), ...forged]);
  const said = () => screen.queryByRole('list', { name: 'Largest zaps' });
  expect(said()).toBeNull();
  expect(opened.asked).toEqual([]);
  await opened.settle(() => opened.tellKey(PAY, PROVIDER));
  expect(amounts(screen.getByRole('list', { name: 'Largest zaps' }))).toEqual(['21']);
});

test('ZAP-05 a note that is scrolled past causes no request for the signing key of its zaps', async () => {
  const target = note('worth it');
  const opened = renderedApp('/home');
  world = opened;
  await opened.settle(() => opened.socket.opened());
  const events = [target, zap(target.id, 21), ...PEOPLE];
  await opened.settle(
    () => opened.answer('mega_feed_directive', { events, claims: [range([target.id])] }),
    200,
  );
  expect(within(screen.getByRole('main')).getAllByRole('article')).toHaveLength(1);
  await opened.go('/about-nothing/at-all/here');
  expect([opened.asked, opened.isAsked('zap_provider')]).toEqual([[], false]);
});

/** Return the space of the zaps, above the actions of a note. */
const room = () => screen.getByRole('article').querySelector(`.${zapStyles.zaps}`);

test('ZAP-05 FEED-14 zaps that cannot be confirmed are not listed; their row says so and keeps its height', async () => {
  const target = note('worth it');
  const { opened } = await feedOf([target], [zap(target.id, 21)]);
  expect(room()).not.toBeNull();
  await opened.settle(() => opened.tellKey(PAY, null));
  expect(screen.queryByRole('list', { name: 'Largest zaps' })).toBeNull();
  expect(room()?.textContent).toBe('Zaps not confirmed');
  await opened.go('/settings');
  await opened.go('/home');
  expect(room()?.textContent).toBe('Zaps not confirmed');
});

test('ZAP-05 zaps whose signing key the service cannot look up are called unchecked, not unconfirmed', async () => {
  const target = note('worth it');
  const { opened } = await feedOf([target], [zap(target.id, 21)]);
  await opened.settle(() => opened.refuse('zap_provider'));
  expect(room()?.textContent).toBe('Not checked');
});

test('ZAP-05 a zap that pays somebody else than its note says leaves no hole', async () => {
  const target = note('worth it');
  const other = note('of somebody else', { pubkey: CY ?? '' });
  await feedOf([other, target], [zap(other.id, 21)]);
  expect(document.querySelector(`.${zapStyles.zaps}`)).toBeNull();
});

test('FEED-15 a repost is named above the note; two of one note share a row, and the first e tag wins', async () => {
  const [first, second] = [note('reposted'), note('named second')];
  const repost = (pubkey: string | undefined, at: number) =>
    trusted({
      kind: KIND.Repost,
      pubkey: pubkey ?? '',
      created_at: at,
      tags: [
        ['e', first.id],
        ['e', second.id],
      ],
    });
  const { rows } = await feedOf(
    [repost(BEN, 2_000), repost(CY, 1_900), note('plain', { created_at: seconds(1_800) })],
    [first, second],
  );
  expect(
    rows.map(
      ({ textContent }) =>
        /reposted|plain/.exec(textContent.replace(/\w+ and 1 \w+ reposted/i, ''))?.[0],
    ),
  ).toEqual(['reposted', 'plain']);
  const line = rows[0]?.firstElementChild;
  expect(line?.textContent).toMatch(/^ben\b.*repost/);
  expect(line?.textContent).not.toContain('ada');
  expect(screen.queryByText('named second')).toBeNull();
});

test('NOTE-11 quotes of notes and articles are rendered two deep; the third or a missing one is a link', async () => {
  const quoting = (content: string, quoted: VerifiedEvent) =>
    note(`${content} nostr:${neventOf({ id: quoted.id })}`, { tags: [['q', quoted.id]] });
  const deepest = note('third of three');
  const second = quoting('second of three', deepest);
  const first = quoting('first of three', second);
  const late = note('comes later');
  const essay = trusted({
    kind: KIND.LongForm,
    pubkey: CY ?? '',
    tags: [
      ['d', 'x'],
      ['title', 'On kettles'],
    ],
  });
  const reading = note(
    `read this nostr:${naddrOf({ kind: KIND.LongForm, pubkey: CY ?? '', identifier: 'x' })}`,
  );
  const quotes = [quoting('outermost', first), quoting('waiting', late), reading];
  const { opened, rows } = await feedOf(quotes, [first, second, deepest, essay]);
  const [outer, waiting, article] = rows;
  expect(outer?.textContent).toContain('first of three');
  expect(outer?.textContent).toContain('second of three');
  expect(outer?.textContent).not.toContain('third of three');
  const linksOf = (row: Element | undefined) =>
    [...(row?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(linksOf(outer)).toContain(notePath(deepest.id));
  expect(article?.textContent).toContain('On kettles');
  expect(waiting?.textContent).not.toContain('comes later');
  expect(linksOf(waiting)).toContain(notePath(late.id));
  await opened.settle(() =>
    opened.app.send({
      type: 'facts.received',
      events: [late],
      claims: [],
      now: seconds(1_700_000_000),
    }),
  );
  expect(waiting?.textContent).toContain('comes later');
});

test('NOTE-01 ACCESS-01 each row is labelled by its author, also beside a quote of it, and no id repeats', async () => {
  const target = note('said once');
  const quote = note(`look: nostr:${neventOf({ id: target.id })}`, {
    pubkey: BEN ?? '',
    created_at: seconds(1_001),
  });
  const { rows } = await feedOf([quote, target]);
  expect(
    rows.map(
      (row) => document.getElementById(row.getAttribute('aria-labelledby') ?? '')?.textContent,
    ),
  ).toEqual(['ben', 'ada']);
  expect(rows.map(({ textContent }) => textContent?.includes('said once'))).toEqual([true, true]);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
});

test('NOTE-02 a reply names the words of a highlight, a zap poll or a goal, and no JSON or ciphertext', async () => {
  const parents = [
    note('a passage', { kind: KIND.Highlight }),
    note('which one?', { kind: KIND.ZapPoll }),
    note('a new roof', { kind: KIND.ZapGoal }),
    note('{"about":"x","name":"Pier"}', { kind: KIND.ChannelCreation }),
    note('A'.repeat(180), { kind: KIND.Draft }),
  ];
  const replies = parents.map(({ id }, at) =>
    note('I see', { created_at: seconds(2_000 - at), tags: [['e', id, '', 'reply']] }),
  );
  const { rows } = await feedOf(replies, parents);
  expect(
    rows.map((row) =>
      [...row.querySelectorAll(`.${replyStyles.line} > span`)]
        .map(({ textContent }) => textContent)
        .join(''),
    ),
  ).toEqual([
    'Replying to ada: a passage',
    'Replying to ada: which one?',
    'Replying to ada: a new roof',
    'Replying to ada: Pier',
    'Replying to ada',
  ]);
});

test("NOTE-10 FEED-05 a long note ends with 'see more', and the list with words for quick readers", async () => {
  const long = note('word '.repeat(300));
  const { opened, rows } = await feedOf([long]);
  expect(within(rows[0] ?? document.body).getByText('see more')).toBeTruthy();
  await opened.settle(() => window.dispatchEvent(new Event('scroll')));
  if (opened.isAsked('mega_feed_directive'))
    await opened.settle(() => opened.answer('mega_feed_directive'));
  expect(screen.getByText('You reached the end. You are a quick reader')).toBeTruthy();
});

test("FEED-04 the button shows authors and count of new notes, '99+' from 99; it stops looking at 101", async () => {
  const { opened } = await feedOf([note('read already')]);
  const page = within(screen.getByRole('main'));
  let at = 2_000;
  const news = async (count: number) => {
    await opened.settle(() => elapse(opened.clock, 10_000, 1_000));
    const from = at;
    const events = Array.from({ length: count }, () =>
      note('new', { pubkey: [ADA, BEN, CY][at % 3] ?? '', created_at: at++ }),
    ).toReversed();
    const claims = [
      range(
        events.map(({ id }) => id),
        { since: from, until: at - 1 },
      ),
    ];
    await opened.settle(() => opened.answer('mega_feed_directive', { events, claims }));
  };
  await news(98);
  const button = () => page.getByRole('button', { name: / new notes?$/ });
  expect(button().textContent?.slice(3)).toBe('98 new notes');
  await news(1);
  expect(button().textContent?.slice(3)).toBe('99+ new notes');
  expect(button().textContent?.slice(0, 3).split('').toSorted()).toEqual(['A', 'B', 'C']);
  await news(2);
  await opened.settle(() => elapse(opened.clock, 60_000, 1_000));
  expect(opened.isAsked('mega_feed_directive')).toBe(false);
  await opened.click(button());
  expect(page.queryByRole('button', { name: / new notes?$/ })).toBeNull();
  expect(page.getAllByRole('article')[0]?.textContent).toContain('new');
});

test('MEDIA-05 with a media server and animation off, note pictures and avatars come still through it', async () => {
  const settings = {
    saved: { animated: false },
    forcedTheme: undefined,
    systemDark: false,
    mediaServer: 'https://media.example',
  };
  const faced = trusted({
    kind: KIND.Metadata,
    pubkey: ADA ?? '',
    content: '{"name":"ada","picture":"https://a.example/ada.gif"}',
    created_at: seconds(1_700_000_001),
  });
  const { rows } = await feedOf([note('look https://a.example/cat.gif')], [faced], { settings });
  const proxied = (url: string, size: string) =>
    `https://media.example/media-cache?s=${size}&a=0&u=${encodeURIComponent(url)}`;
  expect([...(rows[0]?.querySelectorAll('img') ?? [])].map(({ src }) => src)).toEqual([
    proxied('https://a.example/ada.gif', 's'),
    proxied('https://a.example/cat.gif', 'm'),
  ]);
});
