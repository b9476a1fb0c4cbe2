import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import styles from '../Composer.module.css';

interface MissingFilesProps {
  /** Number of files that failed to upload. */
  readonly count: number;
  /** Goes on without the files. */
  readonly onPublish: () => void;
  /** Uploads the files again. `undefined` if that cannot help. */
  readonly onRetry?: (() => void) | undefined;
  readonly onStay: () => void;
  readonly children?: ReactNode;
}

/** Question about files that failed to upload (MEDIA-01). Esc goes back. */
export function MissingFilesDialog({
  count,
  onPublish,
  onRetry,
  onStay,
  children,
}: MissingFilesProps) {
  const { app } = useStrings();
  const { incomplete, leave } = useComposeStrings();
  const foot = (
    <div className={styles.answers}>
      <Button onClick={onPublish}>{incomplete.publish(count)}</Button>
      <Button tone="primary" data-autofocus onClick={onRetry ?? onStay}>
        {onRetry ? app.action.retry : leave.stay}
      </Button>
    </div>
  );
  return (
    <Dialog question title={incomplete.title(count)} onClose={onStay} foot={foot}>
      {children}
    </Dialog>
  );
}

interface Options extends Pick<MissingFilesProps, 'onPublish' | 'onRetry' | 'children'> {}

/**
 * Ask before something goes out without files that failed to upload. `begin` asks about that many,
 * or publishes at once if no file failed.
 */
export function useMissingFiles({ onPublish, onRetry, children }: Options) {
  const [asked, setAsked] = useState(0);
  const answer = (run: () => void) => () => {
    setAsked(0);
    run();
  };
  const dialog = asked > 0 && (
    <MissingFilesDialog
      count={asked}
      onPublish={answer(onPublish)}
      onRetry={onRetry && answer(onRetry)}
      onStay={() => setAsked(0)}
    >
      {children}
    </MissingFilesDialog>
  );
  return { dialog, begin: (failed: number) => (failed > 0 ? setAsked(failed) : onPublish()) };
}
