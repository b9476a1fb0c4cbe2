import { ownRelayUrl } from '../../../events/core/url.ts';

export interface CacheUrlSources {
  readonly origin: string;
  /** `VITE_CACHE_URL` of the build: one address, or several separated by commas. */
  readonly built: string | undefined;
  /**
   * The user's override, in local storage under `cacheServer`: like `built`, the chosen one first.
   */
  readonly stored: string | undefined;
}

/**
 * Addresses of the caching service, never empty (CACHE-05): the local override, else those of the
 * build, else the page's own origin under `/v1`. Addresses that fail the url policy are skipped
 * (TRUST-04).
 */
export function cacheUrls({ origin, built, stored }: CacheUrlSources): readonly string[] {
  const [first = [ownCache(origin)]] = [stored, built]
    .map(addresses)
    .filter(({ length }) => length > 0);
  return first;
}

/** The caching service of the page's own origin. */
export function ownCache(origin: string): string {
  return `${origin.startsWith('https:') ? 'wss' : 'ws'}://${origin.slice(origin.indexOf('//') + 2)}/v1`;
}

/** The addresses that the build or the serving service names, as `built` above. */
export function servedCache(page: Pick<Document, 'querySelector'>): string | undefined {
  return (
    page.querySelector<HTMLMetaElement>('meta[name="starling-cache"]')?.content ??
    import.meta.env['VITE_CACHE_URL']
  );
}

function addresses(text = ''): readonly string[] {
  return text.split(',').flatMap((one) => ownRelayUrl(one) ?? []);
}
