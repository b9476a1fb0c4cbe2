import { getRow } from '../../core/table.ts';
import type { LinkPreview } from '../../connection/claims.ts';
import type { Facts } from '../../facts/facts.ts';
import type { LinkToken } from './content-token.ts';

/** Return the preview of a link. The service keys it by the url as written, or as asked for. */
export function linkPreviewOf(
  { previews }: Pick<Facts, 'previews'>,
  { text, url }: Pick<LinkToken, 'text' | 'url'>,
): LinkPreview | undefined {
  return getRow(previews, text) ?? getRow(previews, url);
}

/** True if a preview has enough for a card (NOTE-08). */
export function isCard(preview: LinkPreview | undefined): preview is LinkPreview {
  return (preview?.title || preview?.description || '') !== '';
}
