// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type AnyEventObject,
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  setup,
} from 'xstate';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { withTopLayer } from '../../../../tests/support/views/top-layer.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { KeyCommand, KeySignal } from '../../../machines/account/keys/key-protocol.ts';
import { loginMachine } from '../../../machines/account/keys/login.machine.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { SignInDialog } from './SignInDialog.tsx';

withTopLayer();
afterEach(cleanup);

const PUBKEY = 'a'.repeat(64);
const WORDS = 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong';
const phrase = () => screen.queryByLabelText('Passphrase of the file');
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Choose a file at sign-in, and sign in with it. */
function shown(change?: Parameters<typeof fakeApp>[1]) {
  const key = fakePort<KeyCommand, undefined, KeySignal>();
  const login = createActor(loginMachine.provide({ actors: { key: key.logic } })).start();
  const visitor = createActor(createMachine({ context: { accounts: [], account: undefined } }));
  const { app } = fakeApp({}, change);
  app.start();
  render(
    <MemoryRouter>
      <AppProvider app={app}>
        <SignInDialog login={login} session={visitor as never} />
        <Place />
      </AppProvider>
    </MemoryRouter>,
  );
  const choose = async (content: string, isOpen = false) => {
    if (!isOpen) click('Open a backup file');
    const files = [new File([content], 'saved')];
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files } });
    await screen.findByText('saved');
  };
  return { app, key, login, choose };
}

function Place() {
  return <output>{useLocation().pathname}</output>;
}

/** An account actor that records its intents. `account.scoped`: the account is current. */
function fakeAccount() {
  const heard: AnyEventObject[] = [];
  const machine = setup({
    types: { context: {} as { scoped: string | undefined; account: undefined } },
  }).createMachine({
    id: 'account',
    context: { scoped: undefined, account: undefined },
    on: {
      'account.scoped': { actions: assign({ scoped: PUBKEY }) },
      'account.intent': { actions: ({ event }) => heard.push(event['intent']) },
    },
  });
  const change = <M extends AnyStateMachine>(one: M): M =>
    one.id === 'account' ? (machine as AnyStateMachine as M) : one;
  return { heard, change };
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

describe('BEYOND-16 the rest of a backup file that is opened at sign-in', () => {
  const signIn = async () => {
    const { heard, change } = fakeAccount();
    const page = shown(change);
    await page.choose('STARLING');
    fireEvent.change(phrase() ?? document.body, { target: { value: 'a long passphrase' } });
    click('Sign in with the file');
    const become = () =>
      act(() => page.app.getSnapshot().children.account?.send({ type: 'account.scoped' } as never));
    return { ...page, heard, become };
  };

  test('is read by the settings once the account is current', async () => {
    const { key, heard, become } = await signIn();
    act(() => key.report({ type: 'key.opened', pubkey: PUBKEY }));
    act(() => key.report({ type: 'key.kept', lock: 'pin' }));
    expect(heard).toEqual([]);
    become();
    expect(heard).toMatchObject([
      { type: 'archive.open' },
      { type: 'archive.read', file: { name: 'saved' } },
    ]);
    expect(heard[1]?.['passphrase'].reveal()).toBe('a long passphrase');
    expect(screen.getByText('/settings/archive')).toBeTruthy();
  });

  test('is not read after a wrong passphrase', async () => {
    const { key, login, heard, become } = await signIn();
    const failure = signingFailure('invalid-nsec', { code: 'archive.noKey' });
    act(() => key.report({ type: 'key.refused', failure }));
    act(() => login.send({ type: 'login.submit', text: secretOf(PUBKEY) }));
    act(() => login.send({ type: 'login.asPublic' }));
    become();
    expect([login.getSnapshot().status, heard]).toEqual(['done', []]);
  });
});

test('BEYOND-16 ACCESS-02 the focus goes to the file, then to its passphrase or the sign-in', async () => {
  const { choose } = shown();
  click('Open a backup file');
  expect(document.activeElement?.textContent).toBe('Choose a file');
  const seen: boolean[] = [];
  const watch = new MutationObserver(() => {
    if (phrase()) seen.push(document.activeElement === phrase());
  });
  watch.observe(document.body, { childList: true, subtree: true });
  await choose('STARLING', true);
  watch.disconnect();
  expect(new Set(seen)).toEqual(new Set([true]));
  await choose(`${WORDS}\n`, true);
  expect(document.activeElement?.textContent).toBe('Sign in with the file');
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
