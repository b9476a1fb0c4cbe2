import { safeMediaUrl } from '../core/url.ts';
import { isHex } from '../core/hex.ts';
import { extensionOf } from './media-type.ts';

const HASH_LENGTH = 64;
const MOST_SERVERS = 10;

/**
 * Return the SHA-256 that names the blob of a url: the last path part of 64 hex digits, with or
 * without extension (BUD-03).
 */
export function blobHash(url: string): string | undefined {
  const host = url.indexOf('://');
  if (host < 0) return undefined;
  const path = url.slice(host + 3).split(/[?#]/, 1)[0]!;
  for (const part of path.split('/').slice(1).toReversed()) {
    const dot = part.indexOf('.');
    const name = (dot < 0 ? part : part.slice(0, dot)).toLowerCase();
    if (isHex(name, HASH_LENGTH)) return name;
  }
  return undefined;
}

interface FallbackOptions {
  /** Addresses from the author's imeta tag (NIP-92). */
  readonly fallbacks?: readonly string[];
  /** Origin of this app, see `safeMediaUrl`. */
  readonly home?: string | undefined;
}

/**
 * Return other addresses of a blob (NOTE-05): the addresses that its author names, then the
 * author's file hosts (kind 10063) in their order. Only addresses that pass the url policy, each
 * once, without the url itself.
 */
export function fallbackUrls(
  url: string,
  servers: readonly string[],
  { fallbacks = [], home }: FallbackOptions = {},
): string[] {
  const hash = blobHash(url);
  const extension = extensionOf(url);
  const name = hash && (extension ? `${hash}.${extension}` : hash);
  const onServers = name
    ? servers.slice(0, MOST_SERVERS).map((server) => blobUrl(server, name, home))
    : [];
  const known = new Set([safeMediaUrl(url, home) ?? url]);
  const found: string[] = [];
  for (const address of [
    ...fallbacks.map((fallback) => safeMediaUrl(fallback, home)),
    ...onServers,
  ]) {
    if (!address || known.has(address)) continue;
    known.add(address);
    found.push(address);
  }
  return found;
}

function blobUrl(server: string, name: string, home: string | undefined): string | undefined {
  const base = safeMediaUrl(server, home);
  return base && `${new URL(base).origin}/${name}`;
}
