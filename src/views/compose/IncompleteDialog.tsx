import { useComposeStrings } from '../ui/strings/compose.ts';
import { MissingFilesDialog } from './upload/MissingFilesDialog.tsx';
import { useCanRetryFiles } from './upload/use-compose-files.ts';
import { useComposeIntents, useComposeState } from './use-compose.ts';

/** Question about files of a note that failed to upload (MEDIA-01). Esc goes back to the text. */
export function IncompleteDialog() {
  const { incomplete } = useComposeStrings();
  const { unsent } = useComposeState();
  const { stay, retryFiles, publishIncomplete } = useComposeIntents();
  return (
    <MissingFilesDialog
      count={unsent}
      onPublish={publishIncomplete}
      onRetry={useCanRetryFiles() ? retryFiles : undefined}
      onStay={stay}
    >
      <p>{incomplete.text}</p>
    </MissingFilesDialog>
  );
}
