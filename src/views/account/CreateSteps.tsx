import { useSelector } from '@xstate/react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { ProfileField } from '../../events/account/profile-fields.ts';
import type { CreateActor } from '../../machines/account/create.machine.ts';
import { useAccountActor } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { Spinner } from '../app/primitives/Spinner.tsx';
import { useOwnAccountStrings } from '../app/strings/own-account.ts';
import text from '../app/styles/text.module.css';
import { now } from '../publish/use-intents.ts';
import styles from './Create.module.css';
import { CreateFollows } from './CreateFollows.tsx';
import { PinDialog } from './PinDialog.tsx';
import { focusProblem, ProfileFieldset } from './ProfileFieldset.tsx';
import { useSay } from '../app/strings/own-messages.ts';
import { signingMessage } from '../../events/account/signing-error.ts';

interface StepProps {
  readonly create: CreateActor;
}

const STEPS = ['username', 'details', 'follows'] as const;
const USERNAME: readonly ProfileField[] = ['name'];
const DETAILS: readonly ProfileField[] = ['displayName', 'about', 'picture', 'banner', 'website', 'nip05', 'lud16'];

/** The three steps to a new account, and the PIN of its key at their end. */
export function CreateSteps({ create }: StepProps) {
  const step = useSelector(create, ({ value: { main } }) => STEPS.find((name) => name === main) ?? 'follows');
  const isMaking = useSelector(create, (snapshot) => snapshot.hasTag('making'));
  const pin = useSelector(
    useSelector(create, ({ children }) => children.login),
    (snapshot) => snapshot?.children.pin,
  );
  return (
    <>
      {step === 'username' && <Username create={create} />}
      {step === 'details' && <Details create={create} />}
      {step === 'follows' && <Follows create={create} isMaking={isMaking} />}
      {pin && <PinDialog key={pin.sessionId} pin={pin} />}
    </>
  );
}

interface FrameProps extends StepProps {
  readonly step: (typeof STEPS)[number];
  readonly lead: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
  /** Buttons at the end. */
  readonly foot: ReactNode;
}

/** One step: where it stands among the three, what it is about, its fields and its buttons. */
function Frame({ create, step, lead, onSubmit, children, foot }: FrameProps) {
  const { create: words } = useOwnAccountStrings();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const at = STEPS.indexOf(step);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
    focusProblem(event.currentTarget, create.getSnapshot().context.problems);
  };
  return (
    <form ref={form} className={styles.form} aria-labelledby={id} noValidate onSubmit={submit}>
      <div className={styles.head}>
        <p className={cx(text.small, text.muted)}>{words.step(at + 1, STEPS.length)}</p>
        <div className={styles.steps} aria-hidden>
          {STEPS.map((name, place) => (
            <i key={name} className={cx(styles.bar, place <= at && styles.past)} />
          ))}
        </div>
        <h2 id={id} className={styles.title}>
          {words.steps[step]}
        </h2>
        <p className={text.muted}>{lead}</p>
      </div>
      {children}
      <div className={styles.foot}>{foot}</div>
    </form>
  );
}

function Username({ create }: StepProps) {
  const { create: words } = useOwnAccountStrings();
  const actor = useAccountActor();
  return (
    <Frame
      create={create}
      step="username"
      lead={words.username}
      onSubmit={() => create.send({ type: 'create.next' })}
      foot={
        <>
          <Button tone="quiet" onClick={() => actor.send({ type: 'account.signIn' })}>
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
  return (
    <Frame
      create={create}
      step="details"
      lead={words.details}
      onSubmit={() => create.send({ type: 'create.next' })}
      foot={
        <>
          <Button onClick={() => create.send({ type: 'create.previous' })}>{words.previous}</Button>
          <Button tone="primary" type="submit">
            {words.next}
          </Button>
        </>
      }
    >
      <Fields create={create} names={DETAILS} />
    </Frame>
  );
}

function Follows({ create, isMaking }: StepProps & { readonly isMaking: boolean }) {
  const { create: words } = useOwnAccountStrings();
  const say = useSay();
  const failure = useSelector(create, ({ context }) => context.problem);
  const problem = failure && say(signingMessage(failure));
  const count = useSelector(create, ({ context }) => context.follows.size);
  return (
    <Frame
      create={create}
      step="follows"
      lead={words.follows}
      onSubmit={() => create.send({ type: 'create.finish', now: now() })}
      foot={
        <>
          <Button disabled={isMaking} onClick={() => create.send({ type: 'create.previous' })}>
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
          <Button tone="primary" type="submit" busy={isMaking}>
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
      <CreateFollows create={create} />
    </Frame>
  );
}

function Fields({ create, names }: StepProps & { readonly names: readonly ProfileField[] }) {
  const fields = useSelector(create, ({ context }) => context.fields);
  const problems = useSelector(create, ({ context }) => context.problems);
  return (
    <ProfileFieldset
      names={names}
      fields={fields}
      problems={problems}
      onType={(field, typed) => create.send({ type: 'create.type', field, text: typed })}
    />
  );
}
