// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import { A } from '../../../tests/support/account/session-world.ts';
import type { Account } from '../../events/account/account.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/home'));

test.each([
  ['a key with a PIN', { pubkey: A, method: 'key', lock: 'pin' }, 'Key locked'],
  [
    'a key that this device keeps without a PIN',
    { pubkey: A, method: 'key', lock: 'device' },
    'Signed in',
  ],
  ['an extension', { pubkey: A, method: 'extension' }, 'Signed in'],
  ['an account that only reads', { pubkey: A, method: 'readonly' }, 'Read-only'],
] as const satisfies ReadonlyArray<readonly [string, Account, string]>)(
  'ACCOUNT-04 the status under the name in the navigation shows whether the key is locked: %s',
  async (_, account, status) => {
    world = await renderedAccount('/home', { accounts: [account] });
    const me = screen.getByRole('link', { name: /^Your profile/ });
    expect(
      ['Key locked', 'Signed in', 'Read-only'].filter((words) => me.textContent.includes(words)),
    ).toEqual([status]);
  },
);
