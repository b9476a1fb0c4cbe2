import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { keyInFile } from '../../../events/account/keys/login-input.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useSignInStrings } from '../../ui/strings/sign-in.ts';
import text from '../../ui/styles/text.module.css';
import { FilePick } from '../../ui/controls/FilePicker.tsx';
import { PeopleNames } from '../profile/PeopleNames.tsx';
import { AddressOf } from '../profile/PersonLine.tsx';
import { usePicture } from '../profile/picture.ts';
import { PinDialog } from '../keys/PinDialog.tsx';
import styles from './SignInDialog.module.css';
import { ScanButton } from '../devices/ScanButton.tsx';
import { putTyped, takeTyped, useEmptiedForm } from '../keys/typed-secret.ts';
import {
  type LoginHandle,
  useLogin,
  useLoginIntents,
  useLoginProblem,
  useTypedEntry,
} from './use-login.ts';
import { useArchiveRestore } from './use-archive-restore.ts';
import { SignInWait } from './SignInWait.tsx';
import { sessionIntents, useKnownAccounts, type SessionHandle } from './use-session.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import { signingMessage } from '../../../events/account/signing/signing-error.ts';

interface LoginProps {
  readonly login: LoginHandle;
}

/** The chosen backup file. `isSent`: the last attempt was with it. */
interface Picked {
  readonly file?: File;
  readonly isText?: boolean;
  readonly isSent?: boolean;
}

/** The file is kept while an attempt replaces the form. */
interface FileProps {
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
}

/**
 * The sign-in methods (ACCOUNT-02): extension, key, locked key, words, remote signer, or reading
 * only.
 */
export function SignInDialog({ login, session }: LoginProps & { readonly session: SessionHandle }) {
  const words = useSignInStrings();
  const { pin, isTelling, needsPassword, isWaiting } = useLogin(login);
  const { cancel } = useLoginIntents(login);
  const [picked, setPicked] = useState<Picked>({});
  if (pin) return <PinDialog pin={pin} />;
  if (isTelling) return <WhichKey login={login} />;
  return (
    <Dialog
      title={needsPassword ? words.password.title : words.title}
      subtitle={needsPassword ? undefined : words.purpose}
      onClose={cancel}
    >
      {isWaiting ? (
        <SignInWait login={login} session={session} />
      ) : needsPassword ? (
        <Password login={login} />
      ) : (
        <Ways login={login} session={session} picked={picked} onPick={setPicked} />
      )}
    </Dialog>
  );
}

function Ways({
  login,
  session,
  ...file
}: LoginProps & FileProps & { readonly session: SessionHandle }) {
  const words = useSignInStrings();
  const { nav } = useStrings().app;
  const { hasPasskey } = useLogin(login);
  const { extension, offer, passkey, cancel } = useLoginIntents(login);
  return (
    <div className={styles.ways}>
      <Known login={login} session={session} />
      <KeyForm login={login} />
      <p className={styles.or}>{words.or}</p>
      {hasPasskey && (
        <Button wide icon="key" onClick={passkey}>
          {words.passkey}
        </Button>
      )}
      <Button wide icon="keys" onClick={extension}>
        {words.extension}
      </Button>
      <Button wide icon="phone" onClick={offer}>
        {words.offer}
      </Button>
      <ArchiveWay login={login} {...file} />
      <LinkButton wide tone="quiet" to="/new" onClick={cancel}>
        {nav.createAccount}
      </LinkButton>
    </div>
  );
}

/**
 * The other accounts of this browser. One press is enough, because the key stays locked until it is
 * needed.
 */
function Known({ login, session }: LoginProps & { readonly session: SessionHandle }) {
  const words = useSignInStrings();
  const id = useId();
  const known = useKnownAccounts(session);
  const { cancel } = useLoginIntents(login);
  if (known.length === 0) return null;
  const choose = (pubkey: string) => {
    cancel();
    sessionIntents.switchTo(session, pubkey);
  };
  return (
    <section aria-labelledby={id}>
      <PeopleNames people={known} />
      <h3 id={id} className={styles.what}>
        {words.known}
      </h3>
      <ul>
        {known.map((pubkey) => (
          <li key={pubkey}>
            <KnownAccount pubkey={pubkey} onChoose={() => choose(pubkey)} />
          </li>
        ))}
      </ul>
      <p className={styles.or}>{words.or}</p>
    </section>
  );
}

function KnownAccount({
  pubkey,
  onChoose,
}: {
  readonly pubkey: string;
  readonly onChoose: () => void;
}) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const name = displayNameOf(profile, pubkey);
  return (
    <button type="button" className={styles.known} onClick={onChoose}>
      <Avatar pubkey={pubkey} name={name} src={usePicture(profile)} size="s" />
      <span className={styles.who}>
        <IsolatedText className={cx(text.strong, text.cut)}>{name}</IsolatedText>
        <AddressOf pubkey={pubkey} />
      </span>
    </button>
  );
}

/**
 * A backup file that contains the key (BEYOND-16), or a key that was saved as a text file. Only an
 * encrypted backup needs a passphrase.
 */
function ArchiveWay({ login, picked, onPick }: LoginProps & FileProps) {
  const words = useSignInStrings();
  const { archive, submitFile } = useLoginIntents(login);
  const problem = useProblem(login, true);
  const [isOpen, setIsOpen] = useState(problem !== undefined);
  const { file, isText, isSent } = picked;
  const error = isSent ? problem : undefined;
  const restoreAfter = useArchiveRestore(login);
  const form = useRef<HTMLFormElement>(null);
  const isPressed = useRef(false);
  // The pressed button is gone. In the commit itself: a key pressed before would go nowhere.
  useLayoutEffect(() => {
    if (isOpen && isPressed.current) form.current?.querySelector('button')?.focus();
  }, [isOpen]);
  // the next thing to do with a chosen file: its passphrase, or the sign-in
  useLayoutEffect(() => {
    if (file)
      form.current?.querySelector<HTMLElement>(isText ? '[type=submit]' : '[name=phrase]')?.focus();
  }, [file, isText]);
  const pick = async (chosen: File) => {
    const key = await keyInFile(chosen).catch(() => undefined);
    key?.forget();
    onPick({ file: chosen, isText: key !== undefined });
  };
  if (!isOpen)
    return (
      <Button
        wide
        icon="upload"
        onClick={() => {
          isPressed.current = true;
          setIsOpen(true);
        }}
      >
        {words.archive}
      </Button>
    );
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!file) return;
    if (!isText) {
      onPick({ ...picked, isSent: true });
      const typed = takeTyped(event.currentTarget, 'phrase');
      restoreAfter(file, typed);
      return archive(file, typed);
    }
    void keyInFile(file).then(
      (key) => key && submitFile(key),
      () => onPick({}),
    );
  };
  return (
    <form
      noValidate
      ref={form}
      onSubmit={send}
      className={styles.fields}
      aria-label={words.archive}
    >
      <p className={styles.purpose}>{words.archiveText}</p>
      <FilePick
        label={words.archiveChoose}
        said={file ? file.name : problem}
        isWrong={!file && problem !== undefined}
        onPick={(chosen) => void pick(chosen)}
      />
      {file && !isText && (
        <Field
          // the dialog focuses it too, once the wait is over
          data-autofocus={error === undefined ? undefined : ''}
          label={words.archivePhrase}
          name="phrase"
          type="password"
          autoComplete="off"
          error={error}
        />
      )}
      <Button wide type="submit" disabled={!file}>
        {words.archiveSubmit}
      </Button>
    </form>
  );
}

/**
 * Return why the last attempt failed, in words. `isOfFile`: only if a backup file did not open,
 * else only any other problem.
 */
function useProblem(login: LoginProps['login'], isOfFile = false): string | undefined {
  const say = useSay();
  const problem = useLoginProblem(login);
  return problem && (problem.detail?.code === 'archive.noKey') === isOfFile
    ? say(signingMessage(problem))
    : undefined;
}

function KeyForm({ login }: LoginProps) {
  const words = useSignInStrings();
  const [shown, setShown] = useState(false);
  const problem = useProblem(login);
  const { submit } = useLoginIntents(login);
  const entry = useTypedEntry(login);
  const form = useEmptiedForm();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // a wrong text stays, so that the user can correct it
    submit(takeTyped(event.currentTarget, 'key', true));
  };
  useEffect(() => {
    if (entry) putTyped(form.current, 'key', entry);
  }, [entry, form]);
  return (
    <form noValidate ref={form} onSubmit={send} className={styles.fields}>
      <Field
        label={words.key}
        name="key"
        type={shown ? 'text' : 'password'}
        exact
        hint={words.keyHint}
        error={problem}
        after={
          <IconButton
            compact
            icon={shown ? 'eye-off' : 'eye'}
            label={shown ? words.hide : words.show}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <Button wide tone="primary" type="submit">
        {words.submit}
      </Button>
      <ScanButton wide onFound={(code) => submit(secretOf(code))} />
    </form>
  );
}

function Password({ login }: LoginProps) {
  const words = useSignInStrings();
  const problem = useProblem(login);
  const { password } = useLoginIntents(login);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    password(takeTyped(event.currentTarget, 'password'));
  };
  return (
    <form noValidate onSubmit={send} className={styles.fields}>
      <Field
        data-autofocus
        label={words.password.label}
        name="password"
        type="password"
        autoComplete="off"
        hint={words.password.hint}
        error={problem}
      />
      <Button wide tone="primary" type="submit">
        {words.submit}
      </Button>
    </form>
  );
}

/**
 * Bare hex can be either kind of key. A private key that is mistaken for a public one would be
 * shown (E-33).
 */
function WhichKey({ login }: LoginProps) {
  const { hex } = useSignInStrings();
  const { asPublic, asSecret, cancel } = useLoginIntents(login);
  return (
    <Dialog
      size="small"
      title={hex.title}
      onClose={cancel}
      foot={
        <>
          <Button onClick={asPublic}>{hex.public}</Button>
          <Button tone="primary" onClick={asSecret}>
            {hex.secret}
          </Button>
        </>
      }
    >
      <p className={styles.purpose}>{hex.text}</p>
    </Dialog>
  );
}
