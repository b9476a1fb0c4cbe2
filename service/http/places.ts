import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { isLoopback } from '../../src/events/connection/host.ts';

/** Sockets that may be open at a time: from one address, and from all. A browser needs about three for each tab. */
export const PLACES = { address: 64, all: 2_000 } as const;

/** Counts open sockets. */
export interface Places {
  /** Gives the way to leave again; undefined where there is no place left for that address. */
  take(request: IncomingMessage): (() => void) | undefined;
}

export function openPlaces(): Places {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(request) {
      const address = addressOf(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for']?.toString());
      const here = taken.get(address) ?? 0;
      if (here >= PLACES.address || all >= PLACES.all) return undefined;
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

/**
 * Who counts as one: an IPv4 address, or the /64 network that one connection is given of IPv6. Behind a proxy on this machine it is whom
 * the proxy names last: what stands before, anybody may have written.
 */
export function addressOf(remote: string, forwarded: string | undefined): string {
  const host = isIPv6(remote) ? `[${remote}]` : remote;
  const canonical = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
  const behind = isLoopback(canonical) ? forwarded?.split(',').at(-1)?.trim() : undefined;
  if (behind) return addressOf(behind, undefined);
  return isIPv6(remote) && !remote.includes('.') ? network(remote) : remote.replace(/^.*:/, '');
}

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
