// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { KeyCommand, KeySignal } from '../../../machines/account/keys/key-protocol.ts';
import { loginMachine } from '../../../machines/account/keys/login.machine.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { SignInDialog } from './SignInDialog.tsx';

withTopLayer();
afterEach(cleanup);

const WORDS = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong';
const phrase = () => screen.queryByLabelText('Passphrase of the file');
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Choose a file at sign-in, and sign in with it. */
function shown() {
  const key = fakePort<KeyCommand, undefined, KeySignal>();
  const login = createActor(loginMachine.provide({ actors: { key: key.logic } })).start();
  const visitor = createActor(createMachine({ context: { accounts: [], account: undefined } }));
  const { app } = fakeApp();
  app.start();
  render(
    <MemoryRouter>
      <AppProvider app={app}>
        <SignInDialog login={login} session={visitor as never} />
      </AppProvider>
    </MemoryRouter>,
  );
  const choose = async (content: string) => {
    click('Open a backup file');
    const files = [new File([content], 'saved')];
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files } });
    await screen.findByText('saved');
  };
  return { key, login, choose };
}

test('ACCOUNT-02 a saved text file signs in without a passphrase', async () => {
  const { key, choose } = shown();
  await choose(`${WORDS}\n`);
  expect(phrase()).toBeNull();
  click('Sign in with the file');
  await screen.findByText('Opening the key');
  const [opened] = key.told();
  expect(opened?.type === 'key.open' && opened.source).toMatchObject({ from: 'mnemonic' });
});

test('BEYOND-16 a backup file that does not open is reported at the file, not at the key', async () => {
  const { key, choose } = shown();
  await choose('STARLING');
  expect(phrase()).toBeTruthy();
  click('Sign in with the file');
  const failure = signingFailure('invalid-nsec', { code: 'archive.noKey' });
  act(() => key.report({ type: 'key.refused', failure }));
  const [alert, ...more] = screen.getAllByRole('alert');
  expect(alert?.textContent).toContain('This file and passphrase open no key.');
  expect(more).toEqual([]);
  expect(alert?.textContent).toContain('The passphrase may be wrong');
  expect(alert?.closest('form')?.getAttribute('aria-label')).toBe('Open a backup file');
  // the next attempt needs only the passphrase
  expect(screen.getByText('saved')).toBeTruthy();
  expect(document.activeElement).toBe(phrase());
  click('Sign in with the file');
  expect(key.told().at(-1)).toMatchObject({ type: 'key.open', source: { from: 'archive' } });
});

test('ACCOUNT-02 E-32 a wrong word keeps the typed words in the field until the dialog is closed', () => {
  const { key, login } = shown();
  const field = () => screen.getByLabelText<HTMLInputElement>('Key or address');
  const enter = (value: string) => {
    fireEvent.change(field(), { target: { value } });
    click('Continue');
  };
  // as many words as needed, which only the key's port refuses
  const typed = WORDS.replace('wrong', 'wrogn');
  enter(typed);
  const failure = signingFailure('invalid-nsec', {
    code: 'key.unknownWord',
    params: { place: 12 },
  });
  act(() => key.report({ type: 'key.refused', failure }));
  expect(screen.getByRole('alert').textContent).toContain('word 12 is not in the word list');
  expect(field().value).toBe(typed);
  // too few words
  enter('zoo zoo zoo');
  expect(screen.getByRole('alert').textContent).toContain('there are 3 instead of 12 or 24');
  expect(field().value).toBe('zoo zoo zoo');
  // no attribute has the text
  expect(document.body.innerHTML).not.toContain('zoo');
  const last = field();
  act(() => login.send({ type: 'login.cancel' }));
  cleanup();
  expect(last.value).toBe('');
});
