import { useState } from 'react';
import type { ProfilePicture } from '../../../machines/media/upload/picture.machine.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import styles from '../../account/EditProfile.module.css';
import { PictureFailure, PicturePicker } from '../../compose/upload/PicturePicker.tsx';
import { usePictureUpload } from '../../compose/upload/use-picture-upload.ts';

const CropDialog = lazyPart(() => import('./CropDialog.tsx').then(({ CropDialog: Part }) => Part), {
  close: ({ onClose }) => onClose(),
});

/** Shape and maximum width in pixels of each picture. */
const SHAPES = {
  picture: { aspect: 1, most: 800, round: true },
  banner: { aspect: 3, most: 1_500, round: false },
} as const;
/** Cropping an animated picture would leave a still one. */
const MOVING = 'image/gif';

/**
 * Uploads a profile picture that is cropped on this device (PROFILE-10). Its address goes into the
 * field, but is not saved yet.
 */
export function PictureUpload({
  field,
  onUploaded,
}: {
  readonly field: ProfilePicture;
  readonly onUploaded: (url: string) => void;
}) {
  const { crop: words, fields } = useOwnAccountStrings();
  const { files } = useComposeStrings();
  const [chosen, setChosen] = useState<File>();
  const upload = usePictureUpload(field, onUploaded);
  const { label } = fields[field];
  return (
    <div className={styles.upload}>
      <PicturePicker
        upload={upload}
        words={{
          upload: words.upload(label),
          going: words.uploading(label),
          stop: words.stop(label),
        }}
        onChosen={(file) => (file.type === MOVING ? upload.begin(file) : setChosen(file))}
      />
      <PictureFailure upload={upload}>{files.failed(label)}</PictureFailure>
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
