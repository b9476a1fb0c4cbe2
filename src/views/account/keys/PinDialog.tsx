import { type FormEvent, useId } from 'react';
import { secretPinProblem } from '../../../events/account/keys/pin.ts';
import { clipLine } from '../../../events/core/text.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useSay } from '../../ui/strings/own-messages.ts';
import { useSignInStrings } from '../../ui/strings/sign-in.ts';
import styles from '../session/SignInDialog.module.css';
import type { Waiting } from '../signing/use-signer.ts';
import { focusField, takeTyped } from './typed-secret.ts';
import { type PinHandle, usePin, usePinIntents } from './use-pin.ts';
import { useStoppedWork } from './use-stopped-work.ts';

interface PinDialogProps {
  readonly pin: PinHandle;
  /** The requests that wait for the key. */
  readonly waiting?: readonly Waiting[];
}

const NOTHING: readonly Waiting[] = [];

/** A new PIN, or the PIN of a locked key with its requests (ACCOUNT-03 to 05, BEYOND-03). */
export function PinDialog({ pin, waiting = NOTHING }: PinDialogProps) {
  const { pin: words, back } = useSignInStrings();
  const { isWarning, creates } = usePin(pin);
  const intents = usePinIntents(pin);
  if (!isWarning) return creates ? <NewPin pin={pin} /> : <KnownPin pin={pin} waiting={waiting} />;
  const [title, text, confirm] = creates
    ? [words.skipTitle, words.skipText, words.skipConfirm]
    : [words.forgetTitle, words.forgetText, words.forgetConfirm];
  return (
    <ConfirmDialog
      question={{ title, confirm, cancel: back, danger: true }}
      onConfirm={intents.confirm}
      onCancel={intents.back}
    >
      <p className={styles.purpose}>{text}</p>
      {!creates && <Stopped />}
    </ConfirmDialog>
  );
}

/** The work that only this key can finish. */
function Stopped() {
  const { pin: words } = useSignInStrings();
  const { scheduled, unsigned } = useStoppedWork();
  if (scheduled + unsigned === 0) return null;
  return (
    <>
      <p>{words.forgetStops}</p>
      <ul className={styles.stopped}>
        {scheduled > 0 && <li>{words.forgetScheduled(scheduled)}</li>}
        {unsigned > 0 && <li>{words.forgetWaiting(unsigned)}</li>}
      </ul>
    </>
  );
}

function NewPin({ pin }: { readonly pin: PinHandle }) {
  const { pin: words } = useSignInStrings();
  const { skip } = usePinIntents(pin);
  return (
    <PinForm pin={pin} title={words.create} text={words.createText} submit={words.keep} repeats>
      <Button tone="quiet" onClick={skip}>
        {words.skip}
      </Button>
    </PinForm>
  );
}

function KnownPin({ pin, waiting = NOTHING }: PinDialogProps) {
  const { pin: words } = useSignInStrings();
  const { hasPasskey, isBusy, problem } = usePin(pin);
  const { forgot, passkey } = usePinIntents(pin);
  const other = hasPasskey && (
    <Button wide icon="key" disabled={isBusy} onClick={passkey}>
      {words.passkey}
    </Button>
  );
  if (problem === 'lost') return <LostKey pin={pin}>{other}</LostKey>;
  return (
    <PinForm
      pin={pin}
      title={words.enter}
      text={words.enterText}
      reasons={waiting.map((request) => <Reason key={request.id} request={request} />)}
      submit={words.unlock}
      other={other}
    >
      <Button tone="quiet" onClick={forgot}>
        {words.forgot}
      </Button>
    </PinForm>
  );
}

/** Number of characters of a scheduled note that are shown. */
const LONGEST = 140;

/** A request that needs the key. A scheduled note is quoted, because it was written long ago. */
function Reason({ request: { reason, act } }: { readonly request: Waiting }) {
  const { pin: words } = useSignInStrings();
  const say = useSay();
  const isQuoted = reason.code === 'sign.scheduled' && act.do === 'sign';
  if (!isQuoted) return <p className={styles.purpose}>{words.enterFor(say(reason))}</p>;
  return (
    <p className={styles.purpose}>
      {words.enterToSend} <IsolatedText>{clipLine(act.template.content, LONGEST)}</IsolatedText>
    </p>
  );
}

/**
 * The stored key cannot be opened with any PIN (ACCOUNT-22). The user can sign in again; nothing is
 * erased.
 */
function LostKey({
  pin,
  children,
}: {
  readonly pin: PinHandle;
  readonly children: React.ReactNode;
}) {
  const { pin: words, cancel: cancelWord } = useSignInStrings();
  const { cancel, signIn } = usePinIntents(pin);
  return (
    <Dialog
      title={words.lostTitle}
      size="small"
      onClose={cancel}
      foot={
        <>
          <Button onClick={cancel}>{cancelWord}</Button>
          <Button data-autofocus tone="primary" onClick={signIn}>
            {words.lostSignIn}
          </Button>
        </>
      }
    >
      <p role="alert">{words.problems.lost}</p>
      {children}
    </Dialog>
  );
}

interface PinFormProps {
  readonly pin: PinHandle;
  readonly title: string;
  readonly text: string;
  /** The requests that need the PIN. */
  readonly reasons?: React.ReactNode;
  readonly submit: string;
  readonly repeats?: boolean;
  /** An alternative to the PIN. */
  readonly other?: React.ReactNode;
  /** The alternative. */
  readonly children: React.ReactNode;
}

function PinForm(props: PinFormProps) {
  const { pin, title, text, reasons, submit, repeats = false, other, children } = props;
  const { pin: words } = useSignInStrings();
  const id = useId();
  const { problem, isBusy: busy } = usePin(pin);
  const { cancel, submit: answer } = usePinIntents(pin);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const typed = takeTyped(form, 'pin');
    const repeated = takeTyped(form, 'repeated');
    const isUnused = repeats && secretPinProblem(typed, repeated) !== undefined;
    answer(typed, repeats ? repeated : undefined);
    // both fields are empty now, so the user starts with the first
    if (isUnused) focusField(form, 'pin');
  };
  return (
    <Dialog
      title={title}
      size="small"
      locked={busy}
      onClose={cancel}
      foot={
        <>
          {children}
          <Button tone="primary" type="submit" form={id} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      {reasons}
      <p className={styles.purpose}>{text}</p>
      <form noValidate id={id} onSubmit={send} className={styles.fields}>
        <Field
          data-autofocus
          label={words.label}
          name="pin"
          type="password"
          autoComplete="off"
          hint={repeats ? words.hint : undefined}
          error={problem && words.problems[problem]}
        />
        {repeats && (
          <Field label={words.repeat} name="repeated" type="password" autoComplete="off" />
        )}
        {other}
      </form>
    </Dialog>
  );
}
