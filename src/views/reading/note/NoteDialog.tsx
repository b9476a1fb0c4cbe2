import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { ReactionsDialog } from '../thread/ReactionsDialog.tsx';
import { ShareEventDialog } from './ShareEventDialog.tsx';
import { TranslationDialog } from './TranslationDialog.tsx';
import { WhyDialog } from '../moderation/WhyDialog.tsx';

type DialogProps = Omit<NoteDialogProps, 'what'>;

/** Users without a signer never open it. */
const ZapFlow = lazyPart(
  () => import('../../money/zaps/ZapFlow.tsx').then((code) => code.ZapFlow),
  { close: ({ onClose }) => onClose() },
);

const DIALOGS = {
  reactions: ReactionsDialog,
  share: ShareEventDialog,
  translation: TranslationDialog,
  why: WhyDialog,
  zap: ZapDialog,
};

export interface NoteDialogProps {
  readonly what: keyof typeof DIALOGS;
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}

/** The dialogs of a note's menu. */
export function NoteDialog({ what, ...props }: NoteDialogProps) {
  const Dialog = DIALOGS[what];
  return <Dialog {...props} />;
}

function ZapDialog({ event, onClose }: DialogProps) {
  return <ZapFlow zapped={{ pubkey: event.pubkey, event }} onClose={onClose} />;
}
