import { type FormEvent, useRef } from 'react';
import {
  PROFILE_FIELDS,
  type ProfileField,
} from '../../../events/account/profile/profile-fields.ts';
import { useMissingFiles } from '../../compose/upload/MissingFilesDialog.tsx';
import { usePictureWait } from '../../compose/upload/use-picture-upload.ts';
import { useOwnPicture } from '../../media/use-blob.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { useLeaveGuard } from '../../ui/navigation/leave-guard.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import styles from '../../account/EditProfile.module.css';
import { useConnection } from '../../connection/use-connection.ts';
import { useIsProxied } from '../../account/relays/use-network.ts';
import { FailureNotice } from '../../account/FailureNotice.tsx';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { PictureUpload } from './PictureUpload.tsx';
import { focusProblem, ProfileFieldset } from './ProfileFieldset.tsx';
import { ProfileReview } from './ProfileReview.tsx';
import {
  useOpenedEditor,
  useProfileEdit,
  useProfileEditing,
  useProfileEditIntents,
  useProfileEditState,
} from './use-profile-edit.ts';
import { useSay } from '../../ui/strings/own-messages.ts';

/** PROFILE-10 at /settings/profile. */
export function EditProfileScreen() {
  const { sections } = useSettingsStrings();
  const { profile: words } = useOwnAccountStrings();
  const canAct = useActingSoon();
  const editing = useProfileEditing();
  return (
    <>
      <Column title={sections.profile.title} back>
        {!canAct ? (
          <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
        ) : editing === 'ready' ? (
          <Editor />
        ) : editing === 'lost' ? (
          <ErrorState title={words.unknown}>{words.lost}</ErrorState>
        ) : (
          <Skeleton />
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function Editor() {
  return useOpenedEditor() ? <Form /> : <Skeleton />;
}

function Form() {
  const { profile: words } = useOwnAccountStrings();
  const say = useSay();
  const { isUnknown, isFirst, hasTyped, obstacle } = useProfileEditState();
  const { again, closing } = useProfileEditIntents();
  const [isProxied] = useIsProxied();
  useLeaveGuard(hasTyped, 'leaveProfile', closing);
  if (isUnknown)
    return (
      <ErrorState title={words.unknown} onRetry={again}>
        {obstacle ? say(obstacle) : isProxied ? words.unknownProxied : words.unknownText}
      </ErrorState>
    );
  if (isFirst) return <Skeleton />;
  return (
    <>
      <Fields />
      <ProfileReview />
    </>
  );
}

/** PROFILE-14: only an empty username stops saving. */
const REQUIRED = ['name', 'displayName'] as const;

function Fields() {
  const { profile: words } = useOwnAccountStrings();
  const { fields, problems } = useProfileEdit();
  const { isNone, isBusy, isEditable, isPublishing } = useProfileEditState();
  const { isOffline } = useConnection();
  const { save, type } = useProfileEditIntents();
  const { files } = useComposeStrings();
  const form = useRef<HTMLFormElement>(null);
  const missing = useMissingFiles({
    onPublish: () => form.current && focusProblem(form.current, save()),
  });
  const { isAwaiting, whenSettled, stop } = usePictureWait('picture', 'banner');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    whenSettled((hasFailed) => missing.begin(hasFailed ? 1 : 0));
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <Preview />
      {isNone && <Notice>{words.none}</Notice>}
      <ProfileFieldset
        names={PROFILE_FIELDS}
        fields={fields}
        problems={problems}
        readOnly={!isEditable}
        required={REQUIRED}
        onType={type}
        Below={Uploaded}
      />
      <Outcome />
      <div className={styles.foot}>
        <p className={styles.state} role="status">
          {isBusy && isOffline ? words.waiting : isPublishing ? words.signing : ''}
        </p>
        {isAwaiting && (
          <Button tone="quiet" onClick={stop}>
            {files.stay}
          </Button>
        )}
        <Button tone="primary" type="submit" busy={isBusy || isAwaiting}>
          {isBusy ? words.saving : isAwaiting ? files.wait : words.save}
        </Button>
      </div>
      {missing.dialog}
    </form>
  );
}

/** The address of an uploaded picture is entered as if typed, and saved with the other fields. */
function Uploaded({ field }: { readonly field: ProfileField }) {
  const { type } = useProfileEditIntents();
  if (field !== 'picture' && field !== 'banner') return null;
  return <PictureUpload field={field} onUploaded={(url) => type(field, url)} />;
}

/** Previews of the two pictures, if their addresses may be loaded. */
function Preview() {
  const account = useAccount();
  const { name, displayName, picture, banner } = useProfileEdit().fields;
  const wide = useOwnPicture(banner, 600);
  const face = useOwnPicture(picture, 80);
  return (
    <div className={styles.preview} aria-hidden>
      {wide.src !== undefined && (
        <img
          key={wide.src}
          className={styles.banner}
          src={wide.src}
          alt=""
          decoding="async"
          onError={wide.onError}
        />
      )}
      <Avatar
        pubkey={account?.pubkey ?? ''}
        name={displayName || name}
        src={face.src === undefined ? [] : [face.src]}
        size="xl"
        className={styles.face}
      />
    </div>
  );
}

/** The result of the last attempt, shown beside the button and announced to screen readers. */
function Outcome() {
  const say = useSay();
  const { profile: words } = useOwnAccountStrings();
  const { note } = useProfileEdit();
  const { obstacle, isFailed } = useProfileEditState();
  const { again, giveUp } = useProfileEditIntents();
  if (isFailed)
    return (
      <FailureNotice
        leave={{ label: words.giveUp, go: giveUp }}
        retry={{ label: words.retry, go: again }}
      >
        {words.failed}
      </FailureNotice>
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
      {note === 'network' ? (obstacle ? say(obstacle) : words.notes.network) : words.notes[note]}
    </Notice>
  );
}
