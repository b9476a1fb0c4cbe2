import { useRef } from 'react';
import type { ChosenPicture } from '../../../machines/account/session/create-account.machine.ts';
import type { NewPicture } from '../../../machines/account/session/create-protocol.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import { FailureNotice } from '../../account/FailureNotice.tsx';
import { useUploadFault } from '../../compose/upload/use-upload-error.ts';
import { usePictureCrop } from '../edit/PictureUpload.tsx';
import styles from './NewProfile.module.css';
import {
  type CreateHandle,
  useCreateFields,
  useCreateIntents,
  useNewPictures,
} from './use-create.ts';
import { useFileUrl } from './use-file-url.ts';

interface NewProfileProps {
  readonly create: CreateHandle;
}

const PICTURES = ['picture', 'banner'] as const;

/**
 * The new profile as others will see it (ACCOUNT-07), while it is typed, with its two pictures. A
 * chosen picture shows at once from its file, and its upload begins.
 */
export function NewProfile({ create }: NewProfileProps) {
  const { create: words } = useOwnAccountStrings();
  const { fields } = useCreateFields(create);
  const { pictures } = useNewPictures(create);
  const banner = useFileUrl(pictures.banner?.file);
  const picture = useFileUrl(pictures.picture?.file);
  const name = fields.displayName.trim() || fields.name;
  return (
    <div className={styles.new}>
      <section className={styles.card} aria-label={words.preview}>
        <div className={styles.banner}>
          {banner !== undefined && <img src={banner} alt="" decoding="async" />}
        </div>
        <Avatar
          pubkey=""
          name={name}
          src={picture === undefined ? undefined : [picture]}
          size="xl"
          className={styles.face}
        />
        <p className={styles.name}>
          <IsolatedText>{name}</IsolatedText>
        </p>
        <p className={cx(text.small, text.muted, text.cut)} dir="auto">
          {fields.about.trim() === '' ? words.noAbout : fields.about}
        </p>
      </section>
      <div className={styles.acts}>
        {PICTURES.map((field) => (
          <Picker key={field} field={field} chosen={pictures[field]} create={create} />
        ))}
      </div>
      <PictureStates create={create} />
      <p className={cx(text.small, text.muted)}>{words.uploadHint}</p>
    </div>
  );
}

function Picker({
  field,
  chosen,
  create,
}: NewProfileProps & { readonly field: NewPicture; readonly chosen: ChosenPicture | undefined }) {
  const { create: words, fields } = useOwnAccountStrings();
  const { choose, remove } = useCreateIntents(create);
  const crop = usePictureCrop(field, (file) => choose(field, file));
  const input = useRef<HTMLInputElement>(null);
  const { label } = fields[field];
  return (
    <span className={styles.picker}>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) crop.choose(file);
          // allows choosing the same file again
          currentTarget.value = '';
        }}
      />
      <Button compact icon="image" onClick={() => input.current?.click()}>
        {chosen ? words.change[field] : words.add[field]}
      </Button>
      {chosen && (
        <Button compact tone="quiet" onClick={() => remove(field)}>
          {words.remove[field]}
        </Button>
      )}
      {crop.dialog}
    </span>
  );
}

/** The uploads that are running, and those that failed, with a way to try again. */
export function PictureStates({ create }: NewProfileProps) {
  const { pictures } = useNewPictures(create);
  const { crop: words, fields } = useOwnAccountStrings();
  const going = PICTURES.filter((field) => pictures[field]?.stand === 'going');
  return (
    <>
      <p className={cx(text.small, text.muted, styles.going)} role="status">
        {going.map((field) => (
          <span key={field}>
            <Spinner /> {words.uploading(fields[field].label)}
          </span>
        ))}
      </p>
      {PICTURES.map((field) => {
        const chosen = pictures[field];
        return (
          chosen?.failure && (
            <Failed key={field} create={create} field={field} file={chosen.file}>
              {chosen.failure}
            </Failed>
          )
        );
      })}
    </>
  );
}

function Failed({
  create,
  field,
  file,
  children: failure,
}: NewProfileProps & {
  readonly field: NewPicture;
  readonly file: File;
  readonly children: NonNullable<ChosenPicture['failure']>;
}) {
  const { crop: words, create: steps } = useOwnAccountStrings();
  const fault = useUploadFault();
  const { choose, remove } = useCreateIntents(create);
  return (
    <FailureNotice
      leave={{ label: steps.remove[field], go: () => remove(field) }}
      retry={{ label: words.again, go: () => choose(field, file) }}
    >
      {steps.notUploaded[field]} {fault(failure, 'none')}
    </FailureNotice>
  );
}
