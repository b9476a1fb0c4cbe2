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
  /** What stands there without a preview. */
  readonly fallback: ReactNode;
}

/** What a linked page says of itself (NOTE-08); without a preview just the url. */
export function PreviewCard({ link: { text, url }, event, fallback }: PreviewCardProps) {
  // the caching service keys by the url as it was written
  const preview = useFacts((facts) => getRow(facts.previews, text) ?? getRow(facts.previews, url));
  const href = safeUrl(url);
  if (!preview || href === undefined || (preview.title === '' && preview.description === '')) return fallback;
  return <CarriedPlace token={{ type: 'preview', preview, href }} event={event} />;
}
