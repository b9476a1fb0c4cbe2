// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { verified } from '../../../../tests/support/connection/fake-cache.ts';
import { follow, type ListIntent, mute } from '../../../events/account/lists/list-intents.ts';
import { runningAccount } from '../../../../tests/support/account/account-screen.tsx';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { ListDialogs } from './ListDialogs.tsx';

const [ME, ANN, BEN, CAT, DAN] = ['a', 'b', 'c', 'd', 'e'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
  string,
];
const follows = (at: number, ...people: readonly string[]) =>
  trusted({
    pubkey: ME,
    kind: KIND.Contacts,
    tags: people.map((pubkey) => ['p', pubkey]),
    created_at: at,
  });

withTopLayer();

async function opened() {
  const fake = await runningAccount(ME);
  while (fake.isAsked('replaceable_event')) act(() => fake.answer('replaceable_event'));
  const { lists } = fake.features();
  if (!lists) throw new Error('no lists');
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <ListDialogs lists={lists} />
      </MemoryRouter>
    </AppProvider>,
  );
  return { fake, lists };
}

/** Simulate another app that removes all but the first of some people from the follow list. */
async function shrunk(...people: readonly [string, ...string[]]) {
  const { fake, lists } = await opened();
  const seen = [follows(100, ...people), follows(200, people[0])];
  act(() =>
    fake.versions.report({ type: 'versions.found', events: seen.slice(0, 1), now: seconds(300) }),
  );
  act(() => fake.versions.report({ type: 'versions.found', events: seen, now: seconds(300) }));
  return {
    fake,
    lists,
    question: screen.getByRole('alertdialog', { name: 'Another app shrank your list' }),
  };
}

test("BEYOND-02 'Another app shrank your list' names the removed entries, and restoring adds only them", async () => {
  const { lists, question } = await shrunk(ANN, BEN, CAT, DAN);
  expect(question.textContent).toContain('3 entries are missing from your follow list');
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([BEN, CAT, DAN].map((one) => `−Removed${shortNpub(one)}`));
  fireEvent.click(within(question).getByRole('button', { name: 'Put them back' }));
  expect(lists.getSnapshot().children['edit follows']?.getSnapshot().context.queue).toMatchObject([
    { intents: [BEN, CAT, DAN].map((one) => ({ act: 'add', tag: ['p', one] })), isShown: true },
  ]);
});

test('BEYOND-02 INV-NO-LOSS an overwritten own change is shown, and made again on request', async () => {
  const { fake, lists } = await opened();
  const intents = [follow(CAT), follow(BEN, false)];
  const accepted = {
    version: follows(100, ANN, CAT),
    base: undefined,
    acceptedAt: seconds(100),
    isShown: false,
  };
  act(() => lists.send({ type: 'list.saved', list: 'follows', intents, accepted }));
  act(() =>
    fake.versions.report({
      type: 'versions.found',
      events: [accepted.version, follows(110, ANN, BEN, DAN)],
      now: seconds(300),
    }),
  );
  const question = screen.getByRole('alertdialog', { name: 'Your change was overwritten' });
  expect(question.textContent).toContain('saved a newer version of your follow list');
  expect(question.textContent).not.toContain('without success');
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([`−Removed${shortNpub(CAT)}`, `+Added${shortNpub(BEN)}`]);
  fireEvent.click(within(question).getByRole('button', { name: 'Make it again' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(lists.getSnapshot().children['edit follows']?.getSnapshot().context.queue).toMatchObject([
    { intents },
  ]);
});

test('BEYOND-01 a difference of 10,000 entries shows and names the first ones, and pages by keyboard', async () => {
  const people = Array.from({ length: 10_000 }, (_, n) => (n + 1).toString(16).padStart(64, '0'));
  const { fake, question } = await shrunk(ME, ...people);
  const named = () =>
    fake.socket
      .open()
      .flatMap(({ query: { verb, payload } }) =>
        verb === 'user_infos' ? [payload?.['pubkeys']] : [],
      );
  const rows = () => within(question).getAllByRole('listitem');
  expect(question.textContent).toContain('10,000 entries are missing');
  expect(rows()).toHaveLength(20);
  expect(named()).toContainEqual(people.slice(0, 20));
  fireEvent.click(within(question).getByRole('button', { name: 'and 9,980 more' }));
  expect(rows()).toHaveLength(120);
  expect(document.activeElement).toBe(rows()[20]);
  expect(named()).toContainEqual(people.slice(20, 120));
  expect(within(question).getByRole('button', { name: 'and 9,880 more' })).toBeDefined();
});

/** Edit a list of which no earlier version exists, up to the question. */
async function askedFirst(list: 'mutes' | 'follows', intents: readonly ListIntent[]) {
  const fake = await runningAccount(ME);
  const tags = [['r', 'wss://one.example']];
  const relays = verified({ id: '1'.repeat(64), pubkey: ME, kind: KIND.RelayList, tags });
  act(() => fake.answer('replaceable_event', { events: [relays] }));
  const { lists } = fake.features();
  if (!lists) throw new Error('no lists');
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <ListDialogs lists={lists} />
      </MemoryRouter>
    </AppProvider>,
  );
  await act(async () => elapse(fake.clock, 3_000, 250));
  act(() => lists.send({ type: 'lists.edit', list, intents, now: seconds(400) }));
  await act(async () => {
    fake.lock.report({ type: 'lock.granted' });
    fake.versions.report({ type: 'versions.found', events: [], now: seconds(300) });
    for (const verb of ['mutelist', 'contact_list'] as const)
      while (fake.isAsked(verb)) fake.answer(verb);
    elapse(fake.clock, 500, 250);
    fake.relays();
    elapse(fake.clock, 11_000, 250);
  });
  return screen.getByRole('alertdialog');
}

test.each([
  [false, 'Your mute list is public: everybody can see whom and what you mute.'],
  [true, 'You keep this entry private: nobody else can read it.'],
])(
  'ACCOUNT-10 the question before the first mute says who can see it; private: %s',
  async (secret, said) => {
    const intents = [mute({ type: 'word', word: 'boats' }, { secret })];
    await askedFirst('mutes', intents);
    const question = screen.getByRole('alertdialog', { name: 'Change your mute list?' });
    expect(question.textContent).toContain(said);
    expect(question.textContent).toContain('We found no earlier list.');
  },
);

test('ACCOUNT-08 the question before the first follow is one sentence, and Enter follows', async () => {
  const question = await askedFirst('follows', [follow(BEN)]);
  expect([...question.querySelectorAll('p')].map(({ textContent }) => textContent)).toContain(
    'We know of nobody that you follow yet. If you have a list elsewhere, this replaces it.',
  );
  expect(question.textContent).not.toMatch(/fewer than two|no earlier list/);
  expect(document.activeElement?.textContent).toBe('Save');
});
