// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type ConnectFault, ConnectWallet } from './ConnectWallet.tsx';

afterEach(cleanup);

test('SETTINGS-10 a bad string is called not valid, with its fault; only a whole one connects', () => {
  const faults = new Map<string, ConnectFault>([
    ['a', 'key'],
    ['b', 'relay'],
    ['c', 'secret'],
    ['d', 'known'],
  ]);
  const onConnect = vi.fn();
  render(<ConnectWallet faultOf={(string) => faults.get(string)} onConnect={onConnect} />);
  const field = screen.getByLabelText<HTMLInputElement>('Connection string');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  expect(button.disabled).toBe(true);
  const said = [...faults.keys()].map((string) => {
    type(string);
    expect(button.disabled).toBe(true);
    fireEvent.submit(field);
    return screen.getByRole('alert').textContent;
  });
  expect(said).toEqual([
    'This connection string is not valid. The wallet’s public key is missing. Copy the string again from your wallet.',
    'This connection string is not valid. The relay is missing. Copy the string again from your wallet.',
    'This connection string is not valid. The string is cut off: the secret is missing. Copy it again from your wallet.',
    'This wallet is connected already.',
  ]);
  expect(onConnect).not.toHaveBeenCalled();
  type(' whole ');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.submit(field);
  expect(onConnect).toHaveBeenCalledExactlyOnceWith('whole');
  expect(field.value).toBe('');
});
