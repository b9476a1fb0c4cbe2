import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './Composer.module.css';
import { useAim } from './use-compose.ts';

interface LeaveDialogProps {
  /** True if leaving cancels a running upload. */
  readonly isUploading: boolean;
  readonly onAnswer: (answer: 'save' | 'discard' | 'keepWriting') => void;
}

/** Asks whether a closed text is saved, discarded or continued. Esc continues. */
export function LeaveDialog({ isUploading, onAnswer }: LeaveDialogProps) {
  const { leave } = useComposeStrings();
  const aim = useAim();
  const foot = (
    <div className={styles.answers}>
      <Button onClick={() => onAnswer('keepWriting')}>{leave.stay}</Button>
      <Button tone="danger" onClick={() => onAnswer('discard')}>
        {leave.discard}
      </Button>
      <Button tone="primary" data-autofocus onClick={() => onAnswer('save')}>
        {leave.save}
      </Button>
    </div>
  );
  return (
    <Dialog question title={leave.title} onClose={() => onAnswer('keepWriting')} foot={foot}>
      <p>{aim.type === 'note' ? leave.noteText : leave.text}</p>
      {isUploading && <p>{leave.uploading}</p>}
    </Dialog>
  );
}
