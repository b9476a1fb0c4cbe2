// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { seconds } from '../../../events/core/time.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { FOLLOWS_SPEC } from '../../../events/reading/feed/home.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { NobodyFollowed } from './EmptyFollowsFeed.tsx';

const [ANN, BEN] = ['c', 'd'].map((digit) => digit.repeat(64)) as [string, string];

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  cleanup();
  world?.close();
  world = undefined;
});
beforeAll(() => Promise.all([fetchViews('/home'), import('./EmptyFollowsFeed.tsx')]));

const rows = () =>
  within(screen.getByRole('list', { name: 'People to follow' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => /([\d,.k]+) followers/.exec(textContent ?? '')?.[1]);

test('STATE-01 PROFILE-07 the last recommended people and followers stay until others come (recomended)', async () => {
  world = await renderedAccount('/home');
  const { settle, answer, app } = world;
  const local = () => app.getSnapshot().children.settings?.getSnapshot().context.local.recomended;
  const change = (recomended: Readonly<Record<string, unknown>>) =>
    settle(() =>
      app.getSnapshot().children.settings?.send({
        type: 'settings.change',
        change: { recomended, selectedHomeFeed: FOLLOWS_SPEC },
      }),
    );
  await change({ profiles: [ANN, 'nobody', 7], stats: { [ANN]: 41, [BEN]: -1 } });
  await settle(() => answer('mega_feed_directive', { claims: [range([])] }));
  expect(rows()).toEqual(['41']);
  await settle(() =>
    answer('get_suggested_users', {
      claims: [
        {
          claim: 'other',
          kind: RESULT.SuggestedUsersByCategory,
          content: [{ group: 'Boats', members: [{ pubkey: BEN }, { pubkey: ANN }] }],
        },
        { claim: 'followers', followers: new Map([[BEN, 12_345]]) },
      ],
    }),
  );
  // A stale follower count is dropped if the service no longer sends one.
  expect(rows()).toEqual(['12.3k', undefined]);
  expect(local()).toEqual({ profiles: [BEN, ANN], stats: { [BEN]: 12_345 } });
});

test('FEED-13 CACHE-05 an empty feed blames the service if this device knows whom one follows', async () => {
  const me = 'a'.repeat(64);
  const { app, features } = await runningAccount(me);
  render(
    <AppProvider app={app}>
      <NobodyFollowed feed={undefined} />
    </AppProvider>,
    { wrapper: MemoryRouter },
  );
  const title = () => screen.getAllByRole('heading')[0]?.textContent;
  expect(title()).toBe('Notes of people you follow show up here');
  const list = verified({
    id: '1'.repeat(64),
    pubkey: me,
    kind: KIND.Contacts,
    tags: [['p', ANN]],
  });
  act(() => features().lists?.send({ type: 'versions.found', events: [list], now: seconds(9) }));
  expect(title()).toBe('No notes of the people you follow');
  expect(screen.getByText(/The caching service in use has none/)).toBeTruthy();
  app.stop();
});

test('FEED-08 STATE-03 after the first follow the empty feed is requested again before it blames', async () => {
  world = await renderedAccount('/home');
  const { settle, answer, isAsked, features } = world;
  const empty = () => settle(() => answer('mega_feed_directive', { claims: [range([])] }));
  const follow = (id: string, ...people: readonly string[]) =>
    settle(() => {
      const tags = people.map((key) => ['p', key]);
      const list = verified({
        id: id.repeat(64),
        pubkey: 'a'.repeat(64),
        kind: KIND.Contacts,
        tags,
      });
      features().lists?.send({ type: 'versions.found', events: [list], now: seconds(9) });
    });
  const main = () => screen.getByRole('main').textContent;
  await empty();
  expect([isAsked('mega_feed_directive'), main()]).toEqual([
    false,
    expect.stringContaining('Notes of people you follow show up here'),
  ]);
  await follow('1', ANN);
  expect([isAsked('mega_feed_directive'), main()]).toEqual([
    true,
    expect.not.stringContaining('No notes of the people you follow'),
  ]);
  await empty();
  expect([isAsked('mega_feed_directive'), main()]).toEqual([
    false,
    expect.stringContaining('No notes of the people you follow'),
  ]);
  await follow('2', ANN, BEN);
  expect(isAsked('mega_feed_directive')).toBe(true);
});
