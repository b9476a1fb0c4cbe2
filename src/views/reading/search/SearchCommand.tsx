import { useId } from 'react';
import { piecesOf } from '../../../events/reading/search/search-form.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import styles from './SearchForm.module.css';

interface SearchCommandProps {
  readonly command: string;
  /** Parts of the command that cannot be parsed: underlined, and named below. */
  readonly ignored: readonly string[];
  readonly onChange: (command: string) => void;
}

/**
 * The command of a search, to read, edit and copy. The colored text is below the transparent input
 * field.
 */
export function SearchCommand({ command, ignored, onChange }: SearchCommandProps) {
  const { form } = useSearchStrings();
  const copy = useCopy();
  const id = useId();
  return (
    <div className={styles.command}>
      <div className={styles.bar}>
        <label htmlFor={id}>{form.command}</label>
        <span className={styles.follows}>{form.follows}</span>
        <IconButton
          icon="copy"
          iconSize="s"
          label={form.copy}
          onClick={() => copy(command, 'text')}
        />
      </div>
      <div className={styles.layers}>
        <pre aria-hidden>
          {piecesOf(command, ignored).map(({ text, look }, at) => (
            <span key={at} className={styles[look]}>
              {text}
            </span>
          ))}
          {'\n'}
        </pre>
        <textarea
          id={id}
          value={command}
          rows={2}
          maxLength={5_000}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-describedby={`${id}below`}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
      <p id={`${id}below`} className={styles.below} role="status">
        {ignored.length > 0 && form.ignored(ignored.join(' '))}
      </p>
    </div>
  );
}
