import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './Composer.module.css';

interface LeaveDialogProps {
  /** A file is on its way that leaving gives up. */
  readonly isUploading: boolean;
  readonly onAnswer: (answer: 'save' | 'discard' | 'stay') => void;
}

/** What becomes of a text that is closed: kept, dropped, or gone on with. Esc goes on with it. */
export function LeaveDialog({ isUploading, onAnswer }: LeaveDialogProps) {
  const { leave } = useComposeStrings();
  const foot = (
    <div className={styles.answers}>
      <Button onClick={() => onAnswer('stay')}>{leave.stay}</Button>
      <Button tone="danger" onClick={() => onAnswer('discard')}>
        {leave.discard}
      </Button>
      <Button tone="primary" data-autofocus onClick={() => onAnswer('save')}>
        {leave.save}
      </Button>
    </div>
  );
  return (
    <Dialog question title={leave.title} onClose={() => onAnswer('stay')} foot={foot}>
      <p>{leave.text}</p>
      {isUploading && <p>{leave.uploading}</p>}
    </Dialog>
  );
}
