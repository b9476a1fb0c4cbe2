import { useRef } from 'react';
import { Button } from '../../app/primitives/Button.tsx';
import { Field } from '../../app/primitives/Field.tsx';
import { Notice } from '../../app/primitives/Notice.tsx';
import { useArticleEditStrings } from '../../app/strings/article-edit.ts';
import { useSay } from '../../app/strings/own-messages.ts';
import text from '../../app/styles/text.module.css';
import { usePictureUpload } from '../../account/use-picture-upload.ts';
import { useCover } from '../../media/use-cover.ts';
import styles from './ArticleEditor.module.css';

interface ArticleCoverProps {
  readonly image: string;
  readonly onChange: (image: string) => void;
}

/** The cover: what readers see of it, its address, and a way to upload one. */
export function ArticleCover({ image, onChange }: ArticleCoverProps) {
  const { fields } = useArticleEditStrings();
  const { src, onError, isKept } = useCover(image, 720);
  const isBad = image.trim() !== '' && !/^https?:\/\//i.test(image.trim());
  return (
    <section className={styles.cover} aria-label={fields.cover}>
      {isKept && <div className={styles.picture}>{src !== undefined && <img src={src} alt="" decoding="async" onError={onError} />}</div>}
      <div className={styles.coverRow}>
        <Field
          exact
          type="url"
          inputMode="url"
          label={fields.coverUrl}
          labelHidden
          placeholder={fields.coverUrl}
          icon="image"
          value={image}
          error={isBad ? fields.badUrl : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <UploadButton field="cover" label={fields.coverUpload} onUploaded={onChange} />
        {image !== '' && (
          <Button compact tone="quiet" onClick={() => onChange('')}>
            {fields.coverRemove}
          </Button>
        )}
      </div>
    </section>
  );
}

interface UploadButtonProps {
  readonly field: 'cover' | 'inset';
  readonly label: string;
  readonly onUploaded: (url: string) => void;
}

/** Uploads one picture, and says where it lies. */
export function UploadButton({ field, label, onUploaded }: UploadButtonProps) {
  const { fields } = useArticleEditStrings();
  const picker = useRef<HTMLInputElement>(null);
  const upload = usePictureUpload(field, onUploaded);
  const say = useSay();
  const { failure } = upload;
  const reason = failure && 'reason' in failure ? failure.reason : undefined;
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) upload.begin(file);
          // the same file can be chosen again
          currentTarget.value = '';
        }}
      />
      {upload.isGoing ? (
        <span className={styles.going}>
          <span role="status" className={text.small}>
            {fields.uploading}
          </span>
          <Button compact onClick={upload.cancel}>
            {fields.stop}
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
          {label}
        </Button>
      )}
      {failure && (
        <Notice
          tone="danger"
          announce
          action={
            <Button compact onClick={upload.canRetry ? upload.retry : upload.cancel}>
              {upload.canRetry ? fields.again : fields.dismiss}
            </Button>
          }
        >
          {fields.uploadFailed} {reason && say(reason)}
        </Notice>
      )}
    </>
  );
}
