import type { SnapshotFrom } from 'xstate';
import { unknownText } from '../../events/account/list-words.ts';
import { useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useEffectEvent } from 'react';
import { changesOf, PROFILE_FIELDS, trimmed } from '../../events/account/profile-fields.ts';
import { getRow } from '../../events/table.ts';
import type { ListsActor } from '../../machines/account/lists.machine.ts';
import type { ProfileEditActor } from '../../machines/account/profile-edit.machine.ts';
import { useAccount, useFacts } from '../app/app-context.ts';
import { Column } from '../app/Column.tsx';
import { useLeaveGuard } from '../app/leave-guard.tsx';
import { Avatar } from '../app/primitives/Avatar.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { ErrorState } from '../app/primitives/ErrorState.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { Skeleton } from '../app/primitives/Skeleton.tsx';
import { useOwnAccountStrings } from '../app/strings/own-account.ts';
import { useSettingsStrings } from '../app/strings/settings.ts';
import { now } from '../publish/use-intents.ts';
import { SettingsIndex } from '../settings/SettingsIndex.tsx';
import { useActingSoon, useFeature } from './use-features.ts';
import styles from './EditProfile.module.css';
import { NeedsAccount } from './NeedsAccount.tsx';
import { usePicture } from './picture.ts';
import { focusProblem, ProfileFieldset } from './ProfileFieldset.tsx';
import { ProfileReview } from './ProfileReview.tsx';

/** PROFILE-10 at /settings/profile. */
export function EditProfileScreen() {
  const { sections } = useSettingsStrings();
  const { profile: words } = useOwnAccountStrings();
  const canAct = useActingSoon();
  const lists = useFeature('lists');
  const isLost = useSelector(useFeature('relayList'), (snapshot) => snapshot?.matches('failed') ?? false);
  return (
    <>
      <Column title={sections.profile.title} back>
        {!canAct ? (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        ) : lists ? (
          <Editor lists={lists} />
        ) : isLost ? (
          <ErrorState title={words.unknown}>{words.lost}</ErrorState>
        ) : (
          <Skeleton />
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

/** The editor lives on while something is typed that is not saved; else it ends with the screen, and the next one begins anew. */
function Editor({ lists }: { readonly lists: ListsActor }) {
  const account = useAccount();
  const edit = useSelector(lists, ({ children }) => children.profile);
  const seen = useFacts((facts) => (account ? getRow(facts.profiles, account.pubkey)?.source : undefined));
  const open = useEffectEvent(() =>
    lists.send({ type: 'lists.profile', remembered: seen ? [seen] : [], now: now(), home: window.location.origin }),
  );
  useEffect(() => {
    open();
    return () => {
      const last = lists.getSnapshot().children.profile;
      if (last && !isTyped(last.getSnapshot())) last.send({ type: 'profile.close' });
    };
  }, [lists]);
  return edit ? <Form edit={edit} /> : <Skeleton />;
}

function Form({ edit }: { readonly edit: ProfileEditActor }) {
  const { profile: words } = useOwnAccountStrings();
  const isUnknown = useSelector(edit, (snapshot) => snapshot.matches('unknown'));
  const obstacle = useSelector(edit, obstacleOf);
  const isFirst = useSelector(edit, (snapshot) => snapshot.hasTag('loading') && snapshot.context.purpose === 'open');
  const hasTyped = useSelector(edit, isTyped);
  const leaving = useLeaveGuard(hasTyped, words.leave, () => edit.send({ type: 'profile.close' }));
  if (isUnknown)
    return (
      <ErrorState title={words.unknown} onRetry={() => edit.send({ type: 'profile.again', now: now() })}>
        {obstacle ?? words.unknownText}
      </ErrorState>
    );
  if (isFirst) return <Skeleton />;
  return (
    <>
      <Fields edit={edit} />
      <ProfileReview edit={edit} />
      {leaving}
    </>
  );
}

/** PROFILE-14: only the username stops saving. */
const REQUIRED = ['name', 'displayName'] as const;

/** What stands in the way of a base, where it is more than silence. */
function obstacleOf({ context: { base } }: SnapshotFrom<ProfileEditActor>): string | undefined {
  return base.state === 'unknown' ? unknownText('profile', base.why) : undefined;
}

function Fields({ edit }: { readonly edit: ProfileEditActor }) {
  const { profile: words } = useOwnAccountStrings();
  const fields = useSelector(edit, ({ context }) => context.fields);
  const problems = useSelector(edit, ({ context }) => context.problems);
  const isNone = useSelector(edit, ({ context }) => context.base.state === 'none');
  const isBusy = useSelector(edit, (snapshot) => snapshot.hasTag('loading') || snapshot.hasTag('busy'));
  const isEditable = useSelector(edit, (snapshot) => snapshot.hasTag('editable'));
  const isPublishing = useSelector(edit, (snapshot) => snapshot.hasTag('busy'));
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.send({ type: 'profile.save', now: now() });
    focusProblem(event.currentTarget, edit.getSnapshot().context.problems);
  };
  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <Preview edit={edit} />
      {isNone && <Notice>{words.none}</Notice>}
      <ProfileFieldset
        names={PROFILE_FIELDS}
        fields={fields}
        problems={problems}
        readOnly={!isEditable}
        required={REQUIRED}
        onType={(field, text) => edit.send({ type: 'profile.type', field, text })}
      />
      <Outcome edit={edit} />
      <div className={styles.foot}>
        <p className={styles.state} role="status">
          {isPublishing ? words.signing : ''}
        </p>
        <Button tone="primary" type="submit" busy={isBusy}>
          {isBusy ? words.saving : words.save}
        </Button>
      </div>
    </form>
  );
}

/** How the two pictures look, where their addresses may be asked for. */
function Preview({ edit }: { readonly edit: ProfileEditActor }) {
  const account = useAccount();
  const { name, displayName, picture, banner } = useSelector(edit, ({ context }) => context.fields);
  const [wide] = usePicture({ picture: banner });
  return (
    <div className={styles.preview} aria-hidden>
      {wide !== undefined && <img key={wide} className={styles.banner} src={wide} alt="" decoding="async" />}
      <Avatar pubkey={account?.pubkey ?? ''} name={displayName || name} src={usePicture({ picture })} size="xl" className={styles.face} />
    </div>
  );
}

/** What came of the last try: said beside the button, and to a screen reader at once. */
function Outcome({ edit }: { readonly edit: ProfileEditActor }) {
  const { profile: words } = useOwnAccountStrings();
  const note = useSelector(edit, ({ context }) => context.note);
  const obstacle = useSelector(edit, obstacleOf);
  const hasFailed = useSelector(edit, (snapshot) => snapshot.matches('failed'));
  if (hasFailed)
    return (
      <Notice
        tone="danger"
        announce
        action={
          <span className={styles.acts}>
            <Button compact onClick={() => edit.send({ type: 'profile.giveUp' })}>
              {words.giveUp}
            </Button>
            <Button compact onClick={() => edit.send({ type: 'profile.again', now: now() })}>
              {words.retry}
            </Button>
          </span>
        }
      >
        {words.failed}
      </Notice>
    );
  if (note === 'saved')
    return (
      <Notice tone="success" announce>
        {words.saved}
      </Notice>
    );
  if (note === undefined) return null;
  return (
    <Notice tone={note === 'unchanged' ? 'info' : 'danger'} announce>
      {note === 'network' ? (obstacle ?? words.notes.network) : words.notes[note]}
    </Notice>
  );
}

function isTyped({ context: { fields, shown }, value }: ReturnType<ProfileEditActor['getSnapshot']>): boolean {
  const isPublishing = typeof value === 'object';
  return !isPublishing && Object.keys(changesOf(shown, trimmed(fields, shown))).length > 0;
}
