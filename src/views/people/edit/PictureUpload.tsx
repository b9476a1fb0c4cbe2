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
 * Return how a chosen profile picture is cropped on this device (PROFILE-10). `choose` takes the
 * file, `dialog` shows its crop. `begin` receives the result.
 */
export function usePictureCrop(field: ProfilePicture, begin: (file: File) => void) {
  const { crop: words, fields } = useOwnAccountStrings();
  const [chosen, setChosen] = useState<File>();
  const dialog = chosen && (
    <CropDialog
      file={chosen}
      title={words.title(fields[field].label)}
      {...SHAPES[field]}
      onCropped={(file) => {
        setChosen(undefined);
        begin(file);
      }}
      onClose={() => setChosen(undefined)}
    />
  );
  return { dialog, choose: (file: File) => (file.type === MOVING ? begin(file) : setChosen(file)) };
}

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
  const upload = usePictureUpload(field, onUploaded);
  const { dialog, choose } = usePictureCrop(field, upload.begin);
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
        onChosen={choose}
      />
      <PictureFailure upload={upload}>{files.failed(label)}</PictureFailure>
      {dialog}
    </div>
  );
}
