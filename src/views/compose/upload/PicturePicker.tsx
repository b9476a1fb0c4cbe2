import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import text from '../../ui/styles/text.module.css';
import { useUploadFault } from './use-upload-error.ts';
import styles from '../../account/EditProfile.module.css';
import { FailureNotice } from '../../account/FailureNotice.tsx';
import type { usePictureUpload } from './use-picture-upload.ts';

type Upload = ReturnType<typeof usePictureUpload>;

interface PicturePickerProps {
  readonly upload: Upload;
  readonly words: { readonly upload: string; readonly going: string; readonly stop: string };
  readonly onChosen: (file: File) => void;
}

/** Lets the user choose a picture. The upload shows its progress and can be cancelled. */
export function PicturePicker({ upload, words, onChosen }: PicturePickerProps) {
  const { files } = useComposeStrings();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChosen(file);
          // Allows choosing the same file again.
          currentTarget.value = '';
        }}
      />
      {upload.isGoing ? (
        <span className={styles.acts}>
          <span role="status" className={text.small}>
            {upload.isHeld ? files.offline : words.going}
          </span>
          <Button compact onClick={upload.cancel}>
            {words.stop}
          </Button>
        </span>
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
          {words.upload}
        </Button>
      )}
    </>
  );
}

/** Why the upload failed, and its actions. `children`: name of the failed upload. */
export function PictureFailure({
  upload: { failure, tier, canRetry, cancel, retry },
  children,
}: {
  readonly upload: Upload;
  readonly children: ReactNode;
}) {
  const { crop: words } = useOwnAccountStrings();
  const fault = useUploadFault();
  if (!failure) return null;
  return (
    <FailureNotice
      leave={{ label: words.dismiss, go: cancel }}
      retry={canRetry ? { label: words.again, go: retry } : undefined}
    >
      {children} {fault(failure, tier)}
    </FailureNotice>
  );
}
