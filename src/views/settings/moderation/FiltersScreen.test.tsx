// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../../tests/support/account/session-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';

const [ANN, BOB, CAT] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const named = (pubkey: string, name: string) =>
  trusted({ pubkey, kind: KIND.Metadata, content: JSON.stringify({ name }) });

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/settings/filters'));

const main = () => within(screen.getByRole('main'));
const group = (name: string) => within(main().getByRole('group', { name }));
const states = () =>
  ['My mute list', 'Spam filter', 'NSFW filter'].map((name) =>
    group(name)
      .getAllByRole<HTMLInputElement>('switch')
      .map(
        ({ ariaLabel, checked, disabled }) =>
          `${ariaLabel}: ${checked ? 'on' : 'off'}${disabled ? ' (cannot be changed)' : ''}`,
      ),
  );

test('SETTINGS-08 filters are on by default, NSFW only for recommendations, and each choice is saved', async () => {
  world = await renderedAccount('/settings/filters');
  const { app, click } = world;
  const kept = () => app.getSnapshot().children.settings?.getSnapshot().context.local.moderation;
  expect(states()).toEqual([
    ['Hide content: on', 'Don’t recommend: on'],
    ['Hide content: on', 'Don’t recommend: on'],
    ['Hide content: off (cannot be changed)', 'Don’t recommend: on'],
  ]);
  await click(group('Spam filter').getByRole('switch', { name: 'Hide content' }));
  await click(group('NSFW filter').getByRole('switch', { name: 'Don’t recommend' }));
  expect(kept()).toEqual({ 'primal_spam content': false, 'primal_nsfw trending': false });
  expect(states().slice(1)).toEqual([
    ['Hide content: off', 'Don’t recommend: on'],
    ['Hide content: off (cannot be changed)', 'Don’t recommend: off'],
  ]);
  const apply = main().getByRole<HTMLInputElement>('switch', { name: 'Apply content moderation' });
  expect(apply.checked).toBe(true);
  await click(apply);
  expect(kept()).toMatchObject({ apply: false });
  expect(
    states()
      .flat()
      .every((state) => state.endsWith('(cannot be changed)')),
  ).toBe(true);
});

test("SETTINGS-08 SEARCH-05 filtered accounts are found with the filter: own lists first, then service's", async () => {
  world = await renderedAccount('/settings/filters');
  const { app, settle, answer, socket } = world;
  const lists = [
    trusted({ pubkey: A, kind: KIND.MuteList, tags: [['p', ANN]] }),
    trusted({
      pubkey: A,
      kind: KIND.CategorizedPeople,
      tags: [
        ['d', 'allowlist'],
        ['p', CAT],
      ],
    }),
  ];
  await settle(() =>
    app.send({ type: 'facts.received', events: lists, claims: [], now: seconds(1_800_000_000) }),
  );
  const search = within(main().getByRole('search'));
  fireEvent.change(search.getByRole('textbox', { name: 'Name or public key (npub)' }), {
    target: { value: ' an ' },
  });
  await settle(() => void fireEvent.click(search.getByRole('button', { name: 'Search' })));
  expect(socket.open().map(({ query }) => query.payload)).toContainEqual({
    query: 'an',
    limit: 10,
  });
  await settle(() => answer('user_search', { events: [named(ANN, 'Ann'), named(BOB, 'Anton')] }));
  const claim = {
    claim: 'filtering',
    action: 'block',
    pubkey: undefined,
    group: 'primal_spam',
  } as const;
  await settle(() => answer('search_filterlist', { claims: [claim] }));
  const rows = within(main().getByRole('list', { name: 'People found' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/Ann.*You muted Ann\.$/);
  expect(rows[1]).toMatch(/Anton.*Hidden by your spam filter$/);
});

test('SETTINGS-08 a search without results says so', async () => {
  world = await renderedAccount('/settings/filters');
  const { settle, answer } = world;
  const search = within(main().getByRole('search'));
  fireEvent.change(search.getByRole('textbox'), { target: { value: 'nobody' } });
  await settle(() => void fireEvent.click(search.getByRole('button', { name: 'Search' })));
  expect(main().getByText('Searching…')).toBeDefined();
  await settle(() => answer('user_search', {}));
  expect(main().getByText('Nobody found')).toBeDefined();
});
