import {
  articlePath,
  notePath,
  profilePath,
} from '../../../events/account/profile/profile-path.ts';
import { parseAddress } from '../../../events/nostr/address.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  isSealed,
  type OpenedEvent,
  openedEventOf,
  sealOf,
} from '../../../events/reading/thread/opened-event.ts';
import type { Reference } from '../../../events/facts/references.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Redirect } from '../../ui/navigation/Redirect.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { EventFacts } from './EventFacts.tsx';
import { noteTarget } from '../note/note-link.ts';

/** True if an event is rendered by the screen of its path, and not by `OtherEvent`. */
export function opensAs(event: VerifiedEvent | undefined, as: 'note' | 'article'): boolean {
  return event === undefined || openedEventOf(event).as === as;
}

/**
 * An event that is no note or article: redirects to its subject, or describes the event (ROUTE-04).
 */
export function OtherEvent({ event }: { readonly event: VerifiedEvent }) {
  const said = useKindStrings();
  const account = useAccount();
  const opening = openedEventOf(event);
  const path = pathOf(opening, event);
  const { title, cause } = said.unshown[sealOf(event.kind)];
  if (path !== undefined) return <Redirect to={path} />;
  return (
    <Column title={said.name(event.kind)} back under={<ConnectionStrip />}>
      {isSealed(event, account?.pubkey) ? (
        <EmptyState title={title}>{cause}</EmptyState>
      ) : (
        <EventFacts event={event} />
      )}
    </Column>
  );
}

function pathOf(opening: OpenedEvent, event: VerifiedEvent): string | undefined {
  switch (opening.as) {
    case 'profile':
      return profilePath(opening.pubkey);
    case 'article':
      return noteTarget(event);
    case 'note':
      return notePath(event.id);
    case 'target':
      return targetPath(opening.target);
    case 'private':
    case 'facts':
      return undefined;
  }
}

/** Return the path of the screen for a reference. */
function targetPath({ type, key }: Reference): string | undefined {
  if (type === 'event') return notePath(key);
  const address = type === 'address' ? parseAddress(key) : undefined;
  return address && articlePath(address);
}
