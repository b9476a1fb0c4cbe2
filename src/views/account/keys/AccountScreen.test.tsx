// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePromises } from '../../../../tests/support/machines/fake-promises.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import type { Account } from '../../../events/account/account.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { pinChangeMachine } from '../../../machines/account/keys/pin-change.machine.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { AccountScreen } from './AccountScreen.tsx';
import { SelectBox } from '../../ui/controls/Select.tsx';

beforeAll(() => SelectBox.preload());

const ME = 'a'.repeat(64);
const NPUB = npubOf(ME) ?? '';

withTopLayer();
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
);
afterEach(() => {
  vi.restoreAllMocks();
});

async function shown(account?: Account) {
  const promises = fakePromises();
  const pinChange = pinChangeMachine.provide({ actors: { change: promises.port('change') } });
  const fake = accountApp(account, { pinChange });
  fake.app.start();
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter initialEntries={['/settings/account']}>
        <AccountScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  // The code for keys loads a moment after the page.
  await act(async () => elapse(fake.clock, 2_000, 250));
  await act(async () => undefined);
  return { ...fake, promises };
}

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const copied = () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  return writeText;
};

test('SETTINGS-11 a visitor is shown the two ways to an account', async () => {
  await shown();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/new');
});

test('SETTINGS-11 the public key can be copied, the private key only after its PIN and until it is hidden', async () => {
  const writeText = copied();
  const { session } = await shown({ pubkey: ME, method: 'key', lock: 'pin' });
  expect(screen.getByText(NPUB)).toBeTruthy();
  click('Copy the public key');
  expect(writeText).toHaveBeenLastCalledWith(NPUB);
  click('Show the private key');
  const pin = screen.getByLabelText<HTMLInputElement>('Your PIN');
  expect([document.activeElement === pin, pin.type, session.vault.lives.length]).toEqual([
    true,
    'password',
    0,
  ]);
  fireEvent.change(pin, { target: { value: '1234' } });
  click('Show the private key');
  expect(pin.value).toBe('');
  expect(session.vault.last().input.pin?.reveal()).toBe('1234');
  act(() => session.vault.report({ type: 'vault.refused', why: 'pin' }));
  expect(screen.getByRole('alert').textContent).toBe('This is not the PIN of this account');
  fireEvent.change(screen.getByLabelText('Your PIN'), { target: { value: '4321' } });
  click('Show the private key');
  act(() =>
    session.vault.report({ type: 'vault.opened', nsec: secretOf('nsec1me'), words: undefined }),
  );
  expect(screen.getByRole('group', { name: 'Private key' }).textContent).toContain('nsec1me');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Private key',
    'With a password',
  ]);
  click('Private key: copy');
  expect(writeText).toHaveBeenLastCalledWith('nsec1me');
  click('Hide it');
  expect(document.body.textContent).not.toContain('nsec1me');
});

test('BEYOND-12 the key is exported under a password that is typed twice and long enough', async () => {
  const { session } = await shown({ pubkey: ME, method: 'key', lock: 'device' });
  click('Show the private key');
  expect(session.vault.last().input).toMatchObject({ by: 'device' });
  act(() =>
    session.vault.report({ type: 'vault.opened', nsec: secretOf('nsec1me'), words: undefined }),
  );
  fireEvent.click(screen.getByRole('tab', { name: 'With a password' }));
  const type = (password: string, repeated: string) => {
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
    fireEvent.change(screen.getByLabelText('Repeat the password'), { target: { value: repeated } });
    click('Lock it');
  };
  type('short', 'short');
  expect(screen.getByRole('alert').textContent).toBe('At least 8 characters');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  screen.getByLabelText('Repeat the password').focus();
  type('long enough', 'long enougj');
  expect(screen.getByRole('alert').textContent).toBe('The passwords don’t match');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  type('long enough', 'long enough');
  act(() => session.vault.report({ type: 'vault.locked', ncryptsec: secretOf('ncryptsec1me') }));
  expect(screen.getByRole('group', { name: 'With a password' }).textContent).toContain(
    'ncryptsec1me',
  );
});

test('ACCOUNT-07 a key made here shows a reminder until it is backed up, and has a chosen lock time', async () => {
  const { session } = await shown({ pubkey: ME, method: 'key', lock: 'pin', unsaved: true });
  const reminder = () => screen.queryByText(/You haven’t saved a copy of this key yet/);
  // The user cannot confirm a backup before the key was shown, nor without two of its parts.
  expect([Boolean(reminder()), screen.queryByRole('button', { name: 'I have saved it' })]).toEqual([
    true,
    null,
  ]);
  click('Show the private key');
  fireEvent.change(screen.getByLabelText('Your PIN'), { target: { value: '4321' } });
  click('Show the private key');
  act(() =>
    session.vault.report({
      type: 'vault.opened',
      nsec: secretOf('nsec1abcdefghijkl'),
      words: undefined,
    }),
  );
  click('I have saved it');
  expect(document.body.textContent).not.toContain('nsec1abcd');
  const answer = (first: string, last: string) => {
    fireEvent.change(screen.getByLabelText('The 4 characters after nsec1'), {
      target: { value: first },
    });
    fireEvent.change(screen.getByLabelText('The last 4 characters'), { target: { value: last } });
    click('Check');
  };
  answer('abcd', 'ijk');
  expect([screen.getByRole('alert').textContent, Boolean(reminder())]).toEqual([
    'That doesn’t match your key. Look at your copy again.',
    true,
  ]);
  answer(' ABCD', 'ijkl');
  expect(screen.queryByText(/You haven’t saved a copy of this key yet/)).toBeNull();
  expect(screen.getByText('You have a copy of your key.')).toBeDefined();
  fireEvent.click(screen.getByRole('combobox', { name: 'Lock the key when you are away' }));
  fireEvent.click(screen.getByRole('option', { name: 'After 5 minutes' }));
  expect(session.store.told().at(-1)).toEqual({
    type: 'accounts.keep',
    accounts: [{ pubkey: ME, method: 'key', lock: 'pin' }],
    current: ME,
    autoLock: 5,
  });
});

test('ACCOUNT-22 a PIN is set and removed; its forms explain the effect and show errors', async () => {
  const { promises, session } = await shown({ pubkey: ME, method: 'key', lock: 'device' });
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const relock = (lock: 'pin' | 'device') =>
    act(() =>
      session.store.report({
        type: 'accounts.changed',
        accounts: [{ pubkey: ME, method: 'key', lock }],
        autoLock: 'close',
      }),
    );
  click('Set a PIN');
  expect(screen.getByText(/Nobody can reset it, so save a copy/)).toBeTruthy();
  fill('New PIN', 'abc');
  click('Set the PIN');
  expect(screen.getByRole('alert').textContent).toBe('PIN must be at least 4 characters');
  fill('New PIN', 'a good pin');
  fill('Repeat the new PIN', 'a good pin');
  click('Set the PIN');
  expect(promises.all.at(-1)).toMatchObject({ input: { account: ME, act: 'set' } });
  relock('pin');
  await act(async () => promises.answer({ isDone: true }));
  expect(screen.getByText('Your key is locked with the PIN now.')).toBeTruthy();
  click('Remove PIN');
  expect(screen.getByText(/can then act as you/)).toBeTruthy();
  fill('Current PIN', 'wrong');
  click('Remove the PIN');
  await act(async () => promises.answer({ problem: 'pin' }));
  const old = screen.getByLabelText<HTMLInputElement>('Current PIN');
  expect([screen.getByRole('alert').textContent, old.value]).toEqual([
    'This is not the PIN of this account',
    '',
  ]);
  fill('Current PIN', 'a good pin');
  click('Remove the PIN');
  relock('device');
  await act(async () => promises.answer({ isDone: true }));
  expect(screen.getByText('Your PIN was removed.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Set a PIN' })).toBeTruthy();
});

test('ACCOUNT-22 two different new PINs keep the current one and move the focus to the new ones', async () => {
  const { promises } = await shown({ pubkey: ME, method: 'key', lock: 'pin' });
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
  const fields = ['Current PIN', 'New PIN', 'Repeat the new PIN'];
  const fill = (...values: readonly string[]) => {
    for (const [at, value] of values.entries())
      fireEvent.change(field(fields[at] ?? ''), { target: { value } });
    field('Repeat the new PIN').focus();
    click('Change the PIN');
  };
  click('Change PIN');
  const before = promises.all.length;
  for (const [next, why] of [
    ['a new pin', 'PINs don’t match'],
    ['abc', 'PIN must be at least 4 characters'],
  ] as const) {
    fill('the old pin', next, 'another');
    expect(screen.getByRole('alert').textContent).toBe(why);
    expect(fields.map((label) => field(label).value)).toEqual(['the old pin', '', '']);
    expect(document.activeElement).toBe(field('New PIN'));
  }
  expect(promises.all.length).toBe(before);
  fill('the old pin', 'a new pin', 'a new pin');
  expect(fields.map((label) => field(label).value)).toEqual(['', 'a new pin', 'a new pin']);
  await act(async () => promises.answer({ problem: 'pin' }));
  expect(document.activeElement).toBe(field('Current PIN'));
  // a wrong PIN, and none at all, do not cost the new one
  const asked = promises.all.length;
  click('Change the PIN');
  expect([screen.getByRole('alert').textContent, promises.all.length]).toEqual([
    'Enter your PIN',
    asked,
  ]);
  expect(fields.map((label) => field(label).value)).toEqual(['', 'a new pin', 'a new pin']);
  expect(document.activeElement).toBe(field('Current PIN'));
  const kept = field('New PIN');
  click('Cancel');
  expect(kept.value).toBe('');
});

test.each([
  ['extension', 'Your browser extension keeps it; Starling never sees it.'],
  ['remote', 'Your remote signer keeps it; Starling never sees it.'],
  ['readonly', 'Not on this device: this account is read-only here.'],
] as const)(
  'SETTINGS-11 an account by %s says that it has no private key to show',
  async (method, said) => {
    await shown({ pubkey: ME, method });
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show the private key' })).toBeNull();
  },
);

test('TOOL-04 notes name this app and its version only if the user allows it; readers see no such option', async () => {
  const { app } = await shown({ pubkey: ME, method: 'extension' });
  const allowed = () => app.getSnapshot().children.settings?.getSnapshot().context.local.clientTag;
  const toggle = () =>
    screen.getByRole<HTMLInputElement>('switch', {
      name: 'Show “via Starling” on my notes',
    });
  expect([toggle().checked, allowed()]).toEqual([false, false]);
  fireEvent.click(toggle());
  expect([toggle().checked, allowed()]).toEqual([true, true]);
  cleanup();
  await shown({ pubkey: ME, method: 'readonly' });
  expect(screen.queryByRole('switch')).toBeNull();
});
