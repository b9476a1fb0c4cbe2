import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { exactTime } from '../../events/core/format.ts';
import { useStrings } from '../ui/strings.ts';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './Composer.module.css';
import { useAim, useComposeState, useExtras } from './use-compose.ts';

interface LeaveDialogProps {
  /** True if leaving cancels a running upload. */
  readonly isUploading: boolean;
  readonly onSchedule: () => void;
  readonly onAnswer: (answer: 'save' | 'discard' | 'keepWriting') => void;
}

/** Asks whether a closed text is saved, discarded or continued. Esc continues. */
export function LeaveDialog({ isUploading, onSchedule, onAnswer }: LeaveDialogProps) {
  const { leave } = useComposeStrings();
  const { locale } = useStrings();
  const aim = useAim();
  const { due } = useExtras();
  const { isEmpty } = useComposeState();
  const canSchedule = due !== undefined && !isEmpty;
  const isPlan = aim.plan !== undefined;
  const foot = (
    <div className={styles.answers}>
      <Button onClick={() => onAnswer('keepWriting')}>{leave.stay}</Button>
      <Button tone="danger" onClick={() => onAnswer('discard')}>
        {isPlan ? leave.discardChanges : leave.discard}
      </Button>
      <Button
        tone={canSchedule ? 'plain' : 'primary'}
        data-autofocus={canSchedule ? undefined : true}
        onClick={() => onAnswer('save')}
      >
        {leave.save}
      </Button>
      {canSchedule && (
        <Button tone="primary" data-autofocus onClick={onSchedule}>
          {leave.schedule}
        </Button>
      )}
    </div>
  );
  return (
    <Dialog question title={leave.title} onClose={() => onAnswer('keepWriting')} foot={foot}>
      <p>
        {canSchedule
          ? leave.scheduleText(exactTime(due, locale))
          : aim.type === 'note'
            ? leave.noteText
            : leave.text}
      </p>
      {isPlan && <p>{leave.changesText}</p>}
      {isUploading && <p>{leave.uploading}</p>}
    </Dialog>
  );
}
