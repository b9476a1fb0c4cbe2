import { isLoopback } from '../core/host.ts';
import { ownRelayUrl } from '../core/url.ts';

/** Addresses of caching services, in the order of preference. Never empty. */
export type ServicePool = readonly string[];

/** The host of a typed address without a scheme, its port and its path. */
const BARE = /^(?:https?:\/\/)?(localhost|[^\s/:?#@]+\.[^\s/:?#@]+|\[[\da-f:]+\])(:\d+)?(\/\S*)?$/i;

/**
 * Return a typed address of a caching service: wss or ws. Without a scheme, or with that of a page,
 * it is ws for this machine and wss otherwise, and its path is /v1 if none is typed. A comma is
 * encoded, because it separates stored addresses. `undefined`: 'Invalid url'.
 */
export function serviceUrl(text: string): string | undefined {
  const [, host, port = '', path = '/'] = BARE.exec(text.trim()) ?? [];
  const full =
    host === undefined
      ? text
      : `${isLoopback(host.toLowerCase()) ? 'ws' : 'wss'}://${host}${port}${path === '/' ? '/v1' : path}`;
  return ownRelayUrl(full)?.replaceAll(',', '%2C');
}

/**
 * Move a service to the front: it is used from now on and tried first after a reload (CACHE-09).
 */
export function chosenFirst(pool: ServicePool, url: string): ServicePool {
  return [url, ...pool.filter((one) => one !== url)];
}

/** Remove a service. `undefined` if it is the last one, which cannot be removed (CACHE-05). */
export function withoutService(pool: ServicePool, url: string): ServicePool | undefined {
  const rest = pool.filter((one) => one !== url);
  return rest.length > 0 ? rest : undefined;
}
