import { useId, useLayoutEffect, useRef } from 'react';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import { saveFile } from '../../ui/hooks/save-file.ts';
import styles from './Backup.module.css';
import { useCopySecret } from './copy-secret.ts';

interface SecretTextProps {
  readonly secret: Secret<string>;
  readonly label: string;
  /** File name without extension. */
  readonly file: string;
  /** True for words, which are numbered. */
  readonly isList?: boolean;
}

/**
 * A secret to read, copy or save. It is written into the DOM outside of React and removed on
 * unmount. No prop, state or React tool ever contains it (E-32).
 */
export function SecretText({ secret, label, file, isList = false }: SecretTextProps) {
  const { backup: words } = useOwnAccountStrings();
  const { copy, said } = useCopySecret();
  const id = useId();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    const shown = secret.reveal() ?? '';
    if (isList) box.replaceChildren(...shown.split(' ').map(numbered));
    else box.textContent = shown;
    return () => {
      // a removed element may still be referenced
      for (const word of box.children) word.textContent = '';
      box.textContent = '';
    };
  }, [secret, isList]);
  const isWords = isList && { role: 'list' };
  return (
    <div className={styles.secret} role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <code
        ref={place}
        {...isWords}
        className={isList ? styles.words : styles.text}
        dir="ltr"
        translate="no"
      />
      <span className={styles.tools}>
        <Button
          compact
          icon="copy"
          aria-label={words.copy(label)}
          onClick={() => copy(secret.reveal() ?? '')}
        >
          {words.copyIt}
        </Button>
        <Button
          compact
          icon="download"
          aria-label={words.save(label)}
          onClick={() => saveFile(`${file}.txt`, 'text/plain', `${secret.reveal() ?? ''}\n`)}
        >
          {words.saveIt}
        </Button>
      </span>
      <p role="status" className={said === undefined ? text.hidden : text.small}>
        {said}
      </p>
    </div>
  );
}

/** Return a word as an item of the list. Its number is not part of the text that is selected. */
function numbered(word: string): HTMLElement {
  const item = document.createElement('span');
  item.role = 'listitem';
  item.textContent = word;
  return item;
}
