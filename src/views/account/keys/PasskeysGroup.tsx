import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PasskeyEntry } from '../../../events/account/keys/passkeys.ts';
import { exactTime } from '../../../events/core/format.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Backup.module.css';
import { takeTyped } from './typed-secret.ts';
import { type PasskeysHandle, addPasskey, usePasskeys, usePasskeysState } from './use-passkeys.ts';

/** BEYOND-12: the passkeys that open the key as an alternative to its PIN. */
export function PasskeysGroup() {
  const { passkeys: words } = useOwnAccountStrings();
  const passkeys = usePasskeys();
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      {passkeys ? <Passkeys passkeys={passkeys} /> : <Skeleton rows={1} />}
    </SettingGroup>
  );
}

function Passkeys({ passkeys }: { readonly passkeys: PasskeysHandle }) {
  const { passkeys: words } = useOwnAccountStrings();
  const { list, lacks, problem, isOpening } = usePasskeysState(passkeys);
  const { ask, intended } = useAsk();
  if (isOpening && list.length === 0) return <Skeleton rows={1} />;
  return (
    <>
      {list.length > 0 && (
        <ul>
          {list.map((one) => (
            <li key={one.id}>
              <Entry
                entry={one}
                onRemove={() =>
                  ask({ code: 'removePasskey' }, intended({ type: 'passkeys.remove', id: one.id }))
                }
              />
            </li>
          ))}
        </ul>
      )}
      {problem && problem !== 'pin' && (
        <Notice tone="danger" announce>
          {words.problems[problem]}
        </Notice>
      )}
      {lacks ? (
        <p className={text.muted}>{words.problems[lacks]}</p>
      ) : (
        <AddPasskey passkeys={passkeys} />
      )}
    </>
  );
}

function Entry({
  entry: { name, added },
  onRemove,
}: {
  readonly entry: PasskeyEntry;
  readonly onRemove: () => void;
}) {
  const { passkeys: words } = useOwnAccountStrings();
  const { locale } = useStrings();
  const title = name === '' ? words.unnamed : name;
  return (
    <SettingRow title={<bdi>{title}</bdi>} hint={words.added(exactTime(added, locale))}>
      <Button compact aria-label={words.removeNamed(title)} onClick={onRemove}>
        {words.remove}
      </Button>
    </SettingRow>
  );
}

function AddPasskey({ passkeys }: { readonly passkeys: PasskeysHandle }) {
  const { passkeys: words } = useOwnAccountStrings();
  const { list, problem, isBusy } = usePasskeysState(passkeys);
  const [isAsking, setIsAsking] = useState(false);
  const count = useRef(list.length);
  useEffect(() => {
    // A new passkey exists, so the form is done.
    if (list.length > count.current) setIsAsking(false);
    count.current = list.length;
  }, [list.length]);
  if (!isAsking)
    return (
      <div className={styles.panel}>
        <Button icon="key" className={styles.act} busy={isBusy} onClick={() => setIsAsking(true)}>
          {words.add}
        </Button>
      </div>
    );
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const field = form.elements.namedItem('name');
    addPasskey(
      passkeys,
      field instanceof HTMLInputElement ? field.value : '',
      takeTyped(form, 'pin'),
    );
  };
  return (
    <form noValidate className={styles.lock} onSubmit={send} aria-label={words.add}>
      <p className={styles.hint}>{words.addText}</p>
      <Field
        label={words.name}
        name="name"
        hint={words.nameHint}
        maxLength={60}
        // The user has just asked for it.
        // oxlint-disable-next-line jsx_a11y/no-autofocus
        autoFocus
      />
      <Field
        label={words.pin}
        name="pin"
        type="password"
        autoComplete="off"
        error={problem === 'pin' ? words.problems.pin : undefined}
      />
      <div className={styles.acts}>
        <Button onClick={() => setIsAsking(false)}>{words.cancel}</Button>
        <Button tone="primary" type="submit" busy={isBusy}>
          {words.make}
        </Button>
      </div>
    </form>
  );
}
