import { isLoopback } from './host.ts';
import { safeMediaUrl } from './url.ts';

/**
 * True if two addresses of any scheme and path belong to one service: the same host and port. This
 * machine has several names, such as localhost and 127.0.0.1.
 */
export function isSameService(one: URL, other: URL): boolean {
  return one.host === other.host || (one.port === other.port && isSameHost(one, other));
}

/** True if two texts are one address, also under different names of its service. */
export function isSameAddress(given: string, own: string): boolean {
  if (given === own) return true;
  const [one, other] = [URL.parse(given), URL.parse(own)];
  return (
    one !== null &&
    other !== null &&
    one.protocol === other.protocol &&
    one.pathname === other.pathname &&
    one.search === other.search &&
    isSameService(one, other)
  );
}

/** True if two addresses name one host. Their ports may differ. */
export function isSameHost(one: URL, other: URL): boolean {
  return (
    one.hostname === other.hostname || (isLoopback(one.hostname) && isLoopback(other.hostname))
  );
}

/**
 * Return the origin of a host with an optional port, in the scheme of `home`, if that is the
 * service at `home`. `undefined` for other services and malformed hosts.
 */
export function ownOrigin(host: string, home: string): string | undefined {
  const own = URL.parse(home);
  const url = own && URL.parse(`${own.protocol}//${host}/`);
  return url && url.host === host && isSameService(url, own) ? url.origin : undefined;
}

/**
 * Return the origin of a host with an optional port: https, or the scheme of `home` if it is the
 * service there. `undefined` if the host is malformed, or private and not that service (E-24).
 */
export function hostOrigin(host: string, home?: string): string | undefined {
  const own = home === undefined ? undefined : ownOrigin(host, home);
  if (own !== undefined) return own;
  const url = URL.parse(safeMediaUrl(`https://${host}/`) ?? '');
  return url && url.host === host ? url.origin : undefined;
}
