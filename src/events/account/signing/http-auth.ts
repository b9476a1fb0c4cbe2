import { sha256 } from '@noble/hashes/sha2.js';
import { isSameAddress } from '../../core/same-service.ts';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { type SignedEvent, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { hexOf } from '../../core/hex.ts';
import { parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import { inSeconds, minus, type Seconds, seconds } from '../../core/time.ts';
import type { Verify } from '../../nostr/verify.ts';

/** A request over HTTP that a key authorises (NIP-98). `body` as sent, in bytes. */
interface HttpRequest {
  readonly url: string;
  readonly method: string;
  readonly body?: Uint8Array;
}

/** The fault of a token. */
type HttpAuthFault = 'token' | 'signature' | 'kind' | 'time' | 'url' | 'method' | 'payload';

const SCHEME = 'Nostr ';
const MAX_TOKEN = 64 * 1024;
/** Seconds (SIGN-05). */
const FRESH = seconds(60);

/**
 * Return the value of the Authorization header for a signed event: base64 for NIP-98, base64url
 * without padding for Blossom's kind 24242 (BUD-11).
 */
export function authorizationOf(event: SignedEvent): string {
  const { id, pubkey, created_at, kind, tags, content, sig } = event;
  const token = base64Of(
    new TextEncoder().encode(JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig })),
  );
  if (kind !== KIND.BlossomAuth) return SCHEME + token;
  return SCHEME + token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Read the event in an Authorization header, of any kind and unchecked, in either form of base64,
 * padded or not. `undefined` if there is none.
 */
export function readAuthorization(header: string): SignedEvent | undefined {
  if (
    header.length > MAX_TOKEN ||
    header.slice(0, SCHEME.length).toLowerCase() !== SCHEME.toLowerCase()
  )
    return undefined;
  const token = header
    .slice(SCHEME.length)
    .trim()
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  const bytes = base64Bytes(token.padEnd(Math.ceil(token.length / 4) * 4, '='));
  return bytes && readEvent(parseJson(new TextDecoder().decode(bytes)));
}

/**
 * Return the event that authorises a request, or the fault (SIGN-05). Checks signature, kind, url
 * (also under another name of its service), method in any case, and the hash of a body. The event
 * must be less than 60 s older or newer than `now` (seconds).
 */
export function checkHttpAuth(
  header: string,
  request: HttpRequest,
  now: Seconds,
  verify: Verify,
): VerifiedEvent | HttpAuthFault {
  const read = readAuthorization(header);
  if (!read) return 'token';
  const event = verify(read);
  if (!event) return 'signature';
  if (event.kind !== KIND.HttpAuth) return 'kind';
  if (seconds(Math.abs(inSeconds(minus(now, event.created_at)))) >= FRESH) return 'time';
  if (!isSameAddress(tagValue(event, 'u') ?? '', request.url)) return 'url';
  if (tagValue(event, 'method')?.toLowerCase() !== request.method.toLowerCase()) return 'method';
  const { body } = request;
  if (body && body.length > 0 && tagValue(event, 'payload') !== hexOf(sha256(body)))
    return 'payload';
  return event;
}
