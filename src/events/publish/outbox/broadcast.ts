import { type UserMessage, quotedMessage } from '../../account/user-message.ts';
import type { Claim } from '../../connection/claims.ts';
import { readRelayMessage } from '../../connection/relay-message.ts';
import { field, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';

/**
 * The result of a broadcast by the caching service: the relays that said OK, and the reason if none
 * did.
 */
export interface BroadcastOutcome {
  readonly accepted: readonly string[];
  readonly reason?: UserMessage<'said' | 'publish.unconfirmed'>;
}

const MAX_RESPONSES = 200;

/**
 * Read the answer to broadcast_events (kind 10000149: the raw first message of each relay). The
 * answer itself is no success. Only an OK with true for this very event is (INV-OUTCOME).
 */
export function readBroadcast(claims: readonly Claim[], eventId: string): BroadcastOutcome {
  const accepted = new Set<string>();
  const reasons: string[] = [];
  for (const [url, text] of claims
    .flatMap((claim) => responsesIn(claim, eventId))
    .slice(0, MAX_RESPONSES)) {
    const message = readRelayMessage(text);
    if (message?.type !== 'OK' || message.eventId !== eventId) continue;
    if (message.accepted) accepted.add(url);
    else reasons.push(message.reason);
  }
  if (accepted.size > 0) return { accepted: [...accepted] };
  const reason = reasons.find((text) => text !== '');
  return {
    accepted: [],
    reason: reason === undefined ? { code: 'publish.unconfirmed' } : quotedMessage(reason),
  };
}

function responsesIn(
  claim: Claim,
  eventId: string,
): ReadonlyArray<readonly [url: string, text: string]> {
  if (
    claim.claim !== 'other' ||
    claim.kind !== RESULT.BroadcastResponses ||
    !Array.isArray(claim.content)
  )
    return [];
  const rows: readonly unknown[] = claim.content;
  return rows.flatMap((row) => {
    const responses =
      isRecord(row) && field(row, 'event_id') === eventId ? field(row, 'responses') : undefined;
    return Array.isArray(responses) ? responses.flatMap(pair) : [];
  });
}

function pair(value: unknown): ReadonlyArray<readonly [string, string]> {
  if (!Array.isArray(value)) return [];
  const [url, text]: readonly unknown[] = value;
  return typeof url === 'string' && typeof text === 'string' ? [[url, text]] : [];
}
