import { type FormEvent, useState } from 'react';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ConnectWallet.module.css';

/**
 * The fault of a connection string: a missing part, an existing connection, or too many
 * connections.
 */
export type ConnectFault = 'key' | 'relay' | 'secret' | 'known' | 'full';

interface ConnectWalletProps {
  /** Returns the fault of a text. `undefined` if it can be connected. */
  readonly faultOf: (string: string) => ConnectFault | undefined;
  readonly onConnect: (string: string) => void;
}

/**
 * Connects a wallet by its string (SETTINGS-10). Faults are shown during typing, and the text
 * stays.
 */
export function ConnectWallet({ faultOf, onConnect }: ConnectWalletProps) {
  const words = useWalletStrings().connect;
  const [string, setString] = useState('');
  const trimmed = string.trim();
  const fault = trimmed === '' ? undefined : faultOf(trimmed);
  const isWhole = fault === undefined || fault === 'known' || fault === 'full';
  const error = isWhole ? fault && words[fault] : `${words.invalid} ${words.missing[fault]}`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '' || fault !== undefined) return;
    onConnect(trimmed);
    setString('');
  };
  return (
    <SettingGroup title={words.title}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={words.label}
          placeholder={words.placeholder}
          hint={words.hint}
          exact
          value={string}
          error={error}
          after={
            string !== '' && (
              <IconButton compact icon="x" label={words.clear} onClick={() => setString('')} />
            )
          }
          onChange={({ target }) => setString(target.value)}
        />
        <div className={styles.foot}>
          <Button type="submit" disabled={trimmed === '' || fault !== undefined}>
            {words.confirm}
          </Button>
          <p className={cx(text.small, text.muted)}>{words.sealed}</p>
        </div>
      </form>
    </SettingGroup>
  );
}
