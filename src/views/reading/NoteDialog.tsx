import type { VerifiedEvent } from '../../events/event.ts';
import { ReactionsDialog } from './ReactionsDialog.tsx';
import { TranslationDialog } from './TranslationDialog.tsx';

interface NoteDialogProps {
  readonly what: 'reactions' | 'translation';
  readonly event: VerifiedEvent;
  readonly onClose: () => void;
}

/** What a note's menu opens for everybody. */
export function NoteDialog({ what, ...props }: NoteDialogProps) {
  return what === 'reactions' ? <ReactionsDialog {...props} /> : <TranslationDialog {...props} />;
}
