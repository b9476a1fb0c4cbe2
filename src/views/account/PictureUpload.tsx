import { useRef, useState } from 'react';
import { fileSize } from '../../events/media/file-size.ts';
import { uploadLimit } from '../../events/media/upload.ts';
import type { ProfilePicture } from '../../machines/account/picture.machine.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { useStrings } from '../app/strings.ts';
import { useComposeStrings } from '../app/strings/compose.ts';
import { useOwnAccountStrings } from '../app/strings/own-account.ts';
import { useSay } from '../app/strings/own-messages.ts';
import text from '../app/styles/text.module.css';
import styles from './EditProfile.module.css';
import { usePictureUpload } from './use-picture-upload.ts';

const CropDialog = lazyPart(() => import('./CropDialog.tsx').then(({ CropDialog: Part }) => Part), {
  close: ({ onClose }) => onClose(),
});

/** Shape of each, and pixels across at most. */
const SHAPES = {
  picture: { aspect: 1, most: 800, round: true },
  banner: { aspect: 3, most: 1_500, round: false },
} as const;
/** Cutting a picture that moves would leave one that does not. */
const MOVING = 'image/gif';

/** Uploads a picture for the profile, cut on this device (PROFILE-10); its address is written into the field, and nothing is saved by that. */
export function PictureUpload({ field, onUploaded }: { readonly field: ProfilePicture; readonly onUploaded: (url: string) => void }) {
  const { crop: words, fields } = useOwnAccountStrings();
  const picker = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File>();
  const upload = usePictureUpload(field, onUploaded);
  const { label } = fields[field];
  const choose = (file: File | undefined) => {
    if (file?.type === MOVING) upload.begin(file);
    else setChosen(file);
  };
  return (
    <div className={styles.upload}>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          // the same file can be chosen again
          currentTarget.value = '';
        }}
      />
      {upload.isGoing ? (
        <>
          <span role="status" className={text.small}>
            {words.uploading(label)}
          </span>
          <Button compact onClick={upload.cancel}>
            {words.stop(label)}
          </Button>
        </>
      ) : (
        <Button
          compact
          icon="image"
          disabled={upload.isBusy}
          onClick={() => {
            upload.open();
            picker.current?.click();
          }}
        >
          {words.upload(label)}
        </Button>
      )}
      {upload.failure && <Failure field={field} upload={upload} />}
      {chosen && (
        <CropDialog
          file={chosen}
          title={words.title(label)}
          {...SHAPES[field]}
          onCropped={(file) => {
            setChosen(undefined);
            upload.begin(file);
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

function Failure({ field, upload }: { readonly field: ProfilePicture; readonly upload: ReturnType<typeof usePictureUpload> }) {
  const { crop: words, fields } = useOwnAccountStrings();
  const { files } = useComposeStrings();
  const { locale } = useStrings();
  const say = useSay();
  const { failure, tier } = upload;
  if (!failure) return null;
  const reason = 'reason' in failure ? failure.reason : undefined;
  const why = failure.fault === 'size' ? files.faults.size(fileSize(uploadLimit(tier), locale)) : files.faults[failure.fault];
  return (
    <Notice
      tone="danger"
      announce
      action={
        <span className={styles.acts}>
          <Button compact onClick={upload.cancel}>
            {words.dismiss}
          </Button>
          {upload.canRetry && (
            <Button compact onClick={upload.retry}>
              {words.again}
            </Button>
          )}
        </span>
      }
    >
      {files.failed(fields[field].label)} {reason ? say(reason) : why}
    </Notice>
  );
}
