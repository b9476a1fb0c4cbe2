import { type SignedEvent } from '../../nostr/event.ts';
import { field, isRecord } from '../../core/json.ts';
import { KIND, RESULT } from '../../nostr/kinds.ts';
import { readEvent } from '../../nostr/event-shape.ts';

const WALLET_KINDS: readonly number[] = [
  RESULT.WalletOperation,
  RESULT.WalletNwcActive,
  RESULT.WalletNwcConnection,
];

/** True if an event of this kind carries an operation for a wallet service. */
export function isWalletKind(kind: unknown): kind is number {
  return typeof kind === 'number' && WALLET_KINDS.includes(kind);
}

/**
 * Read such an event; `undefined` if it is none. Its kind is above the range of relays, everything
 * else is as in any event.
 */
export function readWalletRequest(value: unknown): SignedEvent | undefined {
  const kind = isRecord(value) ? field(value, 'kind') : undefined;
  if (!isRecord(value) || !isWalletKind(kind)) return undefined;
  const event = readEvent({ ...value, kind: KIND.Settings });
  return event && { ...event, kind };
}
