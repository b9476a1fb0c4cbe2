// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountApp } from '../../../../tests/support/account/account-app.ts';
import type { Account } from '../../../events/account/account.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { AppProvider } from '../../ui/hooks/app-context.ts';
import { useIntents } from './use-intents.ts';

const pubkey = 'a'.repeat(64);

test.each<readonly [string, Account, boolean]>([
  ['a key without a PIN', { pubkey, method: 'key', lock: 'device' }, true],
  ['a locked key with a PIN', { pubkey, method: 'key', lock: 'pin' }, false],
  ['an extension', { pubkey, method: 'extension' }, false],
])('BEYOND-09 the first like of a page with %s can be undone: %s', (_, account, isHeld) => {
  const { app } = accountApp(account);
  app.start();
  const owner = app.getSnapshot().children.account;
  if (!owner) throw new Error('no account');
  const send = vi.spyOn(owner, 'send');
  const { result } = renderHook(() => useIntents(), {
    wrapper: ({ children }) => <AppProvider app={app}>{children}</AppProvider>,
  });
  const draft = pressed({ kind: 7, content: '+', tags: [] });
  result.current.publishSoon(draft, { doing: { code: 'like.doing' } });
  const [intent] = send.mock.calls.flatMap(([event]) =>
    event.type === 'account.intent' ? [event.intent] : [],
  );
  expect([intent?.type, intent && 'hold' in intent && intent.hold !== undefined]).toEqual([
    'intents.publish',
    isHeld,
  ]);
});
