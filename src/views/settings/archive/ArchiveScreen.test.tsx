// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { accountScreen } from '../../../../tests/support/account/account-screen.tsx';
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
  expect(make('long enough, one', 'long enough, one')).toEqual(['', '']);
});
