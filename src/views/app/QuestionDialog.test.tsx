// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { A } from '../../../tests/support/account/session-world.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import type { Account } from '../../events/account/account.ts';

const LOCKED: Account = { pubkey: A, method: 'key', lock: 'pin' };
let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/help'));

test('RELAY-03 BEYOND-03 a question about a connection waits until the PIN was answered', async () => {
  const page = await renderedAccount('/help', { accounts: [LOCKED] });
  world = page;
  const settle = async (act: () => void) => {
    await page.settle(act);
    for (let turn = 0; turn < 5; turn++) await page.settle(() => undefined);
  };
  const question = { code: 'relayDial', url: 'wss://wallet.example', use: 'wallet' } as const;
  await settle(() => page.session().send({ type: 'session.unlock' }));
  await settle(() => page.app.send({ type: 'dialog.ask', question, yes: [] }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await settle(() => page.session().getSnapshot().children.pin?.send({ type: 'pin.cancel' }));
  expect(screen.getByRole('alertdialog').textContent).toContain('wallet.example');
});
