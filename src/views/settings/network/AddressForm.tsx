import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import styles from './Network.module.css';

interface AddressFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly confirm: string;
  /** Accessible name of the button if its text is not enough. */
  readonly confirmLabel?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Accepts the text and empties it, or returns an error. */
  readonly onAdd: (text: string) => string | undefined;
}

/** A form that adds one address to a list. An error keeps the text. Empty input is ignored. */
export function AddressForm({
  label,
  placeholder,
  confirm,
  confirmLabel,
  text,
  onText,
  onAdd,
}: AddressFormProps) {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setError(onAdd(text));
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
          onText(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" aria-label={confirmLabel}>
        {confirm}
      </Button>
    </form>
  );
}
