import { type Address, formatAddress } from '../address.ts';
import { isHex } from '../hex.ts';
import { KIND } from '../kinds.ts';
import { naddrOf, noteOf, nprofileOf } from '../nip19.ts';

/** A verified address (NIP-05), in lower case. `name` is `_` where the domain itself is meant. */
export interface VerifiedAddress {
  readonly name: string;
  readonly domain: string;
}

const MAX_NAME = 64;
const MAX_DOMAIN = 253;

/** First parts of paths that lead elsewhere: nobody's name may stand in their way (ROUTE-16). */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'home reads myarticles thread e a explore dms notifications bookmarks help downloads download profile ' +
    'p mutelist new feeds search rc 404 app-download-qr terms csae-policy privacy support ' +
    'settings premium login api assets index link-preview list media media-cache mint lnurlp mirror report upload v1 _ constructor'
  ).split(' '),
);

/** PROFILE-13: `/{verifiedName}` where the provider gave one, else `/p/{nprofile}`, else `/p/{pubkey}`. */
export function profilePath(pubkey: string, verifiedName?: string): string {
  const name = verifiedName === undefined ? undefined : readVanityName(verifiedName);
  return name === undefined ? `/p/${nprofileOf(pubkey) ?? segment(pubkey)}` : `/${name}`;
}

/** ROUTE-04: `/e/{note}`. */
export function notePath(id: string): string {
  return `/e/${noteOf(id) ?? segment(id)}`;
}

/** ROUTE-04, ROUTE-16: `/{verifiedName}/{identifier}` of an article where its author has such a name, else `/a/{naddr}`, else `/a/{kind:pubkey:d}`. */
export function articlePath(address: Address, verifiedName?: string): string {
  const name = verifiedName === undefined ? undefined : readVanityName(verifiedName);
  const { kind, identifier } = address;
  if (name !== undefined && kind === KIND.LongForm && isSegment(identifier)) return `/${name}/${segment(identifier)}`;
  return `/a/${naddrOf(address) ?? segment(formatAddress(address))}`;
}

/** The name that `/:vanityName` asks for, in lower case; undefined for what no name can be or what is the path of something else. */
export function readVanityName(text: string): string | undefined {
  const name = text.toLowerCase();
  // 64 hex characters are the path of a stored file
  return isPlainName(name) && !RESERVED.has(name) && !isHex(name, 64) ? name : undefined;
}

/** Reads `name@domain` or a bare domain (NIP-05). ASCII only, so that no letter can pass for another. */
export function readVerifiedAddress(text: string): VerifiedAddress | undefined {
  const parts = text.trim().toLowerCase().split('@', 3);
  const [name = '', domain = ''] = parts.length === 1 ? ['_', ...parts] : parts;
  if (parts.length > 2 || name.length > MAX_NAME || !/^[a-z0-9._-]+$/.test(name)) return undefined;
  return isDomain(domain) ? { name, domain } : undefined;
}

/** Whether an address is one that the provider gives out: its domain is exactly the provider's (C-32, E-25). */
export function isProviderName(address: string, provider: string): boolean {
  return readVerifiedAddress(address)?.domain === provider.toLowerCase();
}

function isPlainName(name: string): boolean {
  return name.length <= MAX_NAME && /^[a-z0-9_-]+$/.test(name);
}

function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Paths are split and normalised: of these a segment cannot be made. */
function isSegment(identifier: string): boolean {
  return identifier !== '' && identifier !== '.' && identifier !== '..' && !identifier.includes('/') && identifier.isWellFormed();
}

/** Host with at least one dot, or this machine, with an optional port. */
function isDomain(domain: string): boolean {
  const [host = '', port, ...more] = domain.split(':');
  if (more.length > 0 || host.length > MAX_DOMAIN || (port !== undefined && !/^[0-9]{1,5}$/.test(port))) return false;
  const labels = host.split('.');
  const isLabel = (label: string) => label.length <= 63 && /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
  return labels.every(isLabel) && (labels.length > 1 || host === 'localhost');
}
