import { ownRelayUrl } from '../core/url.ts';

/** Addresses of caching services; the first is the one that is tried first. Never empty. */
export type ServicePool = readonly string[];

/** What a person typed as an address of a caching service: wss or ws. A comma would part it where pools are kept. Undefined: 'Invalid url'. */
export function serviceUrl(text: string): string | undefined {
  return ownRelayUrl(text)?.replaceAll(',', '%2C');
}

/** With that service first: the one that is used from now on and tried first after a reload (CACHE-09). */
export function chosenFirst(pool: ServicePool, url: string): ServicePool {
  return [url, ...pool.filter((one) => one !== url)];
}

/** Without that service. Undefined: it is the last one, which cannot be removed (CACHE-05). */
export function withoutService(pool: ServicePool, url: string): ServicePool | undefined {
  const rest = pool.filter((one) => one !== url);
  return rest.length > 0 ? rest : undefined;
}
