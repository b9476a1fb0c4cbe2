import { useRef } from 'react';
import { Button } from './Button.tsx';
import { cx } from '../hooks/class-names.ts';
import text from '../styles/text.module.css';
import styles from './FilePicker.module.css';

interface FilePickProps {
  readonly label: string;
  /** The name of the file, or a text that there is none. */
  readonly said: string | undefined;
  readonly isWrong: boolean;
  readonly onPick: (file: File) => void;
}

export function FilePick({ label, said, isWrong, onPick }: FilePickProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.acts}>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // a browser reports no change if the same file is chosen again
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      <Button icon="upload" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span
        role={isWrong ? 'alert' : 'status'}
        className={cx(text.small, isWrong ? styles.wrong : text.muted)}
      >
        {said}
      </span>
    </div>
  );
}
