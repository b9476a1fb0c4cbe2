// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import {
  fetchViews,
  renderedAccount,
  toasts,
} from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';

const [IRIS, OTHER, THIRD] = ['b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const ME = 'a'.repeat(64);
const PROFILE = trusted({
  pubkey: IRIS,
  kind: KIND.Metadata,
  content: JSON.stringify({ name: 'iris' }),
});
const note = (content: string, pubkey = IRIS) => trusted({ pubkey, content, created_at: 1_000 });
const article = (title: string, at: number) =>
  trusted({
    pubkey: IRIS,
    kind: KIND.LongForm,
    content: 'text',
    tags: [
      ['d', title],
      ['title', title],
    ],
    created_at: at,
  });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/p/x'));

async function openIris() {
  const opened = await renderedAccount(`/p/${npubOf(IRIS)}`);
  world = opened;
  await opened.settle(() => opened.answer('user_profile', { events: [PROFILE] }));
  return opened;
}

test('PROFILE-03 beside a profile are its two latest reads and its most liked notes, and none of others', async () => {
  const { answer, settle } = await openIris();
  await settle(() =>
    answer('long_form_content_feed', {
      events: [article('Third', 30), article('Second', 20), article('First', 10)],
    }),
  );
  const popular = [note('most liked'), note('liked, too'), note('of somebody else', OTHER)];
  await settle(() => answer('user_profile_scored_content', { events: popular }));
  const side = screen.getByRole('complementary');
  const section = (title: string) => {
    const found = within(side).getByRole('heading', { name: title }).closest('section');
    return [...(found?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  };
  expect(section('Latest reads').map((text) => /Third|Second|First/.exec(text)?.[0])).toEqual([
    'Third',
    'Second',
  ]);
  expect(
    section('Popular notes').map((text) => /most liked|liked, too|somebody else/.exec(text)?.[0]),
  ).toEqual(['most liked', 'liked, too']);
});

test('PROFILE-06 PROFILE-13 STATE-03 the profile menu has each entry, copies, and toggles', async () => {
  const { click, settle, app } = await openIris();
  const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: copied },
    configurable: true,
    writable: true,
  });
  const open = async () => {
    await click(
      within(screen.getByRole('main')).getAllByRole('button', { name: 'More' })[0] ?? document.body,
    );
    return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  };
  const choose = (name: string) => click(screen.getByRole('menuitem', { name }));
  const lists = (at: number, muted: readonly Tag[]) => [
    trusted({ pubkey: ME, kind: KIND.MuteList, tags: muted, created_at: at }),
    trusted({
      pubkey: ME,
      kind: KIND.CategorizedPeople,
      tags: [['d', 'mutelists'], ...muted],
      created_at: at,
    }),
  ];
  const hear = (events: ReturnType<typeof lists>) =>
    settle(() => app.send({ type: 'facts.received', events, claims: [], now: seconds(9) }));
  expect(await open()).toEqual([
    'Copy the public key',
    'Copy the link to the profile',
    'Add their feed to home',
    'Send a message',
    // The account's own lists are not known yet.
    'Mute or unmute user',
    'Use or stop using their mute list',
    'Report',
  ]);
  await choose('Copy the public key');
  await hear(lists(5, []));
  expect((await open()).slice(3)).toEqual([
    'Send a message',
    'Mute user',
    'Use their mute list',
    'Report',
  ]);
  await choose('Copy the link to the profile');
  await settle(() =>
    app.send({
      type: 'facts.received',
      events: [],
      claims: [{ claim: 'names', names: new Map([[IRIS, 'iris']]) }],
      now: seconds(9),
    }),
  );
  await open();
  await choose('Copy the link to the profile');
  expect(copied.mock.calls.flat()).toEqual([
    npubOf(IRIS),
    expect.stringMatching(/\/p\/nprofile1/),
    expect.stringMatching(/^http:\/\/[^/]+\/iris$/),
  ]);
  expect(toasts()).toContain('Public key copied');
  await open();
  await choose('Add their feed to home');
  await hear(lists(6, [['p', IRIS]]));
  expect((await open()).slice(2)).toEqual([
    'Remove their feed from home',
    'Send a message',
    'Unmute user',
    'Stop using their mute list',
    'Report',
  ]);
});

test('PROFILE-07 the profile header has follow, unfollow, zap and message buttons', async () => {
  const { click, settle, app, versions, features } = await openIris();
  const contacts = (at: number, ...people: readonly string[]) =>
    trusted({
      pubkey: ME,
      kind: KIND.Contacts,
      tags: people.map((pubkey): Tag => ['p', pubkey]),
      created_at: at,
    });
  const button = (name: string) =>
    within(
      screen.getByRole('main').getElementsByTagName('header').item(1) ?? document.body,
    ).getByRole('button', { name });
  const wanted = () =>
    features()
      .lists?.getSnapshot()
      .children['edit follows']?.getSnapshot()
      .context.queue.flatMap(({ intents }) => intents.map(({ act }) => act));
  await settle(() =>
    versions.lives[0]?.report({
      type: 'versions.found',
      events: [contacts(5, OTHER)],
      now: seconds(9),
    }),
  );
  expect(button('Follow')).toBeDefined();
  // The profile has no lightning address.
  await click(button('Zap'));
  expect(toasts()).toEqual(['This person cannot be zapped']);
  await settle(() =>
    app.send({
      type: 'facts.received',
      events: [contacts(6, OTHER, IRIS)],
      claims: [],
      now: seconds(9),
    }),
  );
  await click(button('Unfollow'));
  expect(wanted()).toEqual(['remove']);
  await click(button('More'));
  await click(screen.getByRole('menuitem', { name: 'Send a message' }));
  expect(location.pathname).toBe(`/dms/${npubOf(IRIS)}`);
});

test('PROFILE-07 Follow in the profile header adds exactly that person to the follow list', async () => {
  const { click, settle, versions, features } = await openIris();
  const mine = trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', OTHER]], created_at: 5 });
  await settle(() =>
    versions.lives[0]?.report({ type: 'versions.found', events: [mine], now: seconds(9) }),
  );
  await click(within(screen.getByRole('main')).getByRole('button', { name: 'Follow' }));
  const edit = features().lists?.getSnapshot().children['edit follows']?.getSnapshot();
  expect(edit?.context.queue.flatMap(({ intents }) => intents)).toEqual([
    expect.objectContaining({ act: 'add', tag: ['p', IRIS] }),
  ]);
});

test('PROFILE-02 media is a grid of links to notes; warned media is not loaded, muted media is absent', async () => {
  const { answer, click, settle, app } = await openIris();
  await click(screen.getByRole('tab', { name: /^Media/ }));
  const [still, film, warned] = [
    note('The kettle https://media.example/kettle.png https://media.example/cup.png'),
    note('https://media.example/marsh.mp4'),
    trusted({
      pubkey: IRIS,
      content: 'https://media.example/wound.png',
      tags: [['content-warning', 'blood']],
      created_at: 900,
    }),
  ] as const;
  const muted = note('https://media.example/far.png', OTHER);
  const repeated = note('https://media.example/near.png', 'd'.repeat(64));
  const repost = trusted({
    pubkey: OTHER,
    kind: KIND.Repost,
    tags: [
      ['e', repeated.id],
      ['p', 'd'.repeat(64)],
    ],
    content: JSON.stringify(repeated),
    created_at: 950,
  });
  const events = [still, film, muted, repost, repeated, warned];
  const hides = trusted({ pubkey: ME, kind: KIND.MuteList, tags: [['p', OTHER]], created_at: 5 });
  await settle(() =>
    app.send({ type: 'facts.received', events: [hides], claims: [], now: seconds(9) }),
  );
  const ids = [still, film, muted, repost, warned].map(({ id }) => id);
  await settle(() => answer('mega_feed_directive', { events: [note('of the other tab')] }));
  await settle(() =>
    answer('mega_feed_directive', { events, claims: [range(ids, { since: 900, until: 1_000 })] }),
  );
  const panel = screen.getByRole('tabpanel', { name: 'Media' });
  const tiles = within(panel).getAllByRole('link');
  expect(tiles.map((tile) => [tile.ariaLabel, tile.getAttribute('href')])).toEqual([
    ['Picture: The kettle', notePath(still.id)],
    ['Video', notePath(film.id)],
    ['Sensitive content', notePath(warned.id)],
  ]);
  expect([...panel.querySelectorAll('img')].map(({ src }) => src)).toEqual([
    expect.stringContaining('kettle.png'),
  ]);
});

test("PROFILE-01 profiles have names, address, about, website, lightning, 'Follows you', 'Joined on ...'", async () => {
  world = await renderedAccount(`/p/${npubOf(IRIS)}`);
  const { settle, answer } = world;
  const content = {
    name: 'iris',
    display_name: 'Iris Calder',
    nip05: 'iris@town.example',
    about: 'Mayor of #fennmouth',
    website: 'town.example',
    lud16: 'iris@pay.example',
  };
  const whole = trusted({
    pubkey: IRIS,
    kind: KIND.Metadata,
    content: JSON.stringify(content),
    created_at: 1_700_000_001,
  });
  const counts = {
    follows: 1,
    followers: 2,
    notes: 3,
    replies: 4,
    articles: 5,
    media: 6,
    zaps: 7,
    satszapped: 8,
    relays: 9,
  };
  const stats = {
    claim: 'userStats',
    pubkey: IRIS,
    ...counts,
    timeJoined: seconds(1_600_000_000),
  } as const;
  await settle(() => answer('user_profile', { events: [whole], claims: [stats] }));
  await settle(() =>
    answer('is_user_following', { claims: [{ claim: 'flag', flag: 'isFollowing', value: true }] }),
  );
  const said = screen.getByRole('main').textContent;
  for (const part of [
    'Iris Calder',
    '@iris',
    'iris@town.example',
    'Mayor of ',
    'town.example',
    'iris@pay.example',
    'Follows you',
    'Joined on September 13, 2020',
  ])
    expect(said).toContain(part);
  expect(
    within(screen.getByRole('main')).getByRole('link', { name: '#fennmouth' }).getAttribute('href'),
  ).toBe('/search/fennmouth');
});

test('PROFILE-01 NIP-27 people who are mentioned in an about text are loaded and shown by name', async () => {
  world = await renderedAccount(`/p/${npubOf(IRIS)}`);
  const { settle, answer } = world;
  const metadata = (pubkey: string, content: object) =>
    trusted({ pubkey, kind: KIND.Metadata, content: JSON.stringify(content) });
  const about = `With nostr:${npubOf(OTHER)} at the pier`;
  await settle(() => answer('user_profile', { events: [metadata(IRIS, { name: 'iris', about })] }));
  expect(screen.getByRole('main').textContent).not.toContain('@Tomas');
  await settle(() => answer('user_infos', { events: [metadata(OTHER, { name: 'Tomas' })] }));
  expect(screen.getByRole('main').textContent).toContain('With @Tomas at the pier');
});

test('PROFILE-01 people in a new about text are loaded, also if those of the old one were not found', async () => {
  world = await renderedAccount(`/p/${npubOf(IRIS)}`);
  const { app, socket, settle, answer } = world;
  const withAbout = (other: string, created_at: number) => {
    const content = JSON.stringify({ name: 'iris', about: `With nostr:${npubOf(other)}` });
    return trusted({ pubkey: IRIS, kind: KIND.Metadata, content, created_at });
  };
  const asked = () =>
    socket
      .open()
      .flatMap(({ query }) => (query.verb === 'user_infos' ? query.payload?.['pubkeys'] : []));
  await settle(() => answer('user_profile', { events: [withAbout(OTHER, 1)] }));
  expect(asked()).toEqual([ME, OTHER]);
  await settle(() => answer('user_infos'));
  await settle(() => answer('user_infos'));
  const events = [withAbout(THIRD, 2)];
  await settle(() =>
    app.send({ type: 'facts.received', events, claims: [], now: seconds(1_700_000_000) }),
  );
  expect(asked()).toEqual([THIRD]);
});

test("PROFILE-01 others' profiles list mutual follows; without any, the line is removed", async () => {
  const line = () => [...document.querySelectorAll('main header > div > p')].at(-1)?.textContent;
  const { answer, settle } = await openIris();
  const friend = trusted({
    pubkey: OTHER,
    kind: KIND.Metadata,
    content: JSON.stringify({ name: 'ann' }),
  });
  expect(line()).toBe('');
  await settle(() => answer('user_profile_followed_by', { events: [friend] }));
  expect(line()).toContain('Followed by ann');
  world?.close();
  const again = await openIris();
  await again.settle(() => again.answer('user_profile_followed_by'));
  expect(screen.getByRole('main').textContent).not.toContain('Followed by');
  // The last missing piece is the name.
  expect(line()).toContain('iris');
});

test('PROFILE-01 the own profile has no line of mutual follows, even if the service names some', async () => {
  const opened = await renderedAccount(`/p/${npubOf(ME)}`);
  world = opened;
  const friend = trusted({
    pubkey: OTHER,
    kind: KIND.Metadata,
    content: JSON.stringify({ name: 'ann' }),
  });
  await opened.settle(() =>
    opened.answer('user_profile', {
      events: [trusted({ pubkey: ME, kind: KIND.Metadata, content: '{"name":"me"}' })],
    }),
  );
  await opened.settle(() => opened.answer('user_profile_followed_by', { events: [friend] }));
  expect(screen.getByRole('link', { name: 'Edit profile' })).toBeDefined();
  expect(screen.getByRole('main').textContent).not.toContain('Followed by');
});
