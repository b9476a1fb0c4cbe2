// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { installLayout } from '../../../../tests/support/views/fake-layout.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { shortNpub } from '../../../events/nostr/nip19.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { MutedScreen } from './MutedScreen.tsx';

const [ME, ONE, OTHER, FRIEND] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
  string,
  string,
];
const named = (pubkey: string, name: string) =>
  trusted({ pubkey, kind: KIND.Metadata, content: JSON.stringify({ name }) });

withTopLayer();
let undo: () => void;
beforeAll(() => {
  undo = installLayout({ viewport: 600, row: 60 });
});
afterAll(() => undo());

test('SETTINGS-06 muted people of one name differ by key and followers; threads show their words', async () => {
  const fake = accountApp({ pubkey: ME, method: 'extension' });
  fake.app.start();
  act(() => fake.socket.connect());
  const thread = trusted({
    pubkey: ONE,
    kind: KIND.Text,
    content: 'The bridge is closed until Friday',
  });
  const mutes = trusted({
    pubkey: ME,
    kind: KIND.MuteList,
    tags: [
      ['p', ONE],
      ['p', OTHER],
      ['e', thread.id],
      ['e', FRIEND],
    ],
    created_at: 1_600_000_000,
  });
  const events = [
    mutes,
    thread,
    named(ONE, 'Desmond'),
    named(OTHER, 'Desmond'),
    named(FRIEND, 'Ann'),
  ];
  act(() =>
    fake.app.send({ type: 'facts.received', events, claims: [], now: seconds(1_800_000_000) }),
  );
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/settings/muted']}>
        <MutedScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  await act(async () => elapse(fake.clock, 2_000, 250));
  await act(async () => undefined);
  act(() => fake.answer('user_profile_followed_by', { events: [named(FRIEND, 'Ann')] }));
  act(() => fake.answer('user_profile_followed_by'));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain(`Desmond${shortNpub(ONE)}Followed by Ann`);
  expect(rows[1]).toContain(`Desmond${shortNpub(OTHER)}`);
  expect(rows[1]).not.toContain('Followed by');
  act(() => screen.getByRole('tab', { name: /^Threads/ }).click());
  const threads = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(threads[0]).toContain('The bridge is closed until Friday');
  expect(threads[1]).not.toMatch(/[0-9a-f]{64}/);
});

test('SETTINGS-06 a second press after a word was muted shows no fault', async () => {
  const fake = accountApp({ pubkey: ME, method: 'extension' });
  fake.app.start();
  act(() => fake.socket.connect());
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/settings/muted']}>
        <MutedScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  await act(async () => elapse(fake.clock, 2_000, 250));
  act(() => screen.getByRole('tab', { name: /^Words/ }).click());
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Word' });
  const button = screen.getByRole('button', { name: 'Mute' });
  const fault = () => screen.queryByText('Write a word first.');
  act(() => void fireEvent.change(field, { target: { value: 'soup' } }));
  act(() => button.click());
  act(() => button.click());
  expect([field.value, fault()]).toEqual(['', null]);
  // a word that was typed and removed is one
  act(() => void fireEvent.change(field, { target: { value: 's' } }));
  act(() => void fireEvent.change(field, { target: { value: '' } }));
  act(() => button.click());
  expect(fault()).not.toBeNull();
});

test('SETTINGS-06 TRUST-05 a muted word with a private key is refused unless it stays private', async () => {
  const fake = accountApp({ pubkey: ME, method: 'extension' });
  fake.app.start();
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/settings/muted?tab=word']}>
        <MutedScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  await act(async () => elapse(fake.clock, 2_000, 250));
  await act(async () => undefined);
  fireEvent.click(screen.getByRole('tab', { name: /Words/ }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: `nsec1${'q'.repeat(58)}` } });
  expect(screen.getByText(/^This contains a private key/)).toBeDefined();
  fireEvent.click(screen.getByRole('switch', { name: /Keep it private/ }));
  expect(screen.queryByText(/^This contains a private key/)).toBeNull();
  fake.app.stop();
});

test('SETTINGS-06 while the private part is locked, no empty list is claimed', async () => {
  const fake = accountApp({ pubkey: ME, method: 'extension' });
  fake.app.start();
  act(() => fake.socket.connect());
  const content = `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`;
  const mutes = trusted({ pubkey: ME, kind: KIND.MuteList, content, created_at: 1_600_000_000 });
  act(() =>
    fake.app.send({
      type: 'facts.received',
      events: [mutes],
      claims: [],
      now: seconds(1_800_000_000),
    }),
  );
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/settings/muted']}>
        <MutedScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  await act(async () => elapse(fake.clock, 2_000, 250));
  act(() => screen.getByRole('tab', { name: /^Words/ }).click());
  expect(screen.queryByText('No word is muted')).toBeNull();
  expect(screen.getByText('Your private mutes are not known yet')).toBeTruthy();
});
