// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import type { Account } from '../../events/account/account.ts';
import { AppProvider } from '../ui/hooks/app-context.ts';
import { useActingSoon, useCanActNow } from './use-features.ts';

const READER: Account = { pubkey: '1'.repeat(64), method: 'readonly' };

afterEach(cleanup);

/** True if a screen that calls `ask` makes the account's code load. */
function fetches(ask: typeof useCanActNow, account: Account | undefined): boolean | undefined {
  const { app } = fakeApp({ account });
  app.start();
  const Screen = () => (ask() ? 'here' : null);
  render(
    <AppProvider app={app}>
      <Screen />
    </AppProvider>,
  );
  return app.getSnapshot().children.account?.getSnapshot().hasTag('fetching');
}

test('a screen about the account loads its code at once; read-only screens and visitors do not', () => {
  expect([
    fetches(useActingSoon, READER),
    fetches(useCanActNow, READER),
    fetches(useActingSoon, undefined),
  ]).toEqual([true, false, false]);
});
