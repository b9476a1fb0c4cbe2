import { randomBytes } from 'node:crypto';
import { isSameAddress } from '../../src/events/core/same-service.ts';
import { relayKey } from '../../src/events/core/url.ts';
import { type SignedEvent, tagValue } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds, minus, seconds, type Seconds } from '../../src/events/core/time.ts';
import type { EventVerifier } from '../verify.ts';
import { LIMITS } from './limits.ts';

/** The authentication of one client (NIP-42). */
export interface Authenticator {
  /** Accounts, in the order of their proofs. */
  readonly proved: readonly string[];
  /** The challenge, on first use. It is valid for the connection. */
  challenge(): string | undefined;
  /**
   * Accept a response to the challenge. Returns an error by the prefixes of NIP-01, or `undefined`.
   */
  take(value: unknown, now: Seconds): string | undefined;
}

/** `own` is the address of this relay, which proofs have to name. */
export function openAuthenticator(own: string, gate: EventVerifier): Authenticator {
  const proved: string[] = [];
  let given: string | undefined;
  return {
    proved,
    challenge() {
      if (given !== undefined) return undefined;
      given = randomBytes(16).toString('hex');
      return given;
    },
    take(value, now) {
      const event = gate.admit(value);
      if (!event) return 'invalid: malformed, or id or signature does not hold';
      const fault = faultOf(event, given, now, own);
      if (fault !== undefined || proved.includes(event.pubkey)) return fault;
      if (proved.length === LIMITS.accounts)
        return 'rate-limited: too many accounts on one connection';
      proved.push(event.pubkey);
      return undefined;
    },
  };
}

function faultOf(
  event: SignedEvent,
  challenge: string | undefined,
  now: Seconds,
  own: string,
): string | undefined {
  if (event.kind !== KIND.RelayAuth) return `invalid: not of kind ${KIND.RelayAuth}`;
  if (challenge === undefined || tagValue(event, 'challenge') !== challenge)
    return 'invalid: not the challenge of this connection';
  if (seconds(Math.abs(inSeconds(minus(event.created_at, now)))) > LIMITS.proof)
    return 'invalid: created_at is too far from now';
  return isSameRelay(tagValue(event, 'relay') ?? '', own)
    ? undefined
    : 'invalid: for another relay';
}

/** Compare in any notation, also of the host. */
export function isSameRelay(given: string, own: string): boolean {
  return isSameAddress(relayKey(given), relayKey(own));
}
