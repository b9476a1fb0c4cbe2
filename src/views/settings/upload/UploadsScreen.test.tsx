// @vitest-environment jsdom
import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { listErrorMessage } from '../../../events/account/lists/list-error.ts';
import { seconds } from '../../../events/core/time.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { ListDialogs } from '../../account/lists/ListDialogs.tsx';
import { useLists } from '../../account/lists/use-lists.ts';
import { UploadsScreen } from './UploadsScreen.tsx';

const ME = 'a'.repeat(64);
const [A, B] = ['https://a.example', 'https://b.example'];

withTopLayer();

function Questions() {
  const lists = useLists();
  return lists && <ListDialogs lists={lists} />;
}

/** Render the page of an account whose list names those servers. */
async function shown(...servers: readonly string[]) {
  const fake = accountScreen(
    ME,
    <>
      <UploadsScreen />
      <Questions />
    </>,
    '/settings/uploads',
  );
  act(() => fake.answer('user_infos'));
  await act(async () => elapse(fake.clock, 2_000, 250));
  await act(async () => undefined);
  const tags = servers.map((url) => ['server', url]);
  const list = trusted({ pubkey: ME, kind: KIND.BlossomServers, tags, created_at: 1_600_000_000 });
  while (fake.isAsked('replaceable_event'))
    act(() => fake.answer('replaceable_event', { events: servers.length > 0 ? [list] : [] }));
  /** Answer each server check with this status. */
  const answers = (status: number) =>
    act(async () => {
      for (const one of fake.checks.all.splice(0)) one.resolve(status);
      for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    });
  const intents = () => {
    const { lists } = fake.features();
    return (
      lists
        ?.getSnapshot()
        .children['edit mediaServers']?.getSnapshot()
        .context.queue.flatMap((item) => (item.question ? [] : item.intents)) ?? []
    );
  };
  return { ...fake, answers, intents, lookUp: () => act(() => fake.lookUpList(list)) };
}

const button = (name: string) => screen.getByRole('button', { name });
const region = (name: string) => within(screen.getByRole('region', { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = (name: string, value: string, confirm: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.click(button(confirm));
};
const MAIN = 'Switch to another media server';

test("SETTINGS-09 MEDIA-03 'Invalid url' and silent servers keep the text; a live one becomes the main one", async () => {
  const { answers, intents, checks, clock } = await shown(A);
  expect(region('Media server').getByText('Checking')).toBeTruthy();
  await answers(200);
  expect(region('Media server').getByText('Connected')).toBeTruthy();
  submit(MAIN, '  ', 'Switch');
  expect(screen.queryByRole('alert')).toBeNull();
  for (const [text, said] of [
    ['b.example', 'Invalid url'],
    ['http://b.example', 'Invalid url'],
    [`${A}/x`, 'Already in your list'],
  ] as const) {
    submit(MAIN, text, 'Switch');
    expect([screen.getByRole('alert').textContent, field(MAIN).value, checks.all]).toEqual([
      said,
      text,
      [],
    ]);
  }
  submit(MAIN, B, 'Switch');
  expect(button('Checking').ariaBusy).toBe('true');
  act(() => elapse(clock, 3_000, 250));
  expect([screen.getByRole('alert').textContent, field(MAIN).value, intents()]).toEqual([
    'This server did not answer. Nothing was changed.',
    B,
    [],
  ]);
  checks.all.length = 0;
  submit(MAIN, B, 'Switch');
  await answers(200);
  expect([field(MAIN).value, intents()]).toEqual([
    '',
    [
      { act: 'first', tag: ['server', B] },
      { act: 'remove', tag: ['server', A] },
    ],
  ]);
  expect(region('Media server').getByText('b.example')).toBeTruthy();
  expect(region('Media server').getByText(/Saving/)).toBeTruthy();
  // no other tab lets go of the list, so the edit fails
  await act(async () => elapse(clock, 60_000, 500));
  expect([field(MAIN).value, intents()]).toEqual([B, []]);
});

test("MEDIA-02 'Failed to send server list' is shown as a warning", async () => {
  const { app, features } = await shown(A);
  act(() =>
    features().lists?.send({
      type: 'list.failed',
      list: 'mediaServers',
      message: listErrorMessage('mediaServers', [], 'unpublished'),
    }),
  );
  const shownToasts = app
    .getSnapshot()
    .children.toasts?.getSnapshot()
    .context.toasts.map(({ kind, message }) => ({ kind, text: inEnglish(message) }));
  expect(shownToasts).toEqual([{ kind: 'warning', text: 'Failed to send server list' }]);
});

test("SETTINGS-09 'Remove media mirrors?' asks if there are any: No keeps them, Yes removes and disables", async () => {
  const { intents, mirrors, lookUp } = await shown(A, B);
  const toggle = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: 'Enable media mirrors' });
  const question = () => within(screen.getByRole('alertdialog', { name: 'Remove media mirrors?' }));
  expect([toggle().checked, region('Media mirrors').getByText('b.example') !== null]).toEqual([
    true,
    true,
  ]);
  fireEvent.click(toggle());
  expect(
    question().getByText('Are you sure? This will remove your mirror media servers.'),
  ).toBeTruthy();
  fireEvent.click(question().getByRole('button', { name: 'No' }));
  expect([toggle().checked, intents(), mirrors.told()]).toEqual([true, [], []]);
  fireEvent.click(toggle());
  lookUp();
  fireEvent.click(question().getByRole('button', { name: 'Yes' }));
  expect([toggle().checked, intents(), mirrors.told()]).toEqual([
    false,
    [{ act: 'remove', tag: ['server', B] }],
    [{ type: 'mirrors.keep', on: false }],
  ]);
  fireEvent.click(toggle());
  expect([toggle().checked, screen.queryByRole('alertdialog')]).toEqual([true, null]);
});

test('SETTINGS-09 BEYOND-05 offline the removal of all mirrors can be confirmed, and waits', async () => {
  const { intents, features } = await shown(A, B);
  act(() => features().lists?.send({ type: 'network.offline', on: true }));
  fireEvent.click(screen.getByRole('switch', { name: 'Enable media mirrors' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Remove media mirrors?' }));
  expect(question.getByRole('status').textContent).toBe(
    'You are offline. This is done once you are back.',
  );
  fireEvent.click(question.getByRole('button', { name: 'Yes' }));
  expect([screen.queryByRole('alertdialog'), intents()]).toEqual([
    null,
    [{ act: 'remove', tag: ['server', B] }],
  ]);
  expect(screen.getByText(/Waits for the network/)).toBeTruthy();
});

test('SETTINGS-09 STATE-03 media servers that are stored on this device are shown if they do not load', async () => {
  const fake = accountScreen(ME, <UploadsScreen />, '/settings/uploads');
  await act(async () => elapse(fake.clock, 2_000, 250));
  while (fake.isAsked('replaceable_event')) act(() => fake.refuse('replaceable_event'));
  expect(screen.getByRole('alert').textContent).toContain('Your media servers didn’t load');
  const tags = [['server', A]];
  const list = trusted({ pubkey: ME, kind: KIND.BlossomServers, tags, created_at: 1_600_000_000 });
  const found = { type: 'versions.found', events: [list], now: seconds(1_700_000_000) } as const;
  act(() => fake.versions.report(found));
  expect(screen.getByText('a.example')).toBeTruthy();
});

test('SETTINGS-09 CACHE-02 offline, a server that does not answer is not blamed', async () => {
  const { app, clock, intents } = await shown(A);
  act(() => app.send({ type: 'network.wentOffline' }));
  submit(MAIN, B, 'Switch');
  act(() => elapse(clock, 4_000, 250));
  expect(screen.getByRole('alert').textContent).toBe(
    'You are offline. Try again when you are back.',
  );
  expect([region('Media server').getByText('Offline.') !== null, intents()]).toEqual([true, []]);
});

test('SETTINGS-09 a mirror is promoted or removed, a suggested one added once live; defaults restore', async () => {
  const { intents, answer, answers } = await shown(A, B);
  const values = [A, B, 'https://c.example'];
  act(() =>
    answer('get_recommended_blossom_servers', {
      claims: [{ claim: 'list', list: 'blossomServers', values }],
    }),
  );
  await answers(200);
  expect(
    region('Suggested mirrors')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['c.exampleadd this media mirror server']);
  fireEvent.click(button('add this media mirror server: c.example'));
  expect(intents()).toEqual([]);
  await answers(200);
  const wanted = [{ act: 'add', tag: ['server', 'https://c.example'] }];
  expect([intents(), screen.queryByRole('region', { name: 'Suggested mirrors' })]).toEqual([
    wanted,
    null,
  ]);
  fireEvent.click(button('Make it the media server: b.example'));
  expect(region('Media server').getByText('b.example')).toBeTruthy();
  fireEvent.click(button('Remove a.example'));
  expect(button('restore the default media server').textContent).toBe('restore');
  fireEvent.click(button('restore the default media server'));
  expect(intents().slice(1)).toEqual([
    { act: 'first', tag: ['server', B] },
    { act: 'remove', tag: ['server', A] },
    { act: 'first', tag: ['server', expect.stringMatching(/^http/)] },
  ]);
  expect(screen.queryByRole('button', { name: 'restore the default media server' })).toBeNull();
});
