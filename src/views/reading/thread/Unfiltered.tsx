import type { ReactNode } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

interface UnfilteredProps {
  /** The id of the event whose replies are missing. */
  readonly id: string;
  readonly children: ReactNode;
}

/** Limit of replies in one answer. */
const MOST_REPLIES = 100;

/**
 * Shows a message about missing replies after the service was asked for them without its filters.
 * The service leaves replies of muted people out of a thread, but counts them (BEYOND-04).
 */
export function Unfiltered({ id, children }: UnfilteredProps) {
  return useHides() ? <Asked id={id}>{children}</Asked> : children;
}

function Asked({ id, children }: UnfilteredProps) {
  const { isLoading } = useLookup(`replies ${id}`, () =>
    query('event_actions', { event_id: id, kind: KIND.Text, limit: MOST_REPLIES }),
  );
  return isLoading ? null : children;
}
