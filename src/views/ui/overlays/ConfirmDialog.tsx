import type { ReactNode } from 'react';
import { cx } from '../hooks/class-names.ts';
import text from '../styles/text.module.css';
import { Button } from '../controls/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Question {
  readonly title: string;
  readonly text?: string;
  readonly confirm: string;
  readonly cancel: string;
  readonly danger: boolean;
}

interface ConfirmDialogProps {
  readonly question: Question;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly busy?: boolean;
  /** Replaces the text of the question. */
  readonly children?: ReactNode;
}

/**
 * One question with two answers. The safe one is at the left, has the focus, and is the result of
 * Esc.
 */
export function ConfirmDialog({
  question,
  onConfirm,
  onCancel,
  busy = false,
  children,
}: ConfirmDialogProps) {
  const foot = (
    <>
      <Button data-autofocus onClick={onCancel}>
        {question.cancel}
      </Button>
      <Button tone={question.danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
        {question.confirm}
      </Button>
    </>
  );
  return (
    <Dialog question size="small" title={question.title} onClose={onCancel} foot={foot}>
      {children ?? <p className={cx(text.small, text.muted)}>{question.text}</p>}
    </Dialog>
  );
}
