import { type FormEvent, useState } from 'react';
import { mediaServerOrigin } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { useUploadsStrings } from '../../ui/strings/uploads.ts';
import { useTypedEntry } from '../../publish/outbox/use-typed-entry.ts';
import styles from '../network/Network.module.css';
import { useServerState, useServerUse, useUnreachable } from './use-media-servers.ts';

interface FormProps {
  readonly label: string;
  readonly confirm: string;
  readonly home: string;
  /** Returns the list changes for a typed server. Empty if there is nothing to change. */
  readonly intentsOf: (origin: string) => readonly ListIntent[];
}

interface Asked {
  readonly origin: string;
  readonly intents: readonly ListIntent[];
}

/**
 * Accepts a server that responds (MEDIA-03). 'Invalid url' and a silent server keep the text. Empty
 * input is ignored.
 */
export function ServerForm({ label, confirm, home, intentsOf }: FormProps) {
  const words = useUploadsStrings();
  const { text, setText, sent } = useTypedEntry('mediaServers');
  const [error, setError] = useState<string>();
  const [asked, setAsked] = useState<Asked>();
  const { state } = useServerState(asked?.origin);
  const take = useServerUse();
  const unreachable = useUnreachable();
  // The server is being added now, so the same text may be entered again.
  if (asked && state === 'there') {
    sent(asked.intents);
    setAsked(undefined);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || state === 'asking') return;
    const origin = mediaServerOrigin(text, home);
    if (origin === undefined) return setError(words.invalid);
    const intents = intentsOf(origin);
    if (intents.length === 0) return setError(words.known);
    take(origin, intents);
    setAsked({ origin, intents });
  };
  return (
    <form className={styles.add} onSubmit={submit} noValidate>
      <Field
        label={label}
        placeholder={words.placeholder}
        type="url"
        exact
        value={text}
        readOnly={state === 'asking'}
        error={error ?? (state === 'gone' ? unreachable : undefined)}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
          setAsked(undefined);
        }}
      />
      <Button type="submit" busy={state === 'asking'}>
        {state === 'asking' ? words.checking : confirm}
      </Button>
    </form>
  );
}
