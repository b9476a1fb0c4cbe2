import { safeMediaUrl } from '../../events/connection/url.ts';
import { isHex } from '../../events/hex.ts';
import { field, isRecord } from '../../events/json.ts';
import type { NameAnswer } from '../../machines/account/verified-names.machine.ts';
import { getJson, type Web } from '../connection/http.ts';

const MAX_NAME = 253;

/**
 * The key that the well-known document of exactly this domain gives exactly this name (NIP-05, PROFILE-12), or null. `name@domain`, or a
 * bare name at the page's own origin (ROUTE-16); asked in lower case. Follows no redirect (E-25) and asks no private host but the
 * page's own (E-24). Whose name it is, is for the caller to compare.
 */
export async function lookUpAddress(web: Web, address: string, signal: AbortSignal): Promise<NameAnswer> {
  const [name = '', domain, ...more] = address.trim().toLowerCase().split('@');
  const origin = domain === undefined ? web.home : originOf(web, domain);
  if (!isName(name) || origin === undefined || more.length > 0) return null;
  const said = await getJson(web, `${origin}/.well-known/nostr.json?name=${name}`, signal);
  const names = isRecord(said) ? field(said, 'names') : undefined;
  const key = isRecord(names) ? field(names, name) : undefined;
  return typeof key === 'string' && isHex(key, 64) ? key : null;
}

/** https at the domain; the page's own host as it is. Undefined for what is no plain host with an optional port, or is private. */
function originOf(web: Web, domain: string): string | undefined {
  const home = URL.parse(web.home);
  if (home?.host === domain) return home.origin;
  const url = URL.parse(safeMediaUrl(`https://${domain}/`) ?? '');
  return url && url.host === domain ? url.origin : undefined;
}

/** NIP-05: a-z, 0-9, minus, underscore, dot. So it stands in an address as it is. */
function isName(name: string): boolean {
  const isAllowed = (char: string) => (char >= 'a' && char <= 'z') || (char >= '0' && char <= '9') || '-_.'.includes(char);
  return name.length > 0 && name.length <= MAX_NAME && name.split('').every(isAllowed);
}
