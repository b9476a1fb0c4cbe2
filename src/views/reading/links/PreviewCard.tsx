import { type ReactNode, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import type { LinkToken } from '../../../events/reading/content/content-token.ts';
import { linkPreviewOf } from '../../../events/reading/content/link-card.ts';
import { useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { CarriedPlace } from '../note/AttachmentPlaceholder.tsx';

interface PreviewCardProps {
  readonly link: LinkToken;
  readonly event: VerifiedEvent | Preview;
  /** Shown if there is no preview, or if the user wants no cards. */
  readonly fallback: ReactNode;
}

/**
 * The preview of a linked page (NOTE-08), or the plain url. The first rendering decides, because a
 * later preview would move text in view (FEED-14). `LateCard` renders later ones.
 */
export function PreviewCard({ link, event, fallback }: PreviewCardProps) {
  const isWanted = useSetting('linkCards');
  const [preview] = useState(useFacts((facts) => linkPreviewOf(facts, link)));
  if (!isWanted) return fallback;
  return <CarriedPlace token={{ type: 'preview', preview, link, fallback }} event={event} />;
}
