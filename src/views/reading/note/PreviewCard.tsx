import type { ReactNode } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { safeUrl } from '../../../events/core/url.ts';
import type { LinkToken } from '../../../events/reading/content/content-token.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { CarriedPlace } from './AttachmentPlaceholder.tsx';

interface PreviewCardProps {
  readonly link: LinkToken;
  readonly event: VerifiedEvent | Preview;
  /** Shown if there is no preview. */
  readonly fallback: ReactNode;
}

/** The preview of a linked page (NOTE-08), or the plain url. */
export function PreviewCard({ link: { text, url }, event, fallback }: PreviewCardProps) {
  // The caching service keys previews by the url as written.
  const preview = useFacts((facts) => getRow(facts.previews, text) ?? getRow(facts.previews, url));
  const href = safeUrl(url);
  if (!preview || href === undefined || (preview.title === '' && preview.description === ''))
    return fallback;
  return <CarriedPlace token={{ type: 'preview', preview, href }} event={event} />;
}
