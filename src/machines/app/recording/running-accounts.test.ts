import { expect, test } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import { A } from '../../../../tests/support/account/session-world.ts';
import { actorAt } from '../../../../tests/support/views/rendered-app.tsx';
import { runningAccounts } from './running-accounts.ts';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('TRUST-05 the accounts of a recording include the one that has just signed in', async () => {
  const { app, session } = accountApp();
  app.start();
  expect(runningAccounts(app)).toEqual([]);
  actorAt(app, 'account').send({ type: 'account.signIn' });
  await settle();
  actorAt(app, 'account', 'session', 'login').send({ type: 'login.extension' });
  await session.promises.answer({ pubkey: A });
  await settle();
  expect([...new Set(runningAccounts(app))]).toEqual([A]);
});
