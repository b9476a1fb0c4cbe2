import { hostOrigin } from '../../core/same-service.ts';
import { isHex } from '../../core/hex.ts';
import { field, isRecord } from '../../core/json.ts';

/** The well-known document of a domain (NIP-05), and the name to look for in it. */
export interface NameDocument {
  readonly url: string;
  readonly name: string;
}

const MAX_NAME = 253;

/**
 * Return the document that decides about `name@domain`, or about a bare name at `home`, the page's
 * own origin (ROUTE-16). `undefined` if the address is malformed, or its host is private and not
 * the page's own (E-24).
 */
export function nameDocument(address: string, home?: string): NameDocument | undefined {
  const [name = '', domain, ...more] = address.trim().toLowerCase().split('@');
  const origin = domain === undefined ? home : hostOrigin(domain, home);
  if (!isName(name) || origin === undefined || more.length > 0) return undefined;
  return { url: `${origin}/.well-known/nostr.json?name=${name}`, name };
}

/** Return the public key that a document gives exactly this name, or null. */
export function keyNamed(document: unknown, name: string): string | null {
  const names = isRecord(document) ? field(document, 'names') : undefined;
  const key = isRecord(names) ? field(names, name) : undefined;
  return typeof key === 'string' && isHex(key, 64) ? key : null;
}

/** NIP-05 allows a-z, 0-9, minus, underscore and dot, so a name needs no escaping in an address. */
function isName(name: string): boolean {
  const isAllowed = (char: string) =>
    (char >= 'a' && char <= 'z') || (char >= '0' && char <= '9') || '-_.'.includes(char);
  return name.length > 0 && name.length <= MAX_NAME && name.split('').every(isAllowed);
}
