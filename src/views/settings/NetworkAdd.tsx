import { type FormEvent, useState } from 'react';
import { type ListIntent, relayUse as relayIntent } from '../../events/account/list-intents.ts';
import { relayKey } from '../../events/connection/url.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Field } from '../app/primitives/Field.tsx';
import { useNetworkStrings } from '../app/strings/network.ts';
import styles from './Network.module.css';
import type { OwnRelay } from './network-relays.ts';

interface AddProps {
  readonly relays: readonly OwnRelay[];
  readonly onAdd: (intent: ListIntent) => void;
}

/** RELAY-07: 'Invalid url' leaves the text as it is; nothing typed is nothing wanted. */
export function NetworkAdd({ relays, onAdd }: AddProps) {
  const { add: words } = useNetworkStrings();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    const intent = relayIntent(text, { read: true, write: true });
    const isKnown = relays.some(({ key, isNamed }) => isNamed && key === relayKey(text));
    if (!intent || isKnown) return setError(intent ? words.known : words.invalid);
    onAdd(intent);
    setText('');
  };
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <Field
        label={words.label}
        placeholder={words.placeholder}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
      <Button type="submit">{words.confirm}</Button>
    </form>
  );
}
