import { isLoopback, isPrivateHostname } from './host.ts';

const LINKS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'lightning:', 'bitcoin:', 'nostr:', 'magnet:']);
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const SOCKETS: ReadonlySet<string> = new Set(['ws:', 'wss:']);
const MAX_URL = 8_192;

/**
 * The one url policy for what may become a link (TRUST-04, NOTE-09): http, https, mailto, lightning, bitcoin, nostr and magnet, written
 * as the URL parser writes it. Undefined for everything else, also for web addresses that carry a name or password.
 */
export function safeUrl(text: string): string | undefined {
  return permitted(text, LINKS)?.href;
}

/**
 * The url policy for what is loaded by itself (pictures, videos, previews): http and https on the public internet. `home`, the origin this
 * app was loaded from, is always allowed; where it is this machine itself, other ports of this machine are too (E-24).
 */
export function safeMediaUrl(text: string, home?: string): string | undefined {
  const url = permitted(text, WEB);
  return url && (!isPrivateHostname(url.hostname) || isHome(url, home)) ? url.href : undefined;
}

/** The url policy for relays that others name (NOTE-18, E-23, E-24): wss and ws on the public internet, or `home` as in `safeMediaUrl`. */
export function safeRelayUrl(text: string, home?: string): string | undefined {
  const url = permitted(text, SOCKETS);
  return url && (!isPrivateHostname(url.hostname) || isHome(url, home)) ? relayHref(url) : undefined;
}

/** A relay that a person names: wss and ws anywhere, also at home. Undefined: 'Invalid url' (RELAY-07). */
export function ownRelayUrl(text: string): string | undefined {
  const url = permitted(text, SOCKETS);
  return url && relayHref(url);
}

/** What two spellings of one relay have in common: compares with and without a trailing slash (RELAY-06). */
export function relayKey(text: string): string {
  return trimSlashes(ownRelayUrl(text) ?? text.trim());
}

/** Without the slashes at its end. */
export function trimSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/** Whether a host (name, IPv4 in any notation, IPv6 with or without brackets) is not on the public internet. Unreadable ones count as private. */
export function isPrivateHost(host: string): boolean {
  const url = parse(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}/`);
  return !url || url.href !== `http://${url.hostname}/` || isPrivateHostname(url.hostname);
}

function permitted(text: string, protocols: ReadonlySet<string>): URL | undefined {
  const url = text !== '' && text.length <= MAX_URL ? parse(text.trim()) : undefined;
  if (!url || !protocols.has(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Whether an address is `home`, or another port of this machine where `home` is it. */
export function isHome(url: URL, home: string | undefined): boolean {
  const own = home === undefined ? undefined : parse(home);
  if (!own) return false;
  return url.host === own.host || (isLoopback(own.hostname) && isLoopback(url.hostname));
}

/** Without fragment, and without the slash that stands for an empty path. */
function relayHref(url: URL): string {
  const path = url.pathname === '/' && url.search === '' ? '' : url.pathname;
  return `${url.protocol}//${url.host}${path}${url.search}`;
}
