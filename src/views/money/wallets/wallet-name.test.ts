import { expect, test } from 'vitest';
import { walletEnglish } from '../../ui/strings/wallets.ts';
import { walletName } from './wallet-name.ts';

test('WALLET-01 a wallet keeps its name: the address that is known first, else its own, else a number', () => {
  const nameOf = (alias: string, lud16?: string) =>
    walletName(walletEnglish, { alias, lud16, place: 2 });
  expect([nameOf('', 'ann@pay.example'), nameOf('Ann', 'ann@pay.example')]).toEqual([
    'ann@pay.example',
    'ann@pay.example',
  ]);
  expect([nameOf('Ann'), nameOf('')]).toEqual(['Ann', 'Wallet 2']);
});
