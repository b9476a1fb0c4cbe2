import { useState } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { copyText } from '../ui/hooks/copy.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';

interface CopyButtonProps {
  readonly text: () => string;
  /** Name of the copied format. Without it the button says only that it copies. */
  readonly label?: string;
}

/** Copies in the window of the button: another window's clipboard is closed to it. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const say = useInspectorStrings();
  const [told, setTold] = useState<'copied' | 'notCopied'>();
  return (
    <Button
      compact
      icon="copy"
      onClick={({ currentTarget }) => {
        copyText(text(), currentTarget.ownerDocument.defaultView?.navigator).then(
          () => setTold('copied'),
          () => setTold('notCopied'),
        );
      }}
    >
      <span aria-live="polite">{told ? say[told] : (label ?? say.copy)}</span>
    </Button>
  );
}
