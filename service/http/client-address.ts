import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopback } from '../../src/events/core/host.ts';

/** Sockets that may be open at a time: from one address, and from all. A browser needs about three for each tab. */
export const PLACES = { address: 64, all: 2_000 } as const;

/** Counts what is open: sockets, or requests of this service to others. */
export interface Places {
  /** Gives the way to leave again; undefined where there is no place left for that address, as `addressOf` counts them. */
  take(address: string): (() => void) | undefined;
}

/** Counts at most so much at a time of one address, and of all. */
export function openPlaces(most: { readonly address: number; readonly all: number } = PLACES): Places {
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

/** Whether somebody may say for whom he asks: a proxy, by its address. */
export type IsProxy = (address: string) => boolean;

/**
 * Who counts as one: an IPv4 address, or the /64 network that one connection is given of IPv6. Behind a proxy that is trusted it is whom
 * the proxy names last, and so on: what stands before, anybody may have written.
 */
export function addressOf(remote: string, forwarded: string | undefined, isProxy: IsProxy = isHere): string {
  const named = (forwarded ?? '').split(',').map((each) => each.trim());
  let address = plain(remote);
  for (let next = named.pop(); next && isProxy(address); next = named.pop()) address = plain(next);
  return isIPv6(address) ? network(address) : address;
}

/** Of whoever sends a request. */
export function addressOfRequest({ socket, headers }: IncomingMessage, isProxy: IsProxy): string {
  return addressOf(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString(), isProxy);
}

/** Without brackets and port, and an IPv4 address that is written as IPv6 as what it is. */
function plain(address: string): string {
  const bare = /^\[(.*)\](:\d+)?$/.exec(address)?.[1] ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
  return isIPv6(bare) && bare.includes('.') ? bare.replace(/^.*:/, '') : bare;
}

const isHere: IsProxy = (address) => isLoopback(isIPv6(address) ? `[${address}]` : address);

/** Proxies that are trusted by their addresses or networks (`10.0.0.0/8`), beside those of this machine; undefined where one is none. */
export function readProxies(names: readonly string[]): IsProxy | undefined {
  const list = new BlockList();
  for (const name of names) {
    const [address = '', length, ...more] = name.split('/');
    const family = isIP(address);
    const bits = length === undefined ? (family === 4 ? 32 : 128) : /^\d{1,3}$/.test(length) ? Number(length) : -1;
    if (family === 0 || more.length > 0 || bits < 0 || bits > (family === 4 ? 32 : 128)) return undefined;
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const family = isIP(address);
    return isHere(address) || (family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6'));
  };
}

/** No proxy is trusted, not even of this machine. */
export const noProxy: IsProxy = () => false;
export const ownProxies = isHere;

/** The first four groups, written out. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - rest.length }, () => '0');
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
