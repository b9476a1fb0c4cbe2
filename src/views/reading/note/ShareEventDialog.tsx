import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { isText } from '../../../events/reading/content/text-kinds.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { ShareDialog } from '../../ui/qr/ShareDialog.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { copiedOf } from './copied-of.ts';
import { noteTarget } from './note-link.ts';
import { useSharedEvent } from '../thread/use-shared-event.ts';

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
  const title = tagValue(event, 'title') ?? tagValue(event, 'name') ?? '';
  const { path = noteTarget(event), nostr } = useSharedEvent(event);
  const link = { form: 'link', text: location.origin + path, copied: copiedOf(event) } as const;
  return (
    <ShareDialog
      name={title.trim() || (isText(event.kind) ? thread.noteBy(author) : kinds.name(event.kind))}
      forms={[link, ...nostr]}
      onClose={onClose}
    />
  );
}
