import { type FormEvent, useEffect, useState } from 'react';
import { secretPinProblem } from '../../../events/account/keys/pin.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Backup.module.css';
import { focusField, isEmptyField, takeTyped, useEmptiedForm } from './typed-secret.ts';
import { useFocusKept } from './use-focus-kept.ts';
import {
  type PinAct,
  type PinChangeHandle,
  pinChangeIntents,
  usePinChange,
  usePinChangeState,
} from './use-pin-change.ts';

/** ACCOUNT-22: sets the key's PIN, changes it, or removes it. */
export function PinSettings({ lock }: { readonly lock: 'pin' | 'device' }) {
  const change = usePinChange();
  return change ? <Pin change={change} lock={lock} /> : <Skeleton rows={1} />;
}

function Pin({
  change,
  lock,
}: {
  readonly change: PinChangeHandle;
  readonly lock: 'pin' | 'device';
}) {
  const { account, pinChange: words } = useOwnAccountStrings();
  const { act, done } = usePinChangeState(change);
  const place = useFocusKept(act ?? '');
  const acts: readonly PinAct[] = lock === 'pin' ? ['change', 'remove'] : ['set'];
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <SettingRow title={account.pin[lock]} hint={lock === 'pin' ? words.protects : undefined} />
      {done && act === undefined && (
        <Notice tone="success" announce>
          {words.done[done]}
        </Notice>
      )}
      {act ? (
        <PinForm key={act} change={change} act={act} />
      ) : (
        <div className={styles.panel}>
          <div className={styles.acts}>
            {acts.map((one) => (
              <Button key={one} onClick={() => pinChangeIntents.begin(change, one)}>
                {words.actions[one]}
              </Button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function PinForm({ change, act }: { readonly change: PinChangeHandle; readonly act: PinAct }) {
  const { pinChange: words } = useOwnAccountStrings();
  const { isBusy, problem } = usePinChangeState(change);
  const isOldWrong = problem === 'pin' || problem === 'lost';
  const [isOldMissing, setIsOldMissing] = useState(false);
  const isOfOld = isOldWrong || isOldMissing || act === 'remove';
  const isOfNext =
    !isOldMissing && (problem === 'short' || problem === 'long' || problem === 'different');
  const said = isOldMissing ? words.oldMissing : problem && words.problems[problem];
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const isMissing = isEmptyField(form, 'old');
    setIsOldMissing(isMissing);
    if (isMissing) {
      focusField(form, 'old');
      return;
    }
    // The new PIN stays until the form is removed, because the current one may be wrong.
    const next = takeTyped(form, 'next', true);
    const repeated = takeTyped(form, 'repeated', true);
    // The current PIN is used only if the new one is usable, so it stays for the next attempt.
    const isUnused = act !== 'remove' && secretPinProblem(next, repeated) !== undefined;
    const old = takeTyped(form, 'old', isUnused);
    pinChangeIntents.submit(change, { old, next, repeated });
    if (!isUnused) return;
    for (const name of ['next', 'repeated']) takeTyped(form, name);
    focusField(form, 'next');
  };
  const place = useEmptiedForm();
  useEffect(() => {
    if (place.current && isOldWrong) focusField(place.current, 'old');
  }, [isOldWrong, place]);
  return (
    <form
      ref={place}
      noValidate
      className={styles.lock}
      onSubmit={send}
      aria-label={words.actions[act]}
    >
      <p className={styles.hint}>{words.texts[act]}</p>
      {problem && !isOfNext && !isOfOld && (
        <Notice tone="danger" announce>
          {said}
        </Notice>
      )}
      {act !== 'set' && (
        <PinField name="old" label={words.old} error={isOfOld ? said : undefined} isFirst />
      )}
      {act !== 'remove' && (
        <>
          <PinField
            name="next"
            label={words.next}
            hint={words.hint}
            error={isOfNext ? said : undefined}
            isFirst={act === 'set'}
          />
          <PinField name="repeated" label={words.repeat} />
        </>
      )}
      <div className={styles.acts}>
        <Button disabled={isBusy} onClick={() => pinChangeIntents.cancel(change)}>
          {words.cancel}
        </Button>
        <Button tone={act === 'remove' ? 'danger' : 'primary'} type="submit" busy={isBusy}>
          {words.submits[act]}
        </Button>
      </div>
      {isBusy && (
        <p className={text.hidden} role="status">
          <Spinner />
          {words.busy}
        </p>
      )}
    </form>
  );
}

function PinField({
  isFirst = false,
  ...field
}: {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isFirst?: boolean;
}) {
  return (
    <Field
      {...field}
      type="password"
      autoComplete="off"
      // The user has just asked for it.
      // oxlint-disable-next-line jsx_a11y/no-autofocus
      autoFocus={isFirst}
    />
  );
}
