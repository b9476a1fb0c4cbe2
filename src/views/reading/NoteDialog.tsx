import type { VerifiedEvent } from '../../events/event.ts';
import { ReactionsDialog } from './ReactionsDialog.tsx';
import { TranslationDialog } from './TranslationDialog.tsx';
import { WhyDialog } from './WhyDialog.tsx';

const DIALOGS = { reactions: ReactionsDialog, translation: TranslationDialog, why: WhyDialog };

export interface NoteDialogProps {
  readonly what: keyof typeof DIALOGS;
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}

/** What a note's menu opens. */
export function NoteDialog({ what, ...props }: NoteDialogProps) {
  const Dialog = DIALOGS[what];
  return <Dialog {...props} />;
}
