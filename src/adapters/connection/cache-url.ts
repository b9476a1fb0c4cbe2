import { ownRelayUrl } from '../../events/connection/url.ts';

export interface CacheUrlSources {
  /** Origin of the page, as `location.origin`. */
  readonly origin: string;
  /** `VITE_CACHE_URL` of the build: one address, or several with commas between. */
  readonly built: string | undefined;
  /** The override that a person has put into local storage under `cacheServer`. */
  readonly stored: string | undefined;
}

/**
 * Addresses of the caching service, never empty (CACHE-05): the local override, else those of the build, else the page's own origin
 * under `/v1`. What does not pass the url gate is passed over (TRUST-04).
 */
export function cacheUrls({ origin, built, stored }: CacheUrlSources): readonly string[] {
  const override = ownRelayUrl(stored ?? '');
  if (override !== undefined) return [override];
  const ofBuild = (built ?? '').split(',').flatMap((text) => ownRelayUrl(text) ?? []);
  return ofBuild.length > 0 ? ofBuild : [ownCache(origin)];
}

/** The caching service of the page's own origin. */
export function ownCache(origin: string): string {
  return `${origin.startsWith('https:') ? 'wss' : 'ws'}://${origin.slice(origin.indexOf('//') + 2)}/v1`;
}
