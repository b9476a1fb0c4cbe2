import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { useStrings } from '../ui/strings.ts';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './Composer.module.css';
import { useCanRetryFiles } from './upload/use-compose-files.ts';
import { useComposeIntents, useComposeState } from './use-compose.ts';

/** Question about files that failed to upload (MEDIA-01). Esc goes back to the text. */
export function IncompleteDialog() {
  const { app } = useStrings();
  const { incomplete, leave } = useComposeStrings();
  const { unsent } = useComposeState();
  const { stay, retryFiles, publishIncomplete } = useComposeIntents();
  const canRetry = useCanRetryFiles();
  const foot = (
    <div className={styles.answers}>
      <Button onClick={publishIncomplete}>{incomplete.publish(unsent)}</Button>
      <Button tone="primary" data-autofocus onClick={canRetry ? retryFiles : stay}>
        {canRetry ? app.action.retry : leave.stay}
      </Button>
    </div>
  );
  return (
    <Dialog question title={incomplete.title(unsent)} onClose={stay} foot={foot}>
      <p>{incomplete.text}</p>
    </Dialog>
  );
}
