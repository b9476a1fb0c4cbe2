// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { Account } from '../../../events/account/account.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { seconds } from '../../../events/core/time.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { HelpScreen } from '../../app/pages/HelpScreen.tsx';
import { HomeScreen } from '../../reading/feed/HomeScreen.tsx';
import { GettingStarted } from './GettingStarted.tsx';
import './GettingStartedDialog.tsx';

const [ME, ANN] = ['a'.repeat(64), 'b'.repeat(64)];
const NEW: Account = { pubkey: ME, method: 'key', lock: 'device', unsaved: true };

withTopLayer();
afterEach(cleanup);

function Where() {
  return <output data-testid="path">{useLocation().pathname}</output>;
}

/** Render Help and the dialog for that account in the assembled app. */
async function shown(account?: Account) {
  const fake = accountApp(account);
  fake.app.start();
  act(() => fake.socket.connect());
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/help']}>
        <Routes>
          <Route path="/help" Component={HelpScreen} />
          <Route path="/home" Component={HomeScreen} />
          <Route path="*" element={null} />
        </Routes>
        <GettingStarted />
        <Where />
      </MemoryRouter>
    </AppProvider>,
  );
  const settle = async () => {
    await act(async () => void (await import('./GettingStartedDialog.tsx')));
    await act(async () => undefined);
  };
  await settle();
  const wait = (ms: number) => act(() => elapse(fake.clock, ms, 100));
  const dialog = () => screen.queryByRole('dialog', { name: 'Getting started' });
  const press = async (name: RegExp | string) => {
    const button = await screen.findByRole('button', { name });
    act(() => button.focus());
    fireEvent.click(button);
    await settle();
  };
  const told = (...events: ReturnType<typeof trusted>[]) =>
    act(() =>
      fake.app.send({ type: 'facts.received', events, claims: [], now: seconds(2_000_000_000) }),
    );
  return { ...fake, settle, wait, dialog, press, told, starts: fake.starts };
}

type World = Awaited<ReturnType<typeof shown>>;

const rows = ({ dialog }: World) => within(dialog() ?? document.body).getAllByRole('listitem');
const done = (world: World) =>
  rows(world).flatMap((row) =>
    row.textContent.includes(', Done')
      ? [row.querySelector('button > span + span > span')?.textContent]
      : [],
  );

test('ACCOUNT-19 the dialog opens once for a new account; done steps say so, Esc closes and restores focus', async () => {
  const world = await shown(NEW);
  const before = screen.getByRole('button', { name: 'Show the first steps' });
  act(() => before.focus());
  act(() => world.starts.report({ type: 'gettingStarted.found', isDue: true }));
  world.wait(500);
  act(() => world.starts.report({ type: 'gettingStarted.claimed', isDue: true }));
  expect(await screen.findByRole('dialog', { name: /^getting started$/i })).toBe(world.dialog());
  expect(screen.getByText('0 of 5 done')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('Complete your profile');
  const profile = trusted({
    pubkey: ME,
    kind: KIND.Metadata,
    content: '{"name":"wren","picture":"https://p.example/1.jpg"}',
  });
  world.told(profile, trusted({ pubkey: ME, kind: KIND.Contacts, tags: [['p', ANN]] }));
  expect([done(world), screen.queryByText('2 of 5 done') !== null]).toEqual([
    ['Complete your profile', 'Follow people'],
    true,
  ]);
  act(() => world.answer('feed', { events: [trusted({ pubkey: ME, kind: KIND.Text })] }));
  expect(done(world)).toEqual(['Complete your profile', 'Follow people', 'Say hello']);
  const box = world.dialog();
  if (box) fireEvent(box, new Event('cancel', { cancelable: true }));
  expect([world.dialog(), document.activeElement]).toEqual([null, before]);
  world.wait(60_000);
  expect(world.dialog()).toBeNull();
});

test('ACCOUNT-19 INV-NO-LOSS the dialog does not open over a composer in use, but once that is closed', async () => {
  const world = await shown(NEW);
  act(() => world.scope()?.send({ type: 'compose.open', aim: { type: 'note' } }));
  act(() => world.starts.report({ type: 'gettingStarted.found', isDue: true }));
  world.wait(60_000);
  expect(world.starts.told().map(({ type }) => type)).toEqual(['gettingStarted.load']);
  act(() => world.features().compose?.send({ type: 'compose.close' }));
  world.wait(500);
  act(() => world.starts.report({ type: 'gettingStarted.claimed', isDue: true }));
  expect(await screen.findByRole('dialog', { name: /^getting started$/i })).toBeTruthy();
});

test.each([
  ['Complete your profile', '/settings/profile'],
  ['Follow people', '/home'],
  ['Choose a feed', '/home'],
  ['Save a copy of your key', '/settings/account'],
])(
  'ACCOUNT-19 Help opens the dialog any time; "%s" leads to %s, and a feed choice focuses the select',
  async (step, path) => {
    const world = await shown(NEW);
    act(() => world.starts.report({ type: 'gettingStarted.found', isDue: false }));
    expect(world.dialog()).toBeNull();
    await world.press('Show the first steps');
    await world.press(new RegExp(`^${step}`));
    expect([world.dialog(), screen.getByTestId('path').textContent]).toEqual([null, path]);
    const select = screen.queryByRole('combobox', { name: 'Choose a feed' });
    expect(document.activeElement === select).toBe(step === 'Choose a feed');
  },
);

test('ACCOUNT-19 a user who cannot act yet sees the sign-in under Help', async () => {
  await shown();
  const place = within(screen.getByRole('region', { name: 'Getting started' }));
  expect(place.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/new');
  expect(place.getByRole('button', { name: 'Sign in' })).toBeTruthy();
});
