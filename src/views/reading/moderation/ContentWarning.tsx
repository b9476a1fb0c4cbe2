import { type ReactNode, useState } from 'react';
import type { Preview, VerifiedEvent } from '../../../events/nostr/event.ts';
import { warningOf } from '../../../events/reading/moderation/content-warning.ts';
import { CarriedPlace } from '../note/AttachmentPlaceholder.tsx';

/**
 * Covers an event with a content warning. Its content is neither rendered nor loaded until the
 * reader opens it (NIP-36).
 */
export function Warned({
  event,
  children,
}: {
  readonly event: VerifiedEvent | Preview;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const warning = warningOf(event);
  if (warning === undefined || open) return children;
  return (
    <CarriedPlace token={{ type: 'warning', warning, onShow: () => setOpen(true) }} event={event} />
  );
}
