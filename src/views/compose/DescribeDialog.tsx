import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { useComposeIntents } from './use-compose.ts';

/**
 * Asks once to confirm pictures without a description (BEYOND-15). Esc goes back to describe them.
 */
export function DescribeDialog({ onDescribe }: { readonly onDescribe: () => void }) {
  const { describe } = useComposeStrings();
  const { answer, publishBare } = useComposeIntents();
  const stay = () => {
    answer('keepWriting');
    onDescribe();
  };
  return (
    <ConfirmDialog
      question={{ ...describe, danger: false }}
      onConfirm={publishBare}
      onCancel={stay}
    />
  );
}
