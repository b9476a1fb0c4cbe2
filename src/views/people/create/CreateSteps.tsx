import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { CreateStepName } from '../../../events/account/new-account-draft.ts';
import type { ProfileField } from '../../../events/account/profile/profile-fields.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useMissingFiles } from '../../compose/upload/MissingFilesDialog.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Create.module.css';
import { CreateFollows } from './CreateFollows.tsx';
import { NewProfile, PictureStates } from './NewProfile.tsx';
import { StepHead } from './StepHead.tsx';
import { PinDialog } from '../../account/keys/PinDialog.tsx';
import { useBackStep } from '../../ui/overlays/layers.ts';
import { focusProblem, ProfileFieldset } from '../edit/ProfileFieldset.tsx';
import {
  type CreateHandle,
  useCreateEnd,
  useCreateFields,
  useCreateIntents,
  useCreateState,
  useNewPictures,
} from './use-create.ts';
import { useSignIn } from '../../account/session/use-session.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import { signingMessage } from '../../../events/account/signing/signing-error.ts';

interface StepProps {
  readonly create: CreateHandle;
}

const USERNAME: readonly ProfileField[] = ['name'];
const DETAILS: readonly ProfileField[] = ['displayName', 'about'];
const ADDRESSES: readonly ProfileField[] = ['website', 'nip05', 'lud16'];

/** The three steps to a new account, and then the PIN of its key. */
export function CreateSteps({ create }: StepProps) {
  const { create: words } = useOwnAccountStrings();
  const { step, isMaking, pin, hasLostPictures } = useCreateState(create);
  return (
    <>
      {hasLostPictures && (
        <div className={styles.notice}>
          <Notice announce>{words.reloaded}</Notice>
        </div>
      )}
      {step === 'username' && <Username create={create} />}
      {step === 'details' && <Details create={create} />}
      {step === 'follows' && <Follows create={create} isMaking={isMaking} />}
      {pin && <PinDialog key={pin.sessionId} pin={pin} />}
    </>
  );
}

interface FrameProps {
  readonly step: CreateStepName;
  readonly lead: string;
  /** Returns to the step before. `undefined` in the first step. */
  readonly onPrevious?: () => void;
  /** Returns the errors of the fields, if any. */
  readonly onSubmit: () => Parameters<typeof focusProblem>[1];
  readonly children: ReactNode;
  /** Buttons at the end. */
  readonly foot: ReactNode;
}

/** One step: its number, its introduction, its fields and its buttons. */
function Frame({ step, lead, onPrevious, onSubmit, children, foot }: FrameProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useBackStep(() => onPrevious?.(), onPrevious !== undefined);
  // the step before may have been scrolled; then only as far as the control needs in a low window
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
    form.current?.querySelector<HTMLElement>('input:not([hidden]), textarea, button')?.focus();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusProblem(event.currentTarget, onSubmit());
  };
  return (
    <form ref={form} className={styles.form} aria-labelledby={id} noValidate onSubmit={submit}>
      <StepHead step={step} id={id} lead={lead} />
      {children}
      <div className={styles.foot}>{foot}</div>
    </form>
  );
}

function Username({ create }: StepProps) {
  const { create: words } = useOwnAccountStrings();
  const signIn = useSignIn();
  const { next } = useCreateIntents(create);
  return (
    <Frame
      step="username"
      lead={words.username}
      onSubmit={next}
      foot={
        <>
          <Button tone="quiet" onClick={signIn}>
            {words.have}
          </Button>
          <Button tone="primary" type="submit">
            {words.next}
          </Button>
        </>
      }
    >
      <Fields create={create} names={USERNAME} />
    </Frame>
  );
}

function Details({ create }: StepProps) {
  const { create: words } = useOwnAccountStrings();
  const { next, previous } = useCreateIntents(create);
  return (
    <Frame
      step="details"
      lead={words.details}
      onPrevious={previous}
      onSubmit={next}
      foot={
        <>
          <Button onClick={previous}>{words.previous}</Button>
          <Button tone="primary" type="submit">
            {words.next}
          </Button>
        </>
      }
    >
      <NewProfile create={create} />
      <Fields create={create} names={DETAILS} />
      <Addresses create={create} />
    </Frame>
  );
}

function Follows({ create, isMaking }: StepProps & { readonly isMaking: boolean }) {
  const { create: words } = useOwnAccountStrings();
  const say = useSay();
  const { count, problem: failure } = useCreateEnd(create);
  const { isUploading, failed } = useNewPictures(create);
  const problem = failure && say(signingMessage(failure));
  const { finish, previous } = useCreateIntents(create);
  const missing = useMissingFiles({ onPublish: finish });
  const submit = () => {
    missing.begin(failed);
    return {};
  };
  return (
    <Frame
      step="follows"
      lead={words.follows}
      onPrevious={previous}
      onSubmit={submit}
      foot={
        <>
          <Button disabled={isMaking} onClick={previous}>
            {words.previous}
          </Button>
          <p className={cx(text.small, text.muted, styles.count)} role="status">
            {isMaking ? (
              <>
                <Spinner /> {words.making}
              </>
            ) : (
              words.chosen(count)
            )}
          </p>
          <Button tone="primary" type="submit" busy={isMaking || isUploading}>
            {words.finish}
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <Notice tone="danger" announce>
          {words.failed}: {problem}
        </Notice>
      )}
      <PictureStates create={create} />
      <CreateFollows create={create} />
      {missing.dialog}
    </Frame>
  );
}

/** Addresses that few newcomers have. They are in sight once one is typed, or has an error. */
function Addresses({ create }: StepProps) {
  const { create: words } = useOwnAccountStrings();
  const { fields, problems } = useCreateFields(create);
  const isUsed = ADDRESSES.some((name) => fields[name] !== '' || problems[name] !== undefined);
  const [isOpen, setOpen] = useState(isUsed);
  if (isOpen || isUsed) return <Fields create={create} names={ADDRESSES} />;
  return (
    <div>
      <Button compact tone="quiet" icon="plus" onClick={() => setOpen(true)}>
        {words.addresses}
      </Button>
    </div>
  );
}

function Fields({ create, names }: StepProps & { readonly names: readonly ProfileField[] }) {
  const { fields, problems } = useCreateFields(create);
  const { type } = useCreateIntents(create);
  return <ProfileFieldset names={names} fields={fields} problems={problems} onType={type} />;
}
