// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { settle as later } from '../../../../tests/support/views/rendered-app.tsx';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';

const [IRIS, OTHER] = ['b', 'c'].map((digit) => digit.repeat(64)) as [string, string];
const PROFILE = trusted({
  pubkey: IRIS,
  kind: KIND.Metadata,
  content: JSON.stringify({ name: 'iris' }),
});
const NOTE = trusted({ pubkey: IRIS, content: 'said by iris', created_at: 1_000 });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/p/x'));

async function openIris(
  claims: Parameters<Awaited<ReturnType<typeof renderedAccount>>['answer']>[1] = {},
  tab = '',
) {
  const opened = await renderedAccount(`/p/${npubOf(IRIS)}${tab}`);
  world = opened;
  await opened.settle(() => opened.answer('user_profile', { events: [PROFILE], ...claims }));
  // The code of such a tab loads when it is opened, and React renders it only afterwards.
  await act(() => vi.dynamicImportSettled());
  await act(() => vi.advanceTimersByTimeAsync(300));
  return opened;
}

const main = () => within(screen.getByRole('main'));
const panel = () => within(main().getByRole('tabpanel'));

test.each([
  ['notes', 'mega_feed_directive', 'No notes yet'],
  ['replies', 'mega_feed_directive', 'No replies yet'],
  ['reads', 'mega_feed_directive', 'No reads yet'],
  ['media', 'mega_feed_directive', 'No pictures yet'],
  ['zaps', 'user_zaps', 'No zaps yet'],
  ['followers', 'user_followers', 'Nobody yet'],
  ['following', 'contact_list', 'Nobody yet'],
  ['relays', 'get_user_relays', 'No relays known'],
])('PROFILE-04 the tab %s of a profile says so if it is empty', async (tab, verb, said) => {
  const { answer } = await openIris({}, `?tab=${tab}`);
  await later(() =>
    answer(verb, { claims: verb.startsWith('mega') || verb === 'user_zaps' ? [range([])] : [] }),
  );
  expect(panel().getByText(said)).toBeDefined();
});

test('PROFILE-04 FEED-04 newer notes of a profile that stays open are counted above its list', async () => {
  const { answer, settle, clock, click } = await openIris();
  const page = (one: typeof NOTE) => ({
    events: [one],
    claims: [range([one.id], { since: Number(one.created_at), until: Number(one.created_at) })],
  });
  await later(() => answer('mega_feed_directive', page(NOTE)));
  expect(panel().getByText('said by iris')).toBeDefined();
  await settle(() => elapse(clock, 10_000));
  const newer = trusted({ pubkey: IRIS, content: 'said later', created_at: 2_000 });
  await later(() => answer('mega_feed_directive', page(newer)));
  await act(() => vi.dynamicImportSettled());
  await click(panel().getByRole('button', { name: /1 new note/ }));
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(panel().getByText('said later')).toBeDefined();
});

test("PROFILE-04 PROFILE-09 a blocked account says 'This account is hidden per your filter settings.'", async () => {
  const claims = [
    { claim: 'filtering', action: 'block', pubkey: OTHER, group: undefined } as const,
  ];
  const { answer, click } = await openIris({ claims });
  expect(main().getByText('This account is hidden per your filter settings.')).toBeDefined();
  expect(main().queryByRole('tablist')).toBeNull();
  await click(main().getByRole('button', { name: 'Show anyway' }));
  await later(() => answer('mega_feed_directive', { events: [NOTE], claims: [range([NOTE.id])] }));
  expect(panel().getByText('said by iris')).toBeDefined();
  expect(main().getByText('This account is hidden per your filter settings.')).toBeDefined();
});

test('PROFILE-03 PROFILE-09 content hidden by a filter is absent beside the profile until requested', async () => {
  const claims = [
    { claim: 'filtering', action: 'block', pubkey: OTHER, group: undefined } as const,
  ];
  const { answer, click } = await openIris({ claims });
  await later(() => answer('user_profile_scored_content', { events: [NOTE] }));
  expect(screen.queryByText('Popular notes')).toBeNull();
  expect(screen.queryByText('said by iris')).toBeNull();
  await click(main().getByRole('button', { name: 'Show anyway' }));
  expect(screen.getByText('Popular notes')).toBeDefined();
  expect(screen.getByText('said by iris')).toBeDefined();
});

test("PROFILE-04 ACCOUNT-11 an account on another's mute list is not called muted by the reader", async () => {
  const { settle, app } = await openIris({});
  const lists = [
    trusted({
      pubkey: 'a'.repeat(64),
      kind: KIND.CategorizedPeople,
      tags: [
        ['d', 'mutelists'],
        ['p', OTHER],
      ],
    }),
    trusted({ pubkey: OTHER, kind: KIND.MuteList, tags: [['p', IRIS]] }),
  ];
  await settle(() =>
    app.send({ type: 'facts.received', events: lists, claims: [], now: seconds(1_800_000_000) }),
  );
  expect(main().getByText('This account is hidden per your filter settings.')).toBeDefined();
  expect(main().queryByText(/muted/)).toBeNull();
});

test('PROFILE-09 nothing of a profile is rendered before its block state is known; a retry hides nothing', async () => {
  world = await renderedAccount(`/p/${npubOf(IRIS)}`);
  const { answer, settle, app, refuse, click } = world;
  await settle(() =>
    app.send({
      type: 'facts.received',
      events: [PROFILE],
      claims: [],
      now: seconds(1_800_000_000),
    }),
  );
  await later(() => answer('mega_feed_directive', { events: [NOTE], claims: [range([NOTE.id])] }));
  expect(main().getByText('iris', { selector: 'p bdi' })).toBeDefined();
  expect(main().queryByText('said by iris')).toBeNull();
  await later(() => refuse('user_profile'));
  // No source says that it is blocked.
  expect(panel().getByText('said by iris')).toBeDefined();
  await click(main().getByRole('button', { name: 'Try again' }));
  expect(panel().getByText('said by iris')).toBeDefined();
  const claims = [
    { claim: 'filtering', action: 'block', pubkey: OTHER, group: undefined } as const,
  ];
  await later(() => answer('user_profile', { events: [PROFILE], claims }));
  expect(main().queryByText('said by iris')).toBeNull();
  expect(main().getByText('This account is hidden per your filter settings.')).toBeDefined();
});

test("PROFILE-04 an account on the own mute list shows '{name} is muted'; allowlisted content is shown", async () => {
  const { close } = await openIris({
    claims: [{ claim: 'filtering', action: 'block', pubkey: 'a'.repeat(64), group: undefined }],
  });
  expect(main().getByText('iris is muted')).toBeDefined();
  close();
  await openIris({
    claims: [{ claim: 'filtering', action: 'allow', pubkey: 'a'.repeat(64), group: undefined }],
  });
  expect(main().getByRole('tablist')).toBeDefined();
});

test("PROFILE-02 LIMIT-02 each tab shows its count and pages by 20, and zaps add up to 'Total' and 'Sats'", async () => {
  const counts = {
    follows: 1,
    followers: 2,
    notes: 3_000,
    replies: 4,
    articles: 5,
    media: 6,
    zaps: 7,
    satszapped: 80_000,
    relays: 9,
  };
  const stats = { claim: 'userStats', pubkey: IRIS, ...counts, timeJoined: undefined } as const;
  const { socket, settle, answer } = await openIris({ claims: [stats] });
  const tabs = () => main().getAllByRole('tab');
  const said = [
    'Notes3,000',
    'Replies4',
    'Reads5',
    'Media6',
    'Zaps7',
    'Followers2',
    'Following1',
    'Relays9',
  ];
  expect(tabs().map(({ textContent }) => textContent)).toEqual(said);
  const asked = () => {
    const all = socket.open().map(({ query }) => query);
    const { verb, payload = {} } =
      all.findLast((one) => /^(mega_feed|user_zaps|user_followers|contact_l)/.test(one.verb)) ?? {};
    const spec: unknown =
      typeof payload['spec'] === 'string' ? JSON.parse(payload['spec']) : undefined;
    return [verb, payload['limit'], spec ?? payload['receiver'] ?? payload['pubkey']];
  };
  const askedBy = async (tab: string) => {
    await later(
      () => void fireEvent.click(main().getByRole('tab', { name: new RegExp(`^${tab}`) })),
    );
    return asked();
  };
  const feed = { id: 'feed', kind: 'notes', pubkey: IRIS };
  expect(asked()).toEqual(['mega_feed_directive', 20, { ...feed, notes: 'authored' }]);
  expect(await askedBy('Replies')).toEqual([
    'mega_feed_directive',
    20,
    { ...feed, notes: 'replies' },
  ]);
  expect(await askedBy('Reads')).toEqual([
    'mega_feed_directive',
    20,
    { ...feed, kind: 'reads', notes: 'authored', minwords: 0 },
  ]);
  expect(await askedBy('Media')).toEqual([
    'mega_feed_directive',
    20,
    { ...feed, notes: 'user_media_thumbnails' },
  ]);
  expect(await askedBy('Zaps')).toEqual(['user_zaps', 20, IRIS]);
  const sums = [...(main().getByRole('tabpanel').querySelector('dl')?.children ?? [])];
  expect(sums.map(({ children }) => [...children].map(({ textContent }) => textContent))).toEqual([
    ['Total', '7'],
    ['Sats', '80,000'],
  ]);
  expect(await askedBy('Following')).toEqual(['contact_list', undefined, IRIS]);
  await settle(() => answer('contact_list'));
  expect(await askedBy('Followers')).toEqual(['user_followers', 1_000, IRIS]);
});

test('the relays of a profile are listed with their uses', async () => {
  const { answer } = await openIris({}, '?tab=relays');
  const relays = [
    { url: 'wss://both.example/', read: true, write: true },
    { url: 'wss://inbox.example/', read: true, write: false },
  ];
  await later(() =>
    answer('get_user_relays', { claims: [{ claim: 'userRelays', pubkey: IRIS, relays }] }),
  );
  expect(
    panel()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['wss://both.example/Read and write', 'wss://inbox.example/Read']);
});
