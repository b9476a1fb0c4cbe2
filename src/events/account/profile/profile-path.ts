import { type Address, formatAddress } from '../../nostr/address.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf, note1Of, nprofileOf, npubOf } from '../../nostr/nip19.ts';

const MAX_NAME = 64;

/** First path segments that are reserved, so they cannot be used as names (ROUTE-16). */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'home reads myarticles thread e a explore dms notifications bookmarks help downloads download profile ' +
    'p mutelist new feeds search rc 404 app-download-qr terms csae-policy privacy support ' +
    'settings premium login api assets index link-preview list media media-cache mint lnurlp mirror report upload health ready metrics v1 _ constructor'
  ).split(' '),
);

/**
 * Return the path of a profile (PROFILE-13): `/{verifiedName}` if the provider gave one, else
 * `/p/{nprofile}`, else `/p/{pubkey}`.
 */
export function profilePath(pubkey: string, verifiedName?: string): string {
  const name = verifiedName === undefined ? undefined : readVanityName(verifiedName);
  return name === undefined ? `/p/${nprofileOf(pubkey) ?? segment(pubkey)}` : `/${name}`;
}

/** Return the path of the messages with an account (ROUTE-06): `/dms/{npub}`. */
export function messagesPath(pubkey: string): string {
  return `/dms/${npubOf(pubkey) ?? segment(pubkey)}`;
}

/** Return the path of a note (ROUTE-04): `/e/{note}`. */
export function notePath(id: string): string {
  return `/e/${note1Of(id) ?? segment(id)}`;
}

/**
 * Return the path of an article (ROUTE-04, ROUTE-16): `/{verifiedName}/{identifier}` if its author
 * has such a name, else `/a/{naddr}`, else `/a/{kind:pubkey:d}`.
 */
export function articlePath(address: Address, verifiedName?: string): string {
  const name = verifiedName === undefined ? undefined : readVanityName(verifiedName);
  const { kind, identifier } = address;
  if (name !== undefined && kind === KIND.LongForm && isSegment(identifier))
    return `/${name}/${segment(identifier)}`;
  return `/a/${naddrOf(address) ?? segment(formatAddress(address))}`;
}

/** Return the name in `/:vanityName` in lower case; `undefined` if it is malformed or reserved. */
export function readVanityName(text: string): string | undefined {
  const name = text.toLowerCase();
  // 64 hex characters are the path of a stored file
  return isPlainName(name) && !RESERVED.has(name) && !isHex(name, 64) ? name : undefined;
}

function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME && /^[a-z0-9_-]+$/.test(name);
}

function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** True if the identifier survives splitting and normalising of the path. */
function isSegment(identifier: string): boolean {
  return (
    identifier !== '' &&
    identifier !== '.' &&
    identifier !== '..' &&
    !identifier.includes('/') &&
    identifier.isWellFormed()
  );
}
