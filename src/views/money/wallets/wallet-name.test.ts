import { expect, test } from 'vitest';
import { walletEnglish } from '../../ui/strings/wallets.ts';
import { walletNames } from './wallet-name.ts';

const namesOf = (...wallets: ReadonlyArray<readonly [alias: string, lud16?: string]>) =>
  walletNames(
    walletEnglish,
    wallets.map(([alias, lud16]) => ({ alias, lud16 })),
  );

test('WALLET-01 a wallet keeps its name: the address that is known first, else its own, else a number', () => {
  expect(namesOf(['', 'ann@pay.example'], ['Ann', 'ben@pay.example'])).toEqual([
    'ann@pay.example',
    'ben@pay.example',
  ]);
  expect(namesOf(['Ann'], [''])).toEqual(['Ann', 'Wallet 2']);
});

test('WALLET-01 wallets of one name are numbered from the second on', () => {
  const ann = 'ann@pay.example';
  expect(namesOf(['', ann], ['Ben'], ['Ann', ann], ['Ben'], ['', ann])).toEqual([
    ann,
    'Ben',
    `${ann} (2)`,
    'Ben (2)',
    `${ann} (3)`,
  ]);
});
