import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import styles from './Network.module.css';

interface AddressFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly confirm: string;
  /** Said of the button where its word alone is not enough. */
  readonly confirmLabel?: string;
  /** Takes what was typed, or says what is wrong with it. */
  readonly onAdd: (text: string) => string | undefined;
}

/** One address that is added to a list: what is wrong with it leaves the text as it is; nothing typed is nothing wanted. */
export function AddressForm({ label, placeholder, confirm, confirmLabel, onAdd }: AddressFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const fault = onAdd(text);
    setError(fault);
    if (fault === undefined) setText('');
  };
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <Field
        label={label}
        placeholder={placeholder}
        type="url"
        exact
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" aria-label={confirmLabel}>
        {confirm}
      </Button>
    </form>
  );
}
