const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'home.arpa',
] as const;

/**
 * True if a host is this machine. The host is written as the URL parser writes it: lower case,
 * dotted IPv4, IPv6 in brackets.
 */
export function isLoopback(hostname: string): boolean {
  const host = withoutDot(hostname);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const four = ipv4(host) ?? mapped(ipv6(host));
  return four !== undefined ? four >>> 24 === 127 : host === '[::1]';
}

/**
 * True if a host is not on the public internet: private, link-local, reserved, or a name without a
 * public domain (E-24).
 */
export function isPrivateHostname(hostname: string): boolean {
  const host = withoutDot(hostname);
  if (host === '') return true;
  const four = ipv4(host);
  if (four !== undefined) return isPrivateIpv4(four);
  if (host.startsWith('[')) {
    const six = ipv6(host);
    return six === undefined || isPrivateIpv6(six);
  }
  return !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function withoutDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host;
}

function ipv4(host: string): number | undefined {
  const parts = host.split('.');
  if (parts.length !== 4) return undefined;
  let address = 0;
  for (const part of parts) {
    const value = Number(part);
    if (part === '' || part.length > 3 || !Number.isInteger(value) || value < 0 || value > 255)
      return undefined;
    address = address * 256 + value;
  }
  return address;
}

/** First address and prefix length of the ranges that RFC 6890 and its successors reserve. */
const PRIVATE_IPV4 = [
  [0x00000000, 8],
  [0x0a000000, 8],
  [0x64400000, 10],
  [0x7f000000, 8],
  [0xa9fe0000, 16],
  [0xac100000, 12],
  [0xc0000000, 24],
  [0xc0000200, 24],
  [0xc0a80000, 16],
  [0xc6120000, 15],
  [0xc6336400, 24],
  [0xcb007100, 24],
  [0xe0000000, 3],
] as const;

function isPrivateIpv4(address: number): boolean {
  return PRIVATE_IPV4.some(([first, bits]) => address >>> (32 - bits) === first >>> (32 - bits));
}

/** Return the eight groups of an IPv6 address in brackets. */
function ipv6(host: string): readonly number[] | undefined {
  if (!host.startsWith('[') || !host.endsWith(']')) return undefined;
  const halves = host.slice(1, -1).split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) =>
    half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)),
  );
  const missing = 8 - head.length - tail.length;
  if (missing < 0 || (halves.length === 1 && missing > 0)) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail];
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : undefined;
}

function mapped(groups: readonly number[] | undefined): number | undefined {
  if (!groups || groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff)
    return undefined;
  return pair(groups, 6);
}

function pair(groups: readonly number[], at: number): number {
  return (groups[at] ?? 0) * 0x10000 + (groups[at + 1] ?? 0);
}

/**
 * Only 2000::/3 is public, without documentation addresses and without 6to4 or Teredo addresses
 * that wrap a private IPv4 address.
 */
function isPrivateIpv6(groups: readonly number[]): boolean {
  const [first = 0, second = 0] = groups;
  const four =
    mapped(groups) ?? (first === 0x64 && second === 0xff9b ? pair(groups, 6) : undefined);
  if (four !== undefined) return isPrivateIpv4(four);
  if (first >>> 13 !== 1) return true;
  if (first === 0x2002) return isPrivateIpv4(pair(groups, 1));
  return first === 0x2001 && (second === 0 || second === 0xdb8);
}
