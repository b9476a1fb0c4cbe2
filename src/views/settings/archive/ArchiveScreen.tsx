import { secretOf } from '../../../events/account/keys/secret.ts';
import { hasPinLock } from '../../../events/account/pin-lock.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { exactTime } from '../../../events/core/format.ts';
import { seconds } from '../../../events/core/time.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Toggle } from '../../ui/controls/Toggle.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useArchiveStrings } from '../../ui/strings/archive.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import styles from '../../ui/controls/FilePicker.module.css';
import { FilePick } from '../../ui/controls/FilePicker.tsx';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import {
  focusField,
  isEmptyField,
  putTyped,
  takeTyped,
  useEmptiedForm,
} from '../../account/keys/typed-secret.ts';
import { type ArchiveHandle, archiveIntents, useArchive, useArchiveState } from './use-archive.ts';
import { useActingSoon } from '../../account/use-features.ts';

interface ArchiveProps {
  readonly archive: ArchiveHandle;
}

/** BEYOND-16 at /settings/archive: exports and imports all data of the account in this browser. */
export function ArchiveScreen() {
  const { sections } = useSettingsStrings();
  const words = useArchiveStrings();
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.archive.title} back>
        {canAct ? <Opened /> : <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Opened() {
  const words = useArchiveStrings();
  const archive = useArchive();
  if (!archive) return <Skeleton />;
  return (
    <>
      <SettingGroup title={words.make.title}>
        <MakeForm archive={archive} />
      </SettingGroup>
      <SettingGroup title={words.read.title}>
        <Reading archive={archive} />
      </SettingGroup>
    </>
  );
}

const OF_MAKING = new Set(['short', 'different', 'pin']);

function MakeForm({ archive }: ArchiveProps) {
  const { make: words, problems } = useArchiveStrings();
  const account = useAccount();
  const { isMaking, isReading, isWriting, problem, done } = useArchiveState(archive);
  const [withKey, setWithKey] = useState(false);
  const isBusy = isMaking || isReading || isWriting;
  const hasPin = hasPinLock(account);
  const [isPinMissing, setIsPinMissing] = useState(false);
  const place = useEmptiedForm();
  const isPinWrong = problem === 'pin' && !isMaking;
  useEffect(() => {
    const form = place.current;
    if (!isPinWrong || !form) return;
    takeTyped(form, 'pin');
    focusField(form, 'pin');
  }, [isPinWrong, place]);
  useEffect(() => {
    if (done === 'saved' && place.current) emptied(place.current);
  }, [done, place]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const isMissing = withKey && isEmptyField(form, 'pin');
    setIsPinMissing(isMissing);
    if (isMissing) {
      focusField(form, 'pin');
      return;
    }
    const flaw = archiveIntents.make(
      archive,
      takeTyped(form, 'phrase', true),
      takeTyped(form, 'repeated', true),
      withKey ? takeTyped(form, 'pin', true) : undefined,
    );
    if (flaw) focusField(form, 'phrase');
    // The passphrase stays until the file is saved, because it may be too short or the PIN wrong.
    if (flaw === 'different') emptied(form);
  };
  return (
    <form ref={place} noValidate className={styles.form} onSubmit={send} aria-label={words.title}>
      <p className={text.muted}>{words.text}</p>
      <Field
        label={words.phrase}
        name="phrase"
        type="password"
        autoComplete="off"
        hint={words.phraseHint}
        error={problem === 'short' || problem === 'different' ? problems[problem] : undefined}
      />
      <Field label={words.repeat} name="repeated" type="password" autoComplete="off" />
      {account?.method === 'key' && (
        <Toggle label={words.withKey} hint={words.withKeyHint} on={withKey} onChange={setWithKey} />
      )}
      {withKey && hasPin && (
        <Field
          label={words.pin}
          name="pin"
          type="password"
          autoComplete="off"
          error={isPinMissing ? words.pinMissing : problem === 'pin' ? problems.pin : undefined}
        />
      )}
      <Button tone="primary" type="submit" icon="download" busy={isMaking} className={styles.act}>
        {words.submit}
      </Button>
      {isMaking && <Progress archive={archive} label={words.busy} />}
      {done === 'saved' && <Notice announce>{words.done}</Notice>}
    </form>
  );
}

/** Empty the fields of the form. */
function emptied(form: HTMLFormElement): void {
  for (const name of ['phrase', 'repeated', 'pin']) putTyped(form, name, secretOf(''));
}

function Reading({ archive }: ArchiveProps) {
  const { plan: words, problems } = useArchiveStrings();
  const { plan, problem, done } = useArchiveState(archive);
  return (
    <>
      {plan ? <Plan archive={archive} /> : <ReadForm archive={archive} />}
      {problem && !OF_MAKING.has(problem) && (
        <Notice tone="danger" announce>
          {problems[problem]}
        </Notice>
      )}
      {done === 'written' && (
        <Notice
          announce
          action={
            <Button compact onClick={() => window.location.reload()}>
              {words.reload}
            </Button>
          }
        >
          {words.done}
        </Notice>
      )}
    </>
  );
}

function ReadForm({ archive }: ArchiveProps) {
  const { read: words } = useArchiveStrings();
  const { isMaking, isReading } = useArchiveState(archive);
  const [file, setFile] = useState<File>();
  const [isMissing, setIsMissing] = useState(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isMaking || isReading) return;
    setIsMissing(!file);
    if (file) archiveIntents.read(archive, file, takeTyped(event.currentTarget, 'phrase'));
  };
  return (
    <form noValidate className={styles.form} onSubmit={send} aria-label={words.title}>
      <p className={text.muted}>{words.text}</p>
      <FilePick
        label={words.choose}
        said={file ? words.chosen(file.name) : isMissing ? words.none : undefined}
        isWrong={isMissing && !file}
        onPick={setFile}
      />
      <Field label={words.phrase} name="phrase" type="password" autoComplete="off" />
      <Button type="submit" busy={isReading} className={styles.act}>
        {words.submit}
      </Button>
      {isReading && <Progress archive={archive} label={words.busy} />}
    </form>
  );
}

/** The changes that the file would make, before it makes them. */
function Plan({ archive }: ArchiveProps) {
  const { plan: words } = useArchiveStrings();
  const { locale } = useStrings();
  const { plan, isWriting } = useArchiveState(archive);
  const ref = useRef<HTMLDivElement>(null);
  // after a sign-in with the file the page is at its top, and the question is below the first form
  useEffect(() => {
    ref.current?.scrollIntoView?.({ block: 'nearest' });
    ref.current?.focus({ preventScroll: true });
  }, []);
  if (!plan) return null;
  const { versions, drafts, scheduled, replaced, settings } = plan;
  const isNothing = versions + drafts + scheduled + settings === 0;
  return (
    <div ref={ref} tabIndex={-1} className={styles.form} role="group" aria-label={words.title}>
      <p className={text.strong}>{words.title}</p>
      <p className={text.muted}>{words.made(exactTime(seconds(plan.made), locale))}</p>
      <ul className={styles.list}>
        {versions > 0 && <li>{words.versions(versions)}</li>}
        {drafts > 0 && <li>{words.drafts(drafts)}</li>}
        {scheduled > 0 && <li>{words.scheduled(scheduled)}</li>}
        {replaced > 0 && <li>{words.replaced(replaced)}</li>}
        {settings > 0 && <li>{words.settings(settings)}</li>}
        {isNothing && <li>{words.nothing}</li>}
        {plan.key && <li>{words.key}</li>}
      </ul>
      <div className={styles.acts}>
        <Button disabled={isWriting} onClick={() => archiveIntents.cancel(archive)}>
          {words.cancel}
        </Button>
        {!isNothing && (
          <Button tone="primary" busy={isWriting} onClick={() => archiveIntents.confirm(archive)}>
            {words.confirm}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Progress of the passphrase, which is slow on purpose. */
function Progress({ archive, label }: ArchiveProps & { readonly label: string }) {
  const { progress } = useArchiveState(archive);
  return <progress className={styles.progress} aria-label={label} max={1} value={progress} />;
}
