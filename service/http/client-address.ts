import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopback } from '../../src/events/core/host.ts';

/**
 * Limits of open sockets: from one address, and from all. A browser needs about three for each tab.
 */
export const CONNECTION_LIMITS = { address: 64, all: 2_000 } as const;

/** Counts open sockets, or requests of this service to others. */
export interface ConnectionSlots {
  /**
   * Take a place for an address, as normalized by `addressOf`. Returns the function that frees it,
   * or `undefined` at the limit.
   */
  take(address: string): (() => void) | undefined;
}

/** Return a counter with limits for one address and for all. */
export function openConnectionSlots(
  most: { readonly address: number; readonly all: number } = CONNECTION_LIMITS,
): ConnectionSlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(address) {
      const here = taken.get(address) ?? 0;
      if (here >= most.address || all >= most.all) return undefined;
      taken.set(address, here + 1);
      all++;
      return () => {
        all--;
        const left = (taken.get(address) ?? 1) - 1;
        if (left > 0) taken.set(address, left);
        else taken.delete(address);
      };
    },
  };
}

/** True if the peer is a trusted proxy, by its address. */
export type IsProxy = (address: string) => boolean;

/**
 * Return the address that counts as one client: an IPv4 address, or the /64 network of an IPv6
 * address. Behind a trusted proxy it is the last address in its header, and so on. Earlier entries
 * may be forged.
 */
export function addressOf(
  remote: string,
  forwarded: string | undefined,
  isProxy: IsProxy = isHere,
): string {
  const named = (forwarded ?? '').split(',').map((each) => each.trim());
  let address = plain(remote);
  for (let next = named.pop(); next && isProxy(address); next = named.pop()) address = plain(next);
  return isIPv6(address) ? network(address) : address;
}

/** Return the address of the client that sent a request. */
export function addressOfRequest({ socket, headers }: IncomingMessage, isProxy: IsProxy): string {
  return addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), isProxy);
}

/** Remove brackets and port, and convert an IPv4-mapped IPv6 address to IPv4. */
function plain(address: string): string {
  const bare =
    /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ??
    (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
  return isIPv6(bare) && bare.includes('.') ? bare.replace(/^.*:/, '') : bare;
}

const isHere: IsProxy = (address) => isLoopback(isIPv6(address) ? `[${address}]` : address);

/**
 * Parse trusted proxies: addresses or networks (`10.0.0.0/8`), besides the local host. Returns
 * `undefined` if one is invalid.
 */
export function readProxies(names: readonly string[]): IsProxy | undefined {
  const list = new BlockList();
  for (const name of names) {
    const [address = '', length, ...more] = name.split('/');
    const family = isIP(address);
    const bits =
      length === undefined
        ? family === 4
          ? 32
          : 128
        : /^\d{1,3}$/.test(length)
          ? Number(length)
          : -1;
    if (family === 0 || more.length > 0 || bits < 0 || bits > (family === 4 ? 32 : 128))
      return undefined;
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const family = isIP(address);
    return isHere(address) || (family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6'));
  };
}

/** No proxy is trusted, not even on the local host. */
export const noProxy: IsProxy = () => false;
export const ownProxies = isHere;

/** The first four groups in full. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
