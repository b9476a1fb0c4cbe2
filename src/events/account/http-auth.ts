import { base64Bytes, base64Of } from '../base64.ts';
import type { SignedEvent } from '../event.ts';
import { parseJson } from '../json.ts';
import { KIND } from '../kinds.ts';
import { readEvent } from '../shape.ts';

const SCHEME = 'Nostr ';
const MAX_TOKEN = 64 * 1024;
/** The value of the Authorization header for a signed event: base64 for NIP-98, base64url without padding for Blossom's kind 24242 (BUD-11). */
export function authorizationOf(event: SignedEvent): string {
  const { id, pubkey, created_at, kind, tags, content, sig } = event;
  const token = base64Of(new TextEncoder().encode(JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig })));
  if (kind !== KIND.BlossomAuth) return SCHEME + token;
  return SCHEME + token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The event in an Authorization header, of any kind and unchecked, in either form of base64, padded or not; undefined where there is none. */
export function readAuthorization(header: string): SignedEvent | undefined {
  if (header.length > MAX_TOKEN || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME.toLowerCase()) return undefined;
  const token = header
    .slice(SCHEME.length)
    .trim()
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  const bytes = base64Bytes(token.padEnd(Math.ceil(token.length / 4) * 4, '='));
  return bytes && readEvent(parseJson(new TextDecoder().decode(bytes)));
}
