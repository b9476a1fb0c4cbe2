import { isLoopback, isPrivateHostname } from './host.ts';

const LINKS: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'mailto:',
  'lightning:',
  'bitcoin:',
  'nostr:',
  'magnet:',
]);
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const SOCKETS: ReadonlySet<string> = new Set(['ws:', 'wss:']);
const MAX_URL = 8_192;

/**
 * Return the address if it may become a link (TRUST-04, NOTE-09), written as the URL parser writes
 * it. Allowed schemes: http, https, mailto, lightning, bitcoin, nostr and magnet. `undefined` for
 * everything else, including web addresses with a user name or password.
 */
export function safeUrl(text: string): string | undefined {
  return permitted(text, LINKS)?.href;
}

/**
 * Return the address if it may be loaded automatically (pictures, videos, previews): http and https
 * on the public internet. `home`, the origin of this app, is always allowed. If `home` is this
 * machine, its other ports are allowed too (E-24).
 */
export function safeMediaUrl(text: string, home?: string): string | undefined {
  const url = permitted(text, WEB);
  return url && (!isPrivateHostname(url.hostname) || isHome(url, home)) ? url.href : undefined;
}

/**
 * Return the address of a relay that others name, if allowed (NOTE-18, E-23, E-24): wss and ws on
 * the public internet, or `home` as in `safeMediaUrl`.
 */
export function safeRelayUrl(text: string, home?: string): string | undefined {
  const url = permitted(text, SOCKETS);
  return url && (!isPrivateHostname(url.hostname) || isHome(url, home))
    ? relayHref(url)
    : undefined;
}

/**
 * Return the address of a relay that the user names: wss and ws anywhere, also at home.
 * `undefined`: 'Invalid url' (RELAY-07).
 */
export function ownRelayUrl(text: string): string | undefined {
  const url = permitted(text, SOCKETS);
  return url && relayHref(url);
}

/**
 * Return a key that is equal for all spellings of one relay, with and without a trailing slash
 * (RELAY-06).
 */
export function relayKey(text: string): string {
  return trimSlashes(ownRelayUrl(text) ?? text.trim());
}

/** Return a relay's name without its scheme. */
export function relayName(url: string): string {
  return url.replace(/^wss:\/\//, '');
}

/** Remove trailing slashes. */
export function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/**
 * True if a host is not on the public internet, or is unreadable: a name, IPv4 in any notation, or
 * IPv6 with or without brackets.
 */
export function isPrivateHost(host: string): boolean {
  const url = parse(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`);
  return !url || url.href !== `http://${url.hostname}/` || isPrivateHostname(url.hostname);
}

function permitted(text: string, protocols: ReadonlySet<string>): URL | undefined {
  const url = text !== '' && text.length <= MAX_URL ? parse(text.trim()) : undefined;
  if (!url || !protocols.has(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  return url;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** True if an address is `home`, or another port of this machine if `home` is this machine. */
export function isHome(url: URL, home: string | undefined): boolean {
  const own = home === undefined ? undefined : parse(home);
  if (!own) return false;
  return url.host === own.host || (isLoopback(own.hostname) && isLoopback(url.hostname));
}

/** Write a relay's address without fragment, and without the slash of an empty path. */
function relayHref(url: URL): string {
  const path = url.pathname === '/' && url.search === '' ? '' : url.pathname;
  return `${url.protocol}//${url.host}${path}${url.search}`;
}
