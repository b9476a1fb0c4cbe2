import { KIND } from '../../../events/nostr/kinds.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { isText } from '../../../events/reading/content/text-kinds.ts';
import { sharedEvent } from '../../../events/reading/thread/shared-event.ts';
import { readRelayList } from '../../../events/account/lists/relay-list.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { type Shared, ShareDialog } from '../../ui/qr/ShareDialog.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { copiedOf } from './copied-of.ts';
import { noteTarget } from './note-link.ts';

interface ShareEventProps {
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}

/** Shares a note, an article, a follow pack or another event by its link or its Nostr address. */
export function ShareEventDialog({ event, onClose }: ShareEventProps) {
  const kinds = useKindStrings();
  const thread = useThreadStrings();
  const author = useFacts((facts) =>
    displayNameOf(getRow(facts.profiles, event.pubkey), event.pubkey),
  );
  const list = useFacts((facts) => listOf(facts, KIND.RelayList, event.pubkey));
  const title = tagValue(event, 'title') ?? tagValue(event, 'name') ?? '';
  const shared = sharedEvent(event, list ? readRelayList(list).relays : []);
  const path = shared?.path ?? noteTarget(event);
  const link = { form: 'link', text: location.origin + path, copied: copiedOf(event) } as const;
  const nostr: readonly Shared[] = shared
    ? [{ form: 'nostr', text: shared.uri, copied: 'nostr' }]
    : [];
  return (
    <ShareDialog
      name={title.trim() || (isText(event.kind) ? thread.noteBy(author) : kinds.name(event.kind))}
      forms={[link, ...nostr]}
      onClose={onClose}
    />
  );
}
