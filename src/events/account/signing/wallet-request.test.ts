import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { isWalletKind, readWalletRequest } from './wallet-request.ts';

const KINDS = [RESULT.WalletOperation, RESULT.WalletNwcActive, RESULT.WalletNwcConnection];

test('WALLET-02 an operation for a wallet service is read with its own kind, above those of relays', () => {
  for (const kind of KINDS) {
    const event = { ...signed({ content: '[]' }), kind };
    expect(readWalletRequest(event)).toEqual(event);
    expect(isWalletKind(kind)).toBe(true);
  }
});

test('WALLET-02 any other kind, and a broken event, is no operation', () => {
  const event = signed({ content: '[]' });
  for (const value of [
    event,
    { ...event, kind: RESULT.Range },
    { ...event, kind: String(KINDS[0]) },
    { ...event, kind: KINDS[0], sig: 'x' },
    undefined,
    [],
  ])
    expect(readWalletRequest(value)).toBeUndefined();
  expect([String(KINDS[0]), undefined, 1].some(isWalletKind)).toBe(false);
});
