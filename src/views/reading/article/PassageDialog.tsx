import { useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { FoldedText } from '../note/FoldedText.tsx';
import styles from './Highlights.module.css';

interface PassageDialogProps {
  readonly text: string;
  readonly onPublish: (comment: string) => void;
  readonly onClose: () => void;
}

/**
 * Asks for a comment on a passage. Once it has text, only its buttons close it, so that no text is
 * lost by accident.
 */
export function PassageDialog({ text, onPublish, onClose }: PassageDialogProps) {
  const words = useThreadStrings();
  const [comment, setComment] = useState('');
  const said = comment.trim();
  return (
    <Dialog
      title={words.commentTitle}
      onClose={onClose}
      locked={said !== ''}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button tone="primary" disabled={said === ''} onClick={() => onPublish(said)}>
            {words.publish}
          </Button>
        </>
      }
    >
      <blockquote className={styles.quote} dir="auto">
        <FoldedText text={text} most={400} />
      </blockquote>
      <TextField
        label={words.commentLabel}
        hint={words.commentHint}
        value={comment}
        maxLength={4_000}
        onChange={(change) => setComment(change.target.value)}
      />
    </Dialog>
  );
}
