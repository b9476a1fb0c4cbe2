// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { archiveMachine } from '../../../machines/settings/archive.machine.ts';
import type { ArchiveCommand, ArchiveSignal } from '../../../machines/settings/archive-protocol.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { ArchiveScreen } from './ArchiveScreen.tsx';

afterEach(cleanup);

test('BEYOND-16 a passphrase that is too short stays to be made longer, and one that differs goes', async () => {
  accountScreen('a'.repeat(64), <ArchiveScreen />);
  await act(async () => undefined);
  await act(async () => undefined);
  const [form] = screen.getAllByRole('form');
  if (!form) throw new Error('there is no form');
  const fields = ['Passphrase', 'Repeat the passphrase'].map((name) =>
    within(form).getByLabelText<HTMLInputElement>(name),
  );
  const make = (...texts: readonly string[]) => {
    fields.forEach((field, at) => {
      fireEvent.change(field, { target: { value: texts[at] } });
    });
    fireEvent.submit(form);
    return fields.map(({ value }) => value);
  };
  expect(make('too short', 'too short')).toEqual(['too short', 'too short']);
  expect(document.activeElement).toBe(fields[0]);
  expect(make('long enough, one', 'long enough, two')).toEqual(['', '']);
  // they stay until the file is saved, because the PIN may be wrong
  const kept = ['long enough, one', 'long enough, one'];
  expect(make(...kept)).toEqual(kept);
  cleanup();
  expect(fields.map(({ value }) => value)).toEqual(['', '']);
});

test('BEYOND-16 a missing or wrong PIN keeps the passphrases until the file is saved', async () => {
  const files = fakePort<ArchiveCommand, { account: string }, ArchiveSignal>();
  const archive = archiveMachine.provide({ actors: { files: files.logic } });
  const fake = accountApp({ pubkey: 'a'.repeat(64), method: 'key', lock: 'pin' }, { archive });
  fake.app.start();
  act(() => fake.socket.connect());
  render(
    <AppProvider app={fake.app}>
      <MemoryRouter>
        <ArchiveScreen />
      </MemoryRouter>
    </AppProvider>,
  );
  for (let turn = 0; turn < 3; turn++) await act(async () => undefined);
  fireEvent.click(screen.getByRole('switch', { name: 'Include the private key' }));
  const [form] = screen.getAllByRole('form');
  if (!form) throw new Error('there is no form');
  const fields = ['Passphrase', 'Repeat the passphrase', 'Your PIN'].map((name) =>
    within(form).getByLabelText<HTMLInputElement>(name),
  );
  const make = (...texts: readonly string[]) => {
    texts.forEach((value, at) => {
      if (fields[at]) fireEvent.change(fields[at], { target: { value } });
    });
    fireEvent.submit(form);
  };
  const values = () => fields.map(({ value }) => value);
  const phrase = 'long enough, one';
  make(phrase, phrase, '');
  expect([screen.getByRole('alert').textContent, values()]).toEqual([
    'Enter your PIN',
    [phrase, phrase, ''],
  ]);
  expect(document.activeElement).toBe(fields[2]);
  make(phrase, phrase, 'wrong');
  act(() => files.report({ type: 'archive.failed', why: 'pin' }));
  expect([screen.getByRole('alert').textContent, values()]).toEqual([
    'This is not the PIN of this account',
    [phrase, phrase, ''],
  ]);
  make(phrase, phrase, 'right');
  act(() => files.report({ type: 'archive.saved' }));
  expect(values()).toEqual(['', '', '']);
});

test('BEYOND-16 the question about a file is scrolled to and has the focus', async () => {
  const scrolled: unknown[] = [];
  Element.prototype.scrollIntoView = function scroll(how) {
    scrolled.push([this.getAttribute('aria-label'), how]);
  };
  const { app } = accountScreen('a'.repeat(64), <ArchiveScreen />);
  await act(async () => undefined);
  await act(async () => undefined);
  const scope = app.getSnapshot().children.account?.getSnapshot().context.scope;
  const archive = scope?.getSnapshot().children.archive;
  const plan = {
    made: 5,
    versions: 3,
    drafts: 1,
    scheduled: 0,
    replaced: 0,
    settings: 2,
    key: false,
  };
  act(() => {
    archive?.send({ type: 'archive.read', file: new Blob([]), passphrase: secretOf('long words') });
    archive?.send({ type: 'archive.found', plan });
  });
  const question = screen.getByRole('button', { name: 'Import' }).closest('[role=group]');
  expect(document.activeElement).toBe(question);
  expect(scrolled).toEqual([[question?.getAttribute('aria-label'), { block: 'nearest' }]]);
});
