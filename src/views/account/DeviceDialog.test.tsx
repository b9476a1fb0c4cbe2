// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountApp } from '../../../tests/support/account-app.ts';
import { withTopLayer } from '../../../tests/support/top-layer.ts';
import type { DeviceQuestion } from '../../machines/account/devices-wire.ts';
import { AppProvider } from '../app/app-context.ts';
import { DeviceDialog } from './DeviceDialog.tsx';

withTopLayer();

const QUESTION: DeviceQuestion = {
  code: 'deviceDeed',
  ref: 'r',
  name: 'Other app',
  locked: false,
  canAlways: true,
  deed: { kind: 1, content: 'Hello there' },
};

function asked(question: Partial<DeviceQuestion> = {}) {
  const fake = accountApp({ pubkey: 'a'.repeat(64), method: 'key', lock: 'device' });
  fake.app.start();
  const account = fake.app.getSnapshot().children.account;
  if (!account) throw new Error('there is no account');
  const sent = vi.spyOn(account, 'send');
  const close = vi.fn();
  render(
    <AppProvider app={fake.app}>
      <DeviceDialog question={{ ...QUESTION, ...question }} onClose={close} />
    </AppProvider>,
  );
  const decided = () =>
    sent.mock.calls.flatMap(([event]) => (event.type === 'account.intent' && event.intent.type === 'devices.decide' ? [event.intent] : []));
  return { decided, close };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each([
  ['Refuse', 'refuse'],
  ['Allow once', 'once'],
  ['Always allow', 'always'],
] as const)('BEYOND-12 what a device wants is shown, and %s says so once', (name, how) => {
  const { decided, close } = asked();
  const dialog = screen.getByRole('alertdialog', { name: 'Other app asks' });
  expect([dialog.textContent?.includes('Post a note'), dialog.textContent?.includes('Hello there')]).toEqual([true, true]);
  press(name);
  expect([decided().map((one) => [one.ref, one.how]), close.mock.calls.length]).toEqual([[['r', how]], 1]);
});

test('of a text it is shown with whom it is shared, never what it says; to close it refuses', () => {
  const { decided } = asked({ name: '', deed: { cipher: 'nip44_decrypt', peer: 'b'.repeat(64) } });
  const dialog = screen.getByRole('alertdialog', { name: 'Another device asks' });
  expect(dialog.textContent).toContain('Read encrypted private text');
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(decided().map(({ how }) => how)).toEqual(['refuse']);
});

test('with a locked key it says that a PIN comes, and offers nothing for always', () => {
  const { decided } = asked({ locked: true, canAlways: false });
  expect(screen.queryByRole('button', { name: 'Always allow' })).toBeNull();
  press('Unlock and allow');
  expect(decided().map(({ how }) => how)).toEqual(['once']);
});
