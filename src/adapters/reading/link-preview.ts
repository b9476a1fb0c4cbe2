import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { LinkPreview } from '../../events/connection/claims.ts';
import { safeMediaUrl } from '../../events/connection/url.ts';
import { field, isRecord } from '../../events/json.ts';
import { getJson, type Web } from '../connection/http.ts';

const MAX_TEXT = 2_000;

/**
 * What the page at `url` says of itself, asked of our own origin (`/link-preview?u=`), so that the linked site learns nothing (E-58). A
 * preview that failed has just the url. Pictures pass the url gate.
 */
export async function fetchLinkPreview(web: Web, url: string, signal: AbortSignal): Promise<LinkPreview> {
  const bare: LinkPreview = { url, title: '', description: '', image: '', icon: '' };
  const safe = safeMediaUrl(url, web.home);
  if (safe === undefined) return bare;
  const said = await getJson(web, `${web.home}/link-preview?u=${encodeURIComponent(safe)}`, signal);
  if (!isRecord(said)) return bare;
  const text = (key: string): string => {
    const value = field(said, key);
    return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
  };
  const picture = (key: string): string => safeMediaUrl(text(key), web.home) ?? '';
  return { url, title: text('title'), description: text('description'), image: picture('image'), icon: picture('icon_url') };
}

/** `fetchLinkPreview` as a port. */
export function linkPreviewPort(web: Web): PromiseActorLogic<LinkPreview, { readonly url: string }> {
  return fromPromise(({ input, signal }) => fetchLinkPreview(web, input.url, signal));
}
