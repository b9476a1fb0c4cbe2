import type { LinkPreview } from '../../connection/claims.ts';

/** True if a preview has enough for a card (NOTE-08). */
export function isCard(preview: LinkPreview | undefined): preview is LinkPreview {
  return (preview?.title || preview?.description || '') !== '';
}
